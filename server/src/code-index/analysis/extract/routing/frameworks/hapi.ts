import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:@hapi\/hapi|hapi)#/;

/** hapi: routes as objects, one or a list, on the server or what a plugin gets of it. `route` is Express's. */
export const hapi: WebFramework = {
  name: "hapi",
  languages: ["ecmascript"],
  routers: { server: { isRoot: true, from }, Server: { isRoot: true, from } },
  types: ["Server"],
  examples: [
    {
      files: {
        "src/index.js": `
const Hapi = require("@hapi/hapi");
const server = Hapi.server({ port: 3000 });
server.route({ method: "GET", path: "/health", handler: health });
server.route([
  { method: ["PUT", "PATCH"], path: "/boats/{id}", handler: boats.change },
  { method: "POST", path: "/boats", options: { auth: "crew" }, handler: (request, h) => boats.add(request) },
]);
client.route({ method: "GET", path: "/never" });
`,
      },
      endpoints: ["GET /health", "PUT /boats/{id}", "PATCH /boats/{id}", "POST /boats"],
    },
  ],
};
