import { bracketPath, withoutIndex } from "#server/code-index/analysis/extract/routing/file-routes.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const server = "^(?:layers/[^/]+/)?(?:src/)?server/";
const ending = "(?:\\.(?<method>get|post|put|patch|delete|head|options))?\\.[jt]s$";
const pathOf = (route: string): string | null => bracketPath(withoutIndex(route));

/** Nuxt and Nitro: files below `server/api` and `server/routes`, with the method behind the name. */
export const nitro: WebFramework = {
  name: "Nitro",
  languages: ["ecmascript"],
  fileRoutes: {
    packages: ["nuxt", "nuxt-nightly", "nitropack", "nitro"],
    rules: [
      { file: new RegExp(`${server}(?<path>api/.+?)${ending}`), exports: { default: "ANY" }, pathOf },
      { file: new RegExp(`${server}routes/(?<path>.+?)${ending}`), exports: { default: "ANY" }, pathOf },
    ],
    base: {
      file: /^nuxt\.config\.\w+$/,
      pattern: /\bapp\s*:\s*\{[^{}]{0,400}\bbaseURL\s*:\s*["'`](\/[\w./~-]{1,200})["'`]/,
    },
  },
  examples: [
    {
      files: {
        "package.json": `{ "devDependencies": { "nuxt": "3.0.0" } }`,
        "nuxt.config.ts": `export default defineNuxtConfig({ app: { baseURL: "/ferry/" }, fonts: { baseURL: "/never" } });`,
        "server/api/boats/index.get.ts": `export default defineEventHandler(() => []);`,
        "server/api/boats/[id].ts": `
export default defineEventHandler(async (event) => {
  if (event.method === "PUT") return 1;
});
`,
        "server/api/[...rest].ts": `export default eventHandler((event) => {});`,
        "server/routes/health.post.js": `export default defineEventHandler(() => "ok");`,
        "server/utils/api/never.ts": `export default defineEventHandler(() => "ok");`,
        "server/api/boats/types.ts": `export const kinds = ["sail"];`,
      },
      endpoints: ["GET /ferry/api/boats", "PUT /ferry/api/boats/:id", "ANY /ferry/api/*rest", "POST /ferry/health"],
    },
  ],
};
