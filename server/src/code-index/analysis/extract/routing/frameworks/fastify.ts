import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const url = { at: 0, key: "url" };

/** Fastify: plugins with prefixes, and routes as objects. Its verbs are those of the other frameworks. */
export const fastify: WebFramework = {
  name: "Fastify",
  languages: ["ecmascript"],
  routers: {
    default: { isRoot: true, from: /^fastify#(?:default|\*)$/ },
    fastify: { isRoot: true, from: /^fastify#/ },
    Fastify: { isRoot: true, from: /^fastify#/ },
  },
  types: ["FastifyInstance"],
  wrappers: [/^fastify-plugin#(?:default|\*|fp|fastifyPlugin)$/],
  calls: {
    register: { kind: "mount", child: 0, path: { at: 1, key: "prefix" }, isPlugin: true },
    route: { kind: "route", methods: ["ANY"], methodsIn: { at: 0, key: "method" }, path: url, handler: url },
    withTypeProvider: { kind: "same" },
    after: { kind: "same" },
  },
  examples: [
    {
      files: {
        "src/server.ts": `
import Fastify from "fastify";
import boats from "./boats";
const listTides = { method: ["GET", "HEAD"], url: "/tides", handler: async () => [] };
const server = Fastify({ logger: true });
server.get("/health", { schema }, async () => "ok");
server.route(listTides);
server.register(boats, { prefix: "/v1/boats" });
server.register(import("./docks.js"), { prefix: "/docks" });
server.register(async function (instance: FastifyInstance) {
  instance.post("/crew", add);
}, { prefix: "/admin" });
`,
        "src/boats.ts": `
import fp from "fastify-plugin";
export default fp(async function routes(fastify, options) {
  fastify.get("/:id", show);
});
`,
        "src/docks.js": `
module.exports = async (app) => { app.delete("/:id", remove); };
`,
      },
      endpoints: [
        "GET /health",
        "GET /tides",
        "HEAD /tides",
        "GET /v1/boats/:id",
        "DELETE /docks/:id",
        "POST /admin/crew",
      ],
    },
  ],
};
