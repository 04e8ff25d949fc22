import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:hono(?:\/\w+)?|@hono\/zod-openapi|elysia)#/;
const prefix = { at: 0, key: "prefix" };

/** Hono and Elysia. Their verbs are those of the other frameworks. */
export const hono: WebFramework = {
  name: "Hono",
  languages: ["ecmascript"],
  routers: {
    Hono: { isRoot: true, from },
    OpenAPIHono: { isRoot: true, from },
    Elysia: { isRoot: true, path: prefix, from },
  },
  types: ["Hono", "OpenAPIHono", "Elysia"],
  calls: {
    on: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: -1 },
    route: { kind: "mount", path: 0, child: 1 },
    basePath: { kind: "group", path: 0, isPathSure: true },
    group: { kind: "group", path: 0 },
  },
  examples: [
    {
      files: {
        "src/index.ts": `
import { Hono } from "hono";
import boats from "./boats";
const app = new Hono().basePath("/api");
app.use("*", logger());
app.get("/health", (c) => c.text("ok")).post("/tides", zValidator("json", tide), add);
app.on(["PUT", "PATCH"], "/docks/:id", change);
app.route("/boats", boats);
export default app;
`,
        "src/boats.ts": `
import { Hono } from "hono";
const boats = new Hono<{ Bindings: Env }>();
boats.get("/:id", show);
export default boats;
`,
      },
      endpoints: [
        "GET /api/health",
        "POST /api/tides",
        "PUT /api/docks/:id",
        "PATCH /api/docks/:id",
        "GET /api/boats/:id",
      ],
    },
    {
      files: {
        "src/index.ts": `
import { Elysia } from "elysia";
import { boats } from "./boats";
new Elysia().get("/", () => "ok").use(boats).group("/v1", (app) => app.get("/tides", tides)).listen(3000);
`,
        "src/boats.ts": `
import { Elysia } from "elysia";
export const boats = new Elysia({ prefix: "/boats" }).get("/:id", show);
`,
      },
      endpoints: ["GET /", "GET /boats/:id", "GET /v1/tides"],
    },
  ],
};
