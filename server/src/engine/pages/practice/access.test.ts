import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { draftAccess } from "./draft-access.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function accessOf(files: Record<string, string>): Promise<string> {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  return JSON.stringify(
    await draftAccess({ scopes: [openScope(indexed, "/")], services: [] } as unknown as PageSubject),
  );
}

it("knows mixins and permission classes of Django, those of bases, and what asks where a class says nothing", async () => {
  const text = await accessOf({
    "requirements.txt": "django==6.0\ndjangorestframework==4.0\n",
    "quay/settings.py":
      'ROOT_URLCONF = "quay.urls"\nREST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": ("quay.permissions.CrewPermission",)}\n',
    "quay/urls.py": `from django.urls import path
from . import views

urlpatterns = [
    path("berths/add", views.BerthAdd.as_view()),
    path("ropes/add", views.RopeAdd.as_view()),
    path("api/boats", views.BoatList.as_view()),
    path("api/tides", views.TideList.as_view()),
    path("api/signs", views.SignList.as_view()),
    path("api/piers", views.PierList.as_view()),
    path("api/lines", views.RopeList.as_view()),
]
`,
    "quay/views.py": `from django.contrib.auth.mixins import LoginRequiredMixin
from django.views.generic import CreateView
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView


class QuayView(LoginRequiredMixin, CreateView):
    """Anything that is added."""


class BerthAdd(QuayView):
    model = None

    def post(self, request):
        return None


class RopeAdd(LoginRequiredMixin, CreateView):
    def post(self, request):
        return None


class BoatList(APIView):
    permission_classes = (
        PilotPermission,
    )

    def get(self, request):
        return None


class TideList(APIView):
    def get(self, request):
        return None


class SignList(APIView):
    permission_classes = [AllowAny]

    def get(self, request):
        return None


class PermissionCountMixin:
    """Counts what somebody sees."""

    def get_queryset(self):
        return super().get_queryset().annotate(total=Count("boats"))


class CrewPermissionMixin:
    def dispatch(self, request):
        if request.user.is_anonymous:
            raise PermissionDenied
        return super().dispatch(request)


class PierPermissionCountMixin(PermissionCountMixin):
    """Counts piers."""


class PierList(PierPermissionCountMixin, APIView):
    permission_classes = (PilotPermission,)

    def get(self, request):
        return None


class RopeList(CrewPermissionMixin, APIView):
    def get(self, request):
        return None
`,
  });
  expect(text).toContain("`LoginRequiredMixin`");
  expect(text).toMatch(/`\/berths` \(\d\)[^"]*`\/ropes`|`\/ropes` \(\d\)[^"]*`\/berths`/);
  expect(text).toMatch(/`PilotPermission`[^\]]*`\/boats` \(1\)/);
  expect(text).toMatch(/`CrewPermission`[^\]]*`\/tides` \(1\)/);
  expect(text).toMatch(/`PilotPermission`[^\n]*`\/piers` \(1\)/);
  expect(text).toMatch(/`CrewPermissionMixin`[^\n]*`\/lines` \(1\)/);
  expect(text).not.toMatch(/AllowAny|PermissionCountMixin|`[^`]*signs`/);
});

const routes = `package main

import (
	"net/http"

	"quay/middleware"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /boats", WithStore(store, HandleAddBoat, logging...))
	mux.HandleFunc("GET /boats", WithStore(store, HandleListBoats, logging...))
	mux.HandleFunc("GET /tides", WithStore(store, HandleTides, logging...))
	mux.HandleFunc("GET /berths", WithStore(store, HandleBerths, logging...))
	http.ListenAndServe(":80", mux)
}

func HandleAddBoat(store Store, c Context) {
	if err := middleware.RequireCrew(store, c); err != nil {
		return
	}
	store.Add(c)
}

func HandleListBoats(store Store, c Context) {
	if err := middleware.RequireCrew(store, c); err != nil {
		return
	}
	store.List(c)
}

func HandleTides(store Store, c Context) {
	tides := store.Tides()
	c.Write(tides)
}

func HandleBerths(store Store, c Context) {
	berth := berthOf(store, c)
	c.Write(berth)
}

func berthOf(store Store, c Context) Berth {
	if !c.UserIsLogged() {
		return nil
	}
	return store.Berth()
}
`;
const middleware = `package middleware

// RequireCrew lets through whom the harbour pays.
func RequireCrew(store Store, c Context) error {
	return nil
}
`;

it("follows handlers that are wrapped to what they ask first, and calls nothing open that a wrapper lets through", async () => {
  const text = await accessOf({ "go.mod": "module quay\n", "main.go": routes, "middleware/crew.go": middleware });
  expect(text).toMatch(/`middleware\.RequireCrew`[^\]]*`\/boats` \(2\)/);
  expect(text).not.toContain("No guard is named");
});

const express = (...lines: string[]) => ({
  "package.json": JSON.stringify({ name: "quay", dependencies: { express: "5.0.0" } }),
  "src/server.ts": `import express from "express";
import { requireCrew } from "./guards.ts";
import { dock } from "./dock.ts";

const app = express();
app.use(express.json());
${lines.join("\n")}
app.get("/tides", (_, response) => response.end());
app.post("/boats", requireCrew, (_, response) => response.end());
app.put("/boats", requireCrew, (_, response) => response.end());
app.listen(80);
`,
  "src/guards.ts": "export function requireCrew() {}\n",
  "src/dock.ts": "export function dock() {}\n",
});

it("calls requests open only where all that runs before them was read", async () => {
  const open = /No guard is named[^"]*: GET `\/tides`\./;
  expect(await accessOf(express())).toMatch(open);
  await indexed?.remove();
  expect(await accessOf(express("app.use(dock);"))).not.toMatch(/No guard is named/);
  await indexed?.remove();
  expect(await accessOf(express('app.get("/docks", dock, (_, response) => response.end());'))).toMatch(open);
  await indexed?.remove();
  const routed = { ...express(), "src/ropes.ts": 'export function mount(app: any) {\n  app.use("/ropes", dock);\n}\n' };
  expect(await accessOf(routed)).not.toMatch(/No guard is named/);
});

it("calls nothing open that a class answers, whose base may ask", async () => {
  const text = await accessOf({
    "package.json": JSON.stringify({ name: "quay", dependencies: { express: "5.0.0" } }),
    "src/server.ts": `import express from "express";
import { requireCrew } from "./guards.ts";
import { Boats } from "./boats.ts";

const app = express();
const boats = new Boats();
app.get("/boats", boats.listBoats);
app.get("/tides", (_, response) => response.end());
app.post("/boats", requireCrew, (_, response) => response.end());
app.listen(80);
`,
    "src/guards.ts": "export function requireCrew() {}\n",
    "src/boats.ts":
      "export class Boats extends Controller {\n  listBoats(_: any, response: any) {\n    response.end();\n  }\n}\n",
  });
  expect(text).toMatch(/No guard is named[^"]*: GET `\/tides`\./);
});

it("looks for what classes ask in few of many bases", async () => {
  const level = (name: string, base: string) =>
    `class ${name}(${Array.from({ length: 80 }, () => base).join(",\n    ")}\n):\n    pass\n\n\n`;
  const views = `class Bottom:\n    pass\n\n\n${level("Low", "Bottom")}${level("Middle", "Low")}${level("Berths", "Middle")}`;
  const files = {
    "requirements.txt": "django==6.0\n",
    "quay/settings.py": 'ROOT_URLCONF = "quay.urls"\n',
    "quay/urls.py":
      'from django.urls import path\nfrom . import views\n\nurlpatterns = [path("berths", views.Berths.as_view())]\n',
    "quay/views.py": `${"import x\n".repeat(2_000)}${views}`,
  };
  const workedMs = startCpuClock();
  await accessOf(files);
  expect(workedMs()).toBeLessThan(4_000);
});

it("takes a call that looks at how something is written for no guard", async () => {
  const text = await accessOf({
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0" } }\n',
    "src/server.ts": `import express from "express";
import { verifyQuerySyntax, verifyUser } from "./checks.ts";
const app = express();
function list(request, response) {
  verifyQuerySyntax(request.query);
  response.end();
}
function change(request, response) {
  verifyUser(request);
  response.end();
}
app.get("/boats", list);
app.post("/boats", change);
app.listen(1);
`,
    "src/checks.ts": "export function verifyQuerySyntax(): void {}\nexport function verifyUser(): void {}\n",
  });
  expect(text).toContain("verifyUser");
  expect(text).not.toContain("verifyQuerySyntax");
});
