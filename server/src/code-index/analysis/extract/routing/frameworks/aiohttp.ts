import type { CallRule, ItemRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verbs = ["get", "post", "put", "patch", "delete", "head", "options"];
const path = [0, "path"] as const;
const handler = [1, "handler"] as const;
const view = { methods: ["ANY"], path, handler, isView: true } as const;

/** aiohttp: routes that are added one by one, as lists, and by decorators of tables. */
export const aiohttp: WebFramework = {
  name: "aiohttp",
  languages: ["python"],
  routers: { Application: { isRoot: true, from: /^aiohttp(?:\.web)?#/ }, RouteTableDef: {} },
  types: ["UrlDispatcher"],
  sameMembers: ["router"],
  items: {
    ...Object.fromEntries(
      verbs.map((verb): [string, ItemRule] => [verb, { methods: [verb.toUpperCase()], path, handler }]),
    ),
    view,
  },
  calls: {
    ...Object.fromEntries(
      verbs.map((verb): [string, CallRule] => [
        `add_${verb}`,
        { kind: "route", methods: [verb.toUpperCase()], path, handler },
      ]),
    ),
    add_view: { kind: "route", ...view },
    view: { kind: "route", methods: ["ANY"], path, isView: true },
    add_route: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2 },
    add_routes: { kind: "mount", child: 0 },
    add_subapp: { kind: "mount", path: [0, "prefix"], child: [1, "subapp"] },
  },
  examples: [
    {
      files: {
        "main.py": `
from aiohttp import web
from boats import routes, BoatView
import docks
app = web.Application()
app.router.add_get("/health", health)
app.router.add_route("PATCH", "/tides", tides)
app.router.add_view("/boats/{id}", BoatView)
app.add_routes(routes)
app.add_routes([web.post("/crew", add_crew), web.view("/fleet", BoatView)])
app.add_subapp("/docks/", docks.make_app())
`,
        "boats.py": `
from aiohttp import web
routes = web.RouteTableDef()
@routes.get("/boats")
async def list(request): ...
@routes.view("/log")
class LogView(web.View):
    async def put(self): ...
class BoatView(web.View):
    async def get(self): ...
    async def delete(self): ...
`,
        "docks.py": `
from aiohttp import web
def make_app():
    app = web.Application()
    app.router.add_post("/all", clear)
    return app
`,
      },
      endpoints: [
        "GET /health",
        "PATCH /tides",
        "GET /boats/{id}",
        "DELETE /boats/{id}",
        "GET /boats",
        "PUT /log",
        "POST /crew",
        "GET /fleet",
        "DELETE /fleet",
        "POST /docks/all",
      ],
    },
  ],
};
