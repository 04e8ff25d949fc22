import { afterEach, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const open: IndexedCodebase[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.remove()));
});

async function ask(files: Record<string, string>, question: string) {
  const indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
  open.push(indexed);
  return await askCodebase(indexed.codebase, { text: question });
}

const dotnet = {
  "src/Berths/BerthsApi.cs": `namespace Harbour.Berths;

public static class BerthsApi
{
    public static RouteGroupBuilder MapBerths(this IEndpointRouteBuilder app)
    {
        var api = app.MapGroup("api/berths");
        api.MapPost("/", CreateBerthAsync);
        return api;
    }

    public static async Task<Ok> CreateBerthAsync(BerthStore store, Berth berth)
    {
        await store.AddAsync(berth);
        return TypedResults.Ok();
    }
}
`,
  "src/Web/BerthClient.cs": `namespace Harbour.Web;

public class BerthClient
{
    public async Task CreateBerthAsync(Berth berth)
    {
        await http.PostAsync("api/berths", berth);
    }
}
`,
  "src/Berths/Program.cs":
    "var builder = WebApplication.CreateBuilder(args);\nvar app = builder.Build();\napp.MapBerths();\napp.Run();\n",
};

const express = {
  "package.json": '{ "name": "harbour", "dependencies": { "express": "5.0.0" } }',
  "src/routes.js":
    'const express = require("express");\nconst berths = require("./berths");\nconst app = express();\napp.get("/berths", berths.list);\napp.post("/berths", berths.create);\napp.get("/docs", docs.serve);\napp.listen(80);\n',
  "src/berths/index.js":
    'import { list } from "./list";\nimport { create } from "./create";\n\nexport { list, create };\n',
  "src/berths/list.js":
    "export const list = async (request, response) => {\n  response.json(await store.freeBerths());\n};\n",
  "src/berths/create.js":
    "export const create = async (request, response) => {\n  response.json(await store.keep(request.body));\n};\n",
  "src/ships.js": "export const list = (request, response) => {\n  response.json(allShips);\n};\n",
};

const go = {
  "go.mod": "module example.org/harbour\n\ngo 1.24\n\nrequire github.com/gin-gonic/gin v1.10.0\n",
  "main.go":
    'package main\n\nimport (\n\t"github.com/gin-gonic/gin"\n\n\t"example.org/harbour/api"\n)\n\nfunc main() {\n\tr := gin.Default()\n\th := &api.Handler{}\n\tr.GET("/ships", api.ListShips)\n\tr.GET("/berths", h.List)\n\tr.Run()\n}\n',
  "api/ships.go":
    'package api\n\nimport "github.com/gin-gonic/gin"\n\nfunc ListShips(c *gin.Context) {\n\tc.JSON(200, store.Ships())\n}\n',
  "api/berths.go":
    'package api\n\nimport "github.com/gin-gonic/gin"\n\ntype Handler struct{}\n\nfunc (h *Handler) List(c *gin.Context) {\n\tc.JSON(200, store.Berths())\n}\n',
  "crew/list.go": "package crew\n\ntype Roll struct{}\n\nfunc (r *Roll) List() []string {\n\treturn r.names\n}\n",
};

const laravel = {
  "composer.json": '{ "name": "harbour/app", "require": { "laravel/framework": "^12.0" } }',
  "routes/web.php":
    "<?php\n\nuse App\\Http\\Controllers\\BerthController;\nuse App\\Http\\Controllers\\LeaveController;\nuse Illuminate\\Support\\Facades\\Route;\n\nRoute::post('berths', [BerthController::class, 'store']);\nRoute::delete('berths/{berth}', LeaveController::class);\n",
  "app/Http/Controllers/BerthController.php":
    "<?php\n\nnamespace App\\Http\\Controllers;\n\nclass BerthController extends Controller\n{\n    public function store(Request $request)\n    {\n        return $this->berths->moor($request->ship);\n    }\n}\n",
  "app/Http/Controllers/LeaveController.php":
    "<?php\n\nnamespace App\\Http\\Controllers;\n\nclass LeaveController extends Controller\n{\n    public function __invoke(Berth $berth)\n    {\n        return $berth->leave();\n    }\n}\n",
  "app/Http/Controllers/ShipController.php":
    "<?php\n\nnamespace App\\Http\\Controllers;\n\nclass ShipController extends Controller\n{\n    public function store(Request $request)\n    {\n        return $this->ships->keep($request->ship);\n    }\n}\n",
};

const flask = {
  "requirements.txt": "flask==3.1.0\n",
  "app.py":
    'from flask import Flask\nfrom harbour import views\n\napp = Flask(__name__)\napp.add_url_rule("/berths", view_func=views.list_berths, methods=["GET"])\n',
  "harbour/__init__.py": "",
  "harbour/views.py": "def list_berths():\n    return store.berths()\n",
  "harbour/tools.py": "def list_berths():\n    return []\n",
};

describe("the code of a handler that a route names", () => {
  it.each([
    ["of the same class", dotnet, "What does POST /api/berths do?", "await store.AddAsync(berth)"],
    ["of a folder's index", express, "What does GET /berths do?", "store.freeBerths()"],
    ["of an imported package", go, "What does GET /ships do?", "store.Ships()"],
    ["of what a variable holds", go, "What does GET /berths do?", "store.Berths()"],
    ["of a class and a method", laravel, "What does POST /berths do?", "$this->berths->moor"],
    ["of a class that is called itself", laravel, "What does DELETE /berths/{id} do?", "$berth->leave()"],
    ["of an imported module", flask, "What does GET /berths do?", "store.berths()"],
  ])("is told: %s", async (_what, files, question, body) => {
    const { text } = await ask(files, question);
    expect(text).toMatch(/declared in `[^`]+`, line \d+, is handled by `/);
    expect(text).toContain(body);
    expect(text.match(/^```\w+$/gm)).toHaveLength(1);
  });

  it("is not guessed where it is of nothing that the file imports", async () => {
    const files = {
      ...express,
      "src/docs/serve.js": "export const serve = (request, response) => {\n  response.end();\n};\n",
    };
    const { text, sources } = await ask(files, "What does GET /docs do?");
    expect(text).toBe(
      "**`GET /docs`** is declared in `src/routes.js`, line 6, and names `docs.serve` as its handler. [1]",
    );
    expect(sources.map(({ path }) => path)).toEqual(["src/routes.js"]);
  });

  it("is not guessed where two could be meant", async () => {
    const other = dotnet["src/Berths/BerthsApi.cs"].replace(
      "    public static async Task<Ok> CreateBerthAsync(BerthStore store",
      "    public static Ok CreateBerthAsync(Berth berth) => TypedResults.Ok();\n\n    public static async Task<Ok> CreateBerthAsync(BerthStore store",
    );
    const { text } = await ask({ ...dotnet, "src/Berths/BerthsApi.cs": other }, "What does POST /api/berths do?");
    expect(text).toMatch(
      /is declared in `src\/Berths\/BerthsApi.cs`, line 8, and names `CreateBerthAsync` as its handler/,
    );
    expect(text).not.toContain("```");
  });

  it("is told also where a word of the path would be asked for otherwise", async () => {
    const config = {
      ...express,
      "src/routes.js": express["src/routes.js"].replace('"/berths", berths.list', '"/config", berths.list'),
    };
    const { text } = await ask(config, "What does GET /config do?");
    expect(text).toContain("store.freeBerths()");
  });
});
