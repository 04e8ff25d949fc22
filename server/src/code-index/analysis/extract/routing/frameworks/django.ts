import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const path = { methods: ["ANY"], path: [0, "route"], handler: [1, "view"], isView: true } as const;
const pattern = { ...path, path: [0, "regex"], isPattern: true } as const;
const set = ["list", "create", "retrieve", "update", "partial_update", "destroy"];
const routerOfSets = { trailing: "trailing_slash", handedOut: "urls" } as const;

/** Django's `urlpatterns` with `include`, and the views and routers of its REST framework. */
export const django: WebFramework = {
  name: "Django",
  languages: ["python"],
  items: { path, re_path: pattern, url: pattern },
  routers: { DefaultRouter: routerOfSets, SimpleRouter: routerOfSets },
  calls: {
    register: { kind: "viewSet", path: [0, "prefix"], view: [1, "viewset"] },
    append: { kind: "add" },
    extend: { kind: "add" },
    insert: { kind: "add" },
  },
  rootSettings: { ROOT_URLCONF: { variable: "urlpatterns" } },
  includes: { include: { variable: "urlpatterns" } },
  wrappers: [/\bformat_suffix_patterns$/],
  listCalls: { i18n_patterns: { path: "{language}/", unless: "prefix_default_language" } },
  views: {
    classes: /View|Mixin|Resource|Handler/i,
    bases: {
      CreateAPIView: ["post"],
      ListAPIView: ["get"],
      RetrieveAPIView: ["get"],
      DestroyAPIView: ["delete"],
      UpdateAPIView: ["put", "patch"],
      ListCreateAPIView: ["get", "post"],
      RetrieveUpdateAPIView: ["get", "put", "patch"],
      RetrieveDestroyAPIView: ["get", "delete"],
      RetrieveUpdateDestroyAPIView: ["get", "put", "patch", "delete"],
      ObtainAuthToken: ["post"],
      TemplateView: ["get"],
      ListView: ["get"],
      DetailView: ["get"],
      RedirectView: ["get"],
      FormView: ["get", "post"],
      CreateView: ["get", "post"],
      UpdateView: ["get", "post"],
      DeleteView: ["get", "post"],
      SpectacularAPIView: ["get"],
      SpectacularJSONAPIView: ["get"],
      SpectacularYAMLAPIView: ["get"],
      SpectacularSwaggerView: ["get"],
      SpectacularRedocView: ["get"],
      TokenObtainPairView: ["post"],
      TokenRefreshView: ["post"],
      TokenVerifyView: ["post"],
      ListModelMixin: ["list"],
      CreateModelMixin: ["create"],
      RetrieveModelMixin: ["retrieve"],
      UpdateModelMixin: ["update", "partial_update"],
      DestroyModelMixin: ["destroy"],
      ModelViewSet: set,
      ReadOnlyModelViewSet: ["list", "retrieve"],
    },
    actions: {
      list: { method: "GET" },
      create: { method: "POST" },
      retrieve: { method: "GET", isDetail: true },
      update: { method: "PUT", isDetail: true },
      partial_update: { method: "PATCH", isDetail: true },
      destroy: { method: "DELETE", isDetail: true },
    },
    extraAction: "action",
    methods: /^on_(get|post|put|patch|delete)(?:_(\w+))?$/,
    fields: { methods: "http_method_names", lookup: ["lookup_url_kwarg", "lookup_field"] },
    functions: {
      api_view: null,
      require_http_methods: null,
      require_GET: ["GET"],
      require_POST: ["POST"],
      require_safe: ["GET"],
    },
  },
  examples: [
    {
      files: {
        "site/settings.py": `ROOT_URLCONF = "site.urls"`,
        "site/urls.py": `
from django.urls import include, path, re_path
from boats.views import Home
CREW_PATH = rf"^crew/(?P<name>{NAME})"
urlpatterns = [
    path("", Home.as_view()),
    path("boats/", include("boats.urls")),
    re_path(r"^tides/(?P<day>\\d+)/$", tides),
    re_path(rf"{CREW_PATH}/log/?$", log),
]
urlpatterns += [path("health/", health)]
`,
        "boats/urls.py": `
from django.urls import path
from . import views
app_name = "boats"
urlpatterns = [path("", views.index), path("<int:pk>/", views.Detail.as_view(), name="detail")]
`,
        "boats/views.py": `
from django.views.decorators.http import require_http_methods
class Home(TemplateView): ...
class Detail(LoginRequiredMixin, UpdateView):
    def get(self, request, pk): ...
@require_http_methods(["GET", "POST"])
def index(request): ...
`,
      },
      endpoints: [
        "GET /",
        "GET /boats/",
        "POST /boats/",
        "GET /boats/<int:pk>/",
        "POST /boats/<int:pk>/",
        "ANY /tides/{day}/",
        "ANY /crew/{name}/log/",
        "ANY /health/",
      ],
    },
    {
      files: {
        "site/settings.py": `ROOT_URLCONF = "site.urls"`,
        "site/urls.py": `
from django.urls import include, path
from rest_framework import routers
from fleet import views
from fleet.views import CrewView
router = routers.DefaultRouter()
router.register(r"boats", views.BoatViewSet)
router.register("docks", views.DockViewSet, basename="docks")
plain = routers.SimpleRouter(trailing_slash=False)
plain.register("tides", views.TideViewSet)
urlpatterns = [
    path("api/", include([
        path("crew/", CrewView.as_view()),
        path("crew/<int:pk>/", csrf_exempt(views.CrewDetail.as_view())),
        path("log/", views.log),
        path("archive/", views.BoatViewSet.as_view({"get": "list", "put": "archive"})),
    ])),
    path("api/", include((router.urls, "api"))),
]
urlpatterns += plain.urls
`,
        "fleet/views.py": `
from rest_framework import mixins, viewsets
from rest_framework.decorators import action, api_view
from .base import BaseViewSet
class BoatViewSet(BaseViewSet):
    lookup_field = "slug"
    http_method_names = ["get", "post", "delete"]
    @action(detail=True, methods=["post", "put"], url_path="sail-out")
    def sail(self, request, slug=None): ...
    @action(detail=False)
    def count(self, request): ...
    def never(self): ...
class DockViewSet(mixins.ListModelMixin, viewsets.GenericViewSet):
    def retrieve(self, request, pk): ...
class TideViewSet(viewsets.ReadOnlyModelViewSet): ...
class CrewView(generics.ListCreateAPIView): ...
class CrewDetail(APIView):
    def patch(self, request, pk): ...
@api_view(["GET", "DELETE"])
def log(request): ...
`,
        "fleet/base.py": `class BaseViewSet(viewsets.ModelViewSet): ...`,
      },
      endpoints: [
        "GET /api/crew/",
        "POST /api/crew/",
        "PATCH /api/crew/<int:pk>/",
        "GET /api/log/",
        "DELETE /api/log/",
        "GET /api/archive/",
        "PUT /api/archive/",
        "GET /api/boats/",
        "POST /api/boats/",
        "GET /api/boats/{slug}/",
        "DELETE /api/boats/{slug}/",
        "POST /api/boats/{slug}/sail-out/",
        "GET /api/boats/count/",
        "GET /api/docks/",
        "GET /api/docks/{pk}/",
        "GET /tides",
        "GET /tides/{pk}",
      ],
    },
    {
      files: {
        "conf/base.py": `ROOT_URLCONF = "site.urls"`,
        "site/urls.py": `
from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
urlpatterns = i18n_patterns(
    path("crew/", include(("crew.urls", "crew"), namespace="crew")),
    path("map", tides),
)
urlpatterns += [path("health/", health)]
urlpatterns += i18n_patterns(path("open/", opened), prefix_default_language=False)
urlpatterns.append(path("docks/", include("docks.urls")))
urlpatterns.extend([path("ropes/", ropes)])
lines.append(path("never/", never))
`,
        "docks/urls.py": `
from django.urls import path
urlpatterns = [path("", docks)]
urlpatterns.append(path("<int:pk>/", dock))
`,
        "crew/urls.py": `
from django.conf.urls import include
from django.urls import path
patterns_cooks = [path("add/", add)]
urlpatterns = [path("cooks/", include((patterns_cooks, "cooks"), namespace="cooks"))]
`,
      },
      endpoints: [
        "ANY /{language}/crew/cooks/add/",
        "ANY /{language}/map",
        "ANY /health/",
        "ANY /open/",
        "ANY /docks/",
        "ANY /docks/<int:pk>/",
        "ANY /ropes/",
      ],
    },
  ],
};
