import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:koa-router|@koa\/router|koa-better-router|koa-joi-router)#/;
const prefix = { at: 0, key: "prefix" };

/** Koa with the routers that are used with it. Its verbs and `use` are those of Express. */
export const koa: WebFramework = {
  name: "Koa",
  languages: ["ecmascript"],
  routers: {
    default: { isRoot: true, from: /^koa#(?:default|\*)$/ },
    Koa: { isRoot: true, from: /^koa#/ },
    Router: { path: prefix, from },
    KoaRouter: { path: prefix, from },
    mount: { path: 0, child: 1, from: /^koa-mount#/ },
  },
  rootTypes: ["Koa"],
  calls: {
    routes: { kind: "same" },
    middleware: { kind: "same" },
    prefix: { kind: "ownPath", path: 0 },
  },
  examples: [
    {
      files: {
        "src/index.js": `
const Koa = require("koa");
const Router = require("@koa/router");
const boats = require("./boats");
const app = new Koa();
const api = new Router({ prefix: "/api" });
api.use("/boats", boats.routes(), boats.allowedMethods());
api.get("/health", (ctx) => {});
app.use(api.routes()).use(api.allowedMethods());
`,
        "src/boats.js": `
const Router = require("koa-router");
const router = new Router();
router.prefix("/fleet");
router.get("/:id", show).del("/:id", remove);
module.exports = router;
`,
      },
      endpoints: ["GET /api/health", "GET /api/boats/fleet/:id", "DELETE /api/boats/fleet/:id"],
    },
    {
      files: {
        "src/web.ts": `
import Koa from "koa";
import mount from "koa-mount";
import docks from "./docks";
export default function init(app: Koa = new Koa()) {
  app.use(requireProxy());
  app.use(mount("/api", docks));
}
`,
        "src/docks.ts": `
import Koa from "koa";
import Router from "koa-router";
const docks = new Koa();
const router = new Router();
router.post("docks.list", auth({ role: "crew" }), list);
docks.use(router.routes());
export default docks;
`,
      },
      endpoints: ["POST /api/docks.list"],
      guards: { "POST /api/docks.list": ["requireProxy()", 'auth({ role: "crew" })'] },
    },
  ],
};
