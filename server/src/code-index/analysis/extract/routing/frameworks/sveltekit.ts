import { bracketPath } from "#server/code-index/analysis/extract/routing/file-routes.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { exportedVerbs } from "./ecmascript-routes.ts";

/** SvelteKit: `+server` files. */
export const svelteKit: WebFramework = {
  name: "SvelteKit",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["@sveltejs/kit"],
    rules: [
      {
        file: /^src\/routes\/(?<path>(?:.+\/)?)\+server\.[jt]s$/,
        exports: { ...exportedVerbs, fallback: "ANY" },
        pathOf: bracketPath,
      },
    ],
    base: {
      file: /^svelte\.config\.\w+$/,
      pattern: /\bpaths\s*:\s*\{[^{}]{0,400}\bbase\s*:\s*["'`](\/[\w./~-]{1,200})["'`]/,
    },
  },
  examples: [
    {
      files: {
        "package.json": `{ "devDependencies": { "@sveltejs/kit": "2.0.0" } }`,
        "svelte.config.js": `export default { kit: { paths: { base: "/ferry" } } };`,
        "src/routes/(app)/boats/[id=integer]/+server.ts": `
import type { RequestHandler } from "./$types";
export const GET: RequestHandler = async () => new Response();
export const DELETE = (async () => {}) satisfies RequestHandler;
export const prerender = true;
`,
        "src/routes/[[lang]]/feed.xml/+server.js": `export function GET() {}\nexport const fallback = () => {};`,
        "src/routes/boats/+page.server.ts": `export const load = async () => {};`,
      },
      endpoints: [
        "GET /ferry/boats/:id",
        "DELETE /ferry/boats/:id",
        "GET /ferry/:lang?/feed.xml",
        "ANY /ferry/:lang?/feed.xml",
      ],
    },
  ],
};
