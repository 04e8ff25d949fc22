import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]): CallRule => ({ kind: "route", methods, methodsIn: "methods", path: [0, "path"] });

/** What decorators of FastAPI are called, and of those that are written like it. */
export const verbDecorators = {
  get: route("GET"),
  post: route("POST"),
  put: route("PUT"),
  patch: route("PATCH"),
  delete: route("DELETE"),
  head: route("HEAD"),
  options: route("OPTIONS"),
};

/** FastAPI and Starlette: decorators, `include_router`, `mount`, lists of `Route` and `Mount`. */
export const fastapi: WebFramework = {
  name: "FastAPI",
  languages: ["python"],
  routers: {
    FastAPI: { isRoot: true, routes: "routes" },
    Starlette: { isRoot: true, routes: "routes" },
    APIRouter: { path: "prefix", routes: "routes" },
    Router: { routes: "routes" },
  },
  types: ["FastAPI", "Starlette", "APIRouter"],
  calls: {
    ...verbDecorators,
    api_route: route("GET"),
    websocket: route("WEBSOCKET"),
    add_api_route: {
      kind: "route",
      methods: ["GET"],
      methodsIn: "methods",
      path: [0, "path"],
      handler: [1, "endpoint"],
    },
    // Also Falcon's, whose resources say their methods themselves.
    add_route: {
      kind: "route",
      methods: ["ANY"],
      methodsIn: "methods",
      path: [0, "path"],
      handler: [1, "route"],
      isView: true,
      suffix: "suffix",
    },
    add_api_websocket_route: { kind: "route", methods: ["WEBSOCKET"], path: [0, "path"], handler: [1, "endpoint"] },
    include_router: { kind: "mount", child: [0, "router"], path: "prefix" },
    mount: { kind: "mount", child: [1, "app"], path: [0, "path"] },
  },
  items: {
    Route: { methods: ["GET"], methodsIn: "methods", path: [0, "path"], handler: [1, "endpoint"] },
    WebSocketRoute: { methods: ["WEBSOCKET"], path: [0, "path"], handler: [1, "endpoint"] },
    Mount: { methods: [], path: [0, "path"], child: [1, "routes"] },
  },
  examples: [
    {
      files: {
        "app/main.py": `
from fastapi import FastAPI
from app.api.main import api_router
from app.core.config import settings

app = FastAPI()
app.include_router(api_router, prefix=settings.API_V1_STR)

@app.get("/health")
async def health():
    return "ok"
`,
        "app/core/config.py": `
class AppConfig(BaseSettings):
    API_V1_STR: str = "/api/v1"

settings = AppConfig()
`,
        "app/api/main.py": `
from fastapi import APIRouter
from app.api.routes import boats, login

api_router = APIRouter()
api_router.include_router(login.router, tags=["login"])
api_router.include_router(boats.router, prefix="/boats", dependencies=[Depends(get_current_user)])
`,
        "app/api/routes/login.py": `
from fastapi import APIRouter
router = APIRouter(tags=["login"])

@router.post("/login/access-token")
def login(): ...
`,
        "app/api/routes/boats.py": `
from fastapi import APIRouter
router = APIRouter()

@router.get("/", response_model=Boats)
def list_boats(session: SessionDep): ...

@router.api_route("/{id}", methods=["GET", "HEAD"])
def read_boat(id: int, admin: User = Depends(require_admin), session: Session = Depends(get_db)): ...
`,
      },
      endpoints: [
        "GET /health",
        "POST /api/v1/login/access-token",
        "GET /api/v1/boats/",
        "GET /api/v1/boats/{id}",
        "HEAD /api/v1/boats/{id}",
      ],
      guards: {
        "GET /api/v1/boats/": ["Depends(get_current_user)"],
        "GET /api/v1/boats/{id}": ["Depends(get_current_user)", "Depends(require_admin)"],
        "HEAD /api/v1/boats/{id}": ["Depends(get_current_user)", "Depends(require_admin)"],
      },
    },
    {
      files: {
        "main.py": `
from fastapi import FastAPI
from harbour import create_router, register
app = FastAPI()
app.include_router(create_router("x"), prefix="/tides")
register(app)
cache.get("/never")
`,
        "harbour/__init__.py": `
from .tides import create_router
from .docks import register
`,
        "harbour/tides.py": `
from harbour.base import UserAPIRouter
def create_router(name):
    router = UserAPIRouter(prefix="/v2")
    @router.get("/today")
    def today(): ...
    return router
`,
        "harbour/base.py": "class UserAPIRouter(APIRouter): ...",
        "harbour/docks.py": `
def register(app: FastAPI):
    app.add_api_route("/docks", list_docks, methods=["GET", "POST"])
`,
      },
      endpoints: ["GET /tides/v2/today", "GET /docks", "POST /docks"],
    },
    {
      files: {
        "app.py": `
from starlette.applications import Starlette
from starlette.routing import Mount, Route
app = Starlette(routes=[
    Route("/", home),
    Route("/boats", Boats, methods=["GET", "POST"]),
    Mount("/admin", routes=[Route("/users", users)]),
])
`,
      },
      endpoints: ["GET /", "GET /boats", "POST /boats", "GET /admin/users"],
    },
  ],
};
