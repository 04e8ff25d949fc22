import { bracketPath, withoutIndex } from "#server/code-index/analysis/extract/routing/file-routes.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { exportedVerbs } from "./ecmascript-routes.ts";

/** Astro: files of code among the pages. */
export const astro: WebFramework = {
  name: "Astro",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["astro"],
    rules: [
      {
        file: /^src\/pages\/(?<path>.+)\.[jt]s$/,
        exports: { ...exportedVerbs, ALL: "ANY" },
        pathOf: (route) => bracketPath(withoutIndex(route)),
      },
    ],
    base: {
      file: /^astro\.config\.\w+$/,
      pattern: /(?:^ {2,4}|\bdefineConfig\(\{ )base\s*:\s*["'`](\/[\w./~-]{1,200})["'`]/m,
    },
  },
  examples: [
    {
      files: {
        "package.json": `{ "dependencies": { "astro": "5.0.0" } }`,
        "astro.config.mjs": `export default defineConfig({ base: "/ferry", integrations: [] });`,
        "src/pages/rss.xml.ts": `export async function GET(context) {}`,
        "src/pages/boats/[id].json.js": `export const GET = () => {};\nexport const getStaticPaths = () => [];`,
        "src/pages/api/index.ts": `export const ALL: APIRoute = () => {};\nexport const POST = () => {};`,
        "src/pages/_never.ts": `export const GET = () => {};`,
      },
      endpoints: ["GET /ferry/rss.xml", "GET /ferry/boats/:id.json", "ANY /ferry/api", "POST /ferry/api"],
    },
  ],
};
