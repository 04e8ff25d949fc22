import type { AttributeRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:litestar|starlite)(?:\.handlers)?#/;
const attribute = (...methods: string[]): AttributeRule => ({
  methods,
  methodsIn: "http_method",
  path: [0, "path"],
  isPathOptional: true,
  from,
  classPath: "path",
});
const routes = { routes: [0, "route_handlers"], hasNamedRoutes: true } as const;

/** Litestar: functions and controllers that are listed by their names. */
export const litestar: WebFramework = {
  name: "Litestar",
  languages: ["python"],
  routers: {
    Litestar: { isRoot: true, ...routes },
    Router: {
      path: "path",
      from: /^(?:litestar|starlite)(?:\.router)?#/,
      routes: "route_handlers",
      hasNamedRoutes: true,
    },
  },
  attributes: {
    get: attribute("GET"),
    post: attribute("POST"),
    put: attribute("PUT"),
    patch: attribute("PATCH"),
    delete: attribute("DELETE"),
    head: attribute("HEAD"),
    route: attribute("ANY"),
  },
  examples: [
    {
      files: {
        "app/main.py": `
from litestar import Litestar, Router, get
from app.boats import BoatController
@get("/health")
async def health() -> str: ...
@get()
async def index() -> str: ...
api = Router(path="/api", route_handlers=[BoatController])
app = Litestar(route_handlers=[health, index, api], debug=True)
`,
        "app/boats.py": `
from litestar import Controller, get, post
class BoatController(Controller):
    path = "/boats"
    @get()
    async def list(self): ...
    @post("/{boat_id:int}/log")
    async def log(self): ...
`,
      },
      endpoints: ["GET /health", "GET /", "GET /api/boats", "POST /api/boats/{boat_id:int}/log"],
    },
  ],
};
