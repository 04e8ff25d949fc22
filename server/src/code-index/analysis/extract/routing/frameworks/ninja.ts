import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { verbDecorators } from "./fastapi.ts";

/** Django Ninja: decorators on routers that Django's own routes give a path. */
export const ninja: WebFramework = {
  name: "Django Ninja",
  languages: ["python"],
  routers: {
    NinjaAPI: { handedOut: "urls" },
    NinjaExtraAPI: { handedOut: "urls" },
    Router: { from: /^ninja(?:\.\w+)*#/ },
  },
  calls: {
    ...verbDecorators,
    api_operation: { kind: "route", methods: ["GET"], methodsIn: [0, "methods"], path: [1, "path"] },
    add_router: { kind: "mount", path: [0, "prefix"], child: [1, "router"], isNamed: true },
  },
  examples: [
    {
      files: {
        "site/settings.py": `ROOT_URLCONF = "site.urls"`,
        "site/urls.py": `
from django.urls import path
from .api import api
urlpatterns = [path("api/", api.urls), path("admin/", admin.site.urls)]
`,
        "site/api.py": `
from ninja import NinjaAPI
from boats.api import router as boats
api = NinjaAPI()
api.add_router("/boats/", boats)
api.add_router("/docks", "docks.api.router")
@api.get("/health")
def health(request): ...
`,
        "boats/api.py": `
from ninja import Router
router = Router()
@router.post("/{boat_id}")
def update(request, boat_id: int): ...
@router.api_operation(["PUT", "PATCH"], "/{boat_id}/log")
def log(request, boat_id: int): ...
`,
        "docks/api.py": `
from ninja import Router
router = Router()
@router.delete("/all")
def clear(request): ...
`,
      },
      endpoints: [
        "GET /api/health",
        "POST /api/boats/{boat_id}",
        "PUT /api/boats/{boat_id}/log",
        "PATCH /api/boats/{boat_id}/log",
        "DELETE /api/docks/all",
        "ANY /admin/",
      ],
    },
  ],
};
