import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const path = { methods: ["ANY"], path: [0, "route"], handler: [1, "view"] } as const;
const pattern = { methods: ["ANY"], path: [0, "regex"], handler: [1, "view"], isPattern: true } as const;

/** Django's `urlpatterns` with `include`. */
export const django: WebFramework = {
  name: "Django",
  languages: ["python"],
  items: { path, re_path: pattern, url: pattern },
  rootSettings: { ROOT_URLCONF: { variable: "urlpatterns" } },
  includes: { include: { variable: "urlpatterns" } },
  examples: [
    {
      files: {
        "site/settings.py": `ROOT_URLCONF = "site.urls"`,
        "site/urls.py": `
from django.urls import include, path, re_path
from boats.views import Home
urlpatterns = [
    path("", Home.as_view()),
    path("boats/", include("boats.urls")),
    re_path(r"^tides/(?P<day>\\d+)/$", tides),
]
urlpatterns += [path("health/", health)]
`,
        "boats/urls.py": `
from django.urls import path
from . import views
app_name = "boats"
urlpatterns = [path("", views.index), path("<int:pk>/", views.Detail.as_view(), name="detail")]
`,
      },
      endpoints: ["ANY /", "ANY /boats/", "ANY /boats/<int:pk>/", "ANY /tides/(?P<day>\\d+)/", "ANY /health/"],
    },
  ],
};
