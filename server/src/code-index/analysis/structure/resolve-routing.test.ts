import { describe, expect, it } from "vitest";

import { webFrameworks } from "#server/code-index/analysis/extract/routing/web-frameworks.ts";
import { resolveEndpoints } from "#server/code-index/testing/resolve-endpoints.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

function doublingFunctions(count: number): string {
  return Array.from({ length: count }, (_, at) => `function f${at}() { f${at + 1}(); f${at + 1}(); }`).join("\n");
}

describe("routing that is no help", () => {
  it.each([
    ["brackets in brackets", `x = ${"(".repeat(20_000)}${")".repeat(20_000)}`],
    ["calls of calls", `x = app${".get('/x')".repeat(20_000)}`],
    ["sums of sums", `x = ${'"/a" + '.repeat(20_000)}"b"`],
    ["members of members", `x = a${".b".repeat(20_000)}`],
    ["lists in lists", `x = ${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ])("is left unread: %s", async (_what, hostile) => {
    const files = { "main.py": `app = FastAPI()\n@app.get("/boats")\ndef boats(): ...\n${hostile}\n` };
    const found = await resolveEndpoints(files);
    expect(found.filter(({ path }) => path !== "/x").map(({ path }) => path)).toEqual(["/boats"]);
  });

  it.each([
    ["a chain without end", `Route::get('/x')${"->a()".repeat(20_000)};`],
    ["groups in groups", `${"Route::group([], function () {".repeat(3_000)}${"});".repeat(3_000)}`],
    ["functions that call each other twice", doublingFunctions(60)],
    ["a file that loads itself", "require __DIR__ . '/web.php';"],
  ])("is left unread in PHP: %s", async (_what, hostile) => {
    const spentMs = startCpuClock();
    const found = await resolveEndpoints({
      "bootstrap/app.php": "<?php\nreturn Application::configure()->withRouting(web: __DIR__.'/../routes/web.php');\n",
      "routes/web.php": `<?php\nRoute::get('/boats', Boats::class);\n${hostile}\n`,
    });
    expect(found.map(({ path }) => path).filter((path) => path === "/boats")).toEqual(["/boats"]);
    expect(spentMs()).toBeLessThan(20_000);
  });

  it("reads chains of as many calls as programs of many routes have", async () => {
    const routes = Array.from({ length: 300 }, (_, at) => `        .route("/boats/${at}", get(list))`).join("\n");
    const found = await resolveEndpoints({
      "Cargo.toml": '[package]\nname = "ferry"\n',
      "src/main.rs": `use axum::{Router, routing::get};
async fn main() {
    let app = Router::new()
${routes};
    axum::serve(listener, app).await.unwrap();
}
`,
    });
    expect(found.map(({ certainty }) => certainty)).toEqual(Array.from({ length: 300 }, () => "resolved"));
  });

  it("keeps groups apart that bear one name in several blocks, with what protects each", async () => {
    const found = await resolveEndpoints({
      "go.mod": "module example.com/ferry\n",
      "main.go": `package main
import "github.com/gin-gonic/gin"
func main() {
	r := gin.Default()
	{
		g := r.Group("/locks", RequireAdmin())
		g.GET("/keys", list)
	}
	{
		g := r.Group("/open")
		g.GET("/gates", list)
	}
}
`,
    });
    expect(found.map(({ path, guards }) => `${path} ${guards.map(({ name }) => name).join(" ")}`)).toEqual([
      "/locks/keys RequireAdmin()",
      "/open/gates ",
    ]);
  });

  it("names what a permission or a limit lets through to, and what makes a handler of something else", async () => {
    const found = await resolveEndpoints({
      "go.mod": "module example.com/ferry\n",
      "main.go": `package main
import "github.com/labstack/echo/v4"
func main() {
	e := echo.New()
	e.GET("/boats", allowed(a.Limit(h.ListBoats), "boats:read"))
	e.GET("/style.css", served(h.settings))
}
`,
    });
    expect(found.map(({ path, handler }) => `${path} ${handler}`)).toEqual(["/boats h.ListBoats", "/style.css served"]);
  });

  it("says where endpoints follow from conventions that are not read", async () => {
    const found = await resolveEndpoints({
      "src/Entity/Boat.php":
        "<?php\nuse ApiPlatform\\Metadata\\ApiResource;\n#[ApiResource(collectionOperations: ['get'])]\nclass Boat {}\n",
    });
    expect(found.map(({ handler, certainty }) => `${handler} ${certainty}`)).toEqual(["Boat unknown"]);
  });

  it("says where no file of routes is loaded", async () => {
    const found = await resolveEndpoints({ "routes/api.php": "<?php\nRoute::get('/boats', Boats::class);\n" });
    expect(found.map(({ path, certainty }) => `${path} ${certainty}`)).toEqual(["/boats unknown"]);
  });

  it("ends where routers are mounted in a circle, and where one is mounted twice", async () => {
    const found = await resolveEndpoints({
      "main.py": `
app = FastAPI()
a = APIRouter()
b = APIRouter()
a.include_router(b, prefix="/b")
b.include_router(a, prefix="/a")
app.include_router(b, prefix="/one")
app.include_router(b, prefix="/two")
@b.get("/boats")
def boats(): ...
`,
    });
    expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(["/one/boats", "/two/boats"]));
    expect(found.length).toBeLessThan(40);
  });

  it("puts a part that is not known, or what is there without a setting, where a path is computed", async () => {
    const found = await resolveEndpoints({
      "src/index.ts": `
import { Hono } from "hono";
import boats from "./boats";
const app = new Hono().basePath(base || "/");
const below = config.below || "";
app.route(\`\${below}/boats\`, boats);
export default app;
`,
      "src/boats.ts": `import { Hono } from "hono";\nconst boats = new Hono();\nboats.get("/:id", show);\nexport default boats;\n`,
      "Cargo.toml": `[package]\nname = "ferry"\n`,
      "src/main.rs": `
use axum::{routing::get, Router};
fn main() { axum::serve(l, Router::new().nest(path, Router::new().route("/tides", get(tides)))).await; }
`,
    });
    expect(found.map(({ path, certainty }) => `${path} ${certainty}`).sort()).toEqual([
      "/boats/:id partly",
      "/{…}/tides partly",
    ]);
  });

  it("keeps a prefix of Django's that is a variable, and takes one that begins empty for empty", async () => {
    const found = await resolveEndpoints({
      "site/settings.py": `ROOT_URLCONF = "site.urls"`,
      "site/urls.py": `
from django.urls import include, path
prefix = ""
if below := urlparse(settings.SITE_ROOT).path.lstrip("/"):
    prefix = f"{below}/"
urlpatterns = [
    path(prefix, include("harbour.urls")),
    path(settings.STAFF_PATH, include("crew.urls")),
]
`,
      "harbour/urls.py": `from django.urls import path\nurlpatterns = [path("docks/", views.docks)]\n`,
      "crew/urls.py": `from django.urls import path\nurlpatterns = [path("list/", views.crew)]\n`,
    });
    expect(found.map(({ path, certainty }) => `${path} ${certainty}`).sort()).toEqual([
      "/docks/ partly",
      "/{STAFF_PATH}/list/ partly",
    ]);
  });

  it("knows no path of a router of Go that is given away where the program shows what it serves", async () => {
    const serving = `func main() { http.ListenAndServe(":80", chi.NewRouter()) }\n`;
    const made = `func add() {\n\tr := chi.NewRouter()\n\tr.Get("/boats", list)\n\tplugins.Add(r)\n}\n`;
    const head = `package main\nimport (\n\t"net/http"\n\t"github.com/go-chi/chi/v5"\n)\n`;
    const foundIn = async (text: string): Promise<string[]> => {
      const found = await resolveEndpoints({ "go.mod": "module example.com/ferry\n", "main.go": `${head}${text}` });
      return found.map(({ path, certainty }) => `${path} ${certainty}`);
    };
    expect(await foundIn(`${serving}${made}`)).toEqual(["/boats unknown"]);
    expect(await foundIn(made)).toEqual(["/boats resolved"]);
  });

  it("takes a setting in front of joined paths of Go for empty, and keeps the name of a parameter that nobody gives", async () => {
    const found = await resolveEndpoints({
      "go.mod": "module example.com/ferry\n",
      "main.go": `package main
import (
	"path"
	"github.com/go-chi/chi/v5"
)
func main() {
	r := chi.NewRouter()
	r.Get(path.Join(conf.Server.BasePath, "boats"), list)
	r.Get(conf.APIBaseURL+"/tides", list)
	pages(r, conf.BaseURL)
}
func pages(r chi.Router, base string) { r.Get(base+"/crew", list) }
func Add(r chi.Router, name string) { r.Get("/docks/"+name, list) }
`,
    });
    expect(found.map(({ path, certainty }) => `${path} ${certainty}`).sort()).toEqual([
      "/boats partly",
      "/crew partly",
      "/docks/{name} unknown",
      "/tides partly",
    ]);
  });

  it("says what it does not know", async () => {
    const found = await resolveEndpoints({
      "alone.py": `router = APIRouter(prefix="/tides")\n@router.get("/today")\ndef today(): ...\n`,
      "main.py": `app = FastAPI()\napp.include_router(other, prefix=VERSION)\n@app.get(f"/{BASE}/boats")\ndef boats(): ...\n`,
    });
    expect(found.map(({ path, certainty }) => `${path} ${certainty}`).sort()).toEqual([
      "/tides/today unknown",
      "/{BASE}/boats partly",
    ]);
  });
});

describe.each(webFrameworks)("$name", ({ examples }) => {
  it.each(examples)("has the endpoints of its example: $endpoints", async ({ files, endpoints, guards }) => {
    const found = await resolveEndpoints(files);
    expect(found.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...endpoints].sort());
    expect(found.filter(({ certainty }) => certainty !== "resolved")).toEqual([]);
    const guarded = found.filter((one) => one.guards.length > 0);
    const names = guarded.map((one) => [`${one.method} ${one.path}`, one.guards.map(({ name }) => name)] as const);
    if (guards !== undefined) expect(Object.fromEntries(names)).toEqual(guards);
  });
});

it("says of paths that an attribute works out while it runs that their beginning is not known", async () => {
  const found = await resolveEndpoints({
    "Attributes/VersionedAttribute.cs": `
public class VersionedAttribute : Attribute, IRouteTemplateProvider, IApiBehaviorMetadata
{
    public VersionedAttribute(int version, string resource) { Template = $"api/v{version}/{resource}"; }
    public string Template { get; }
}
public class V3Attribute : VersionedAttribute
{
    public V3Attribute(string resource = "[controller]") : base(3, resource) { }
}
`,
    "Controllers/BoatsController.cs": `
[V3]
public class BoatsController : ControllerBase
{
    [HttpPut("bulk")]
    public IActionResult All() => Ok();
}
`,
  });
  expect(found.map(({ method, path, certainty }) => `${method} ${path} ${certainty}`)).toEqual([
    "PUT /{…}/bulk partly",
  ]);
});
