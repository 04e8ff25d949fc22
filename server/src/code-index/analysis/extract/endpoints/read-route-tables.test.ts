import { expect, it } from "vitest";

import { extractFacts } from "#server/code-index/analysis/extract/extract-facts.ts";

async function routesOf(path: string, text: string): Promise<string[]> {
  const { endpoints } = await extractFacts({ path, bytes: new TextEncoder().encode(text) });
  return endpoints.map((one) => `${one.method} ${one.path} ${one.handler} ${one.startLine}`);
}

it("reads Go's tables of routes, with and without names of their fields", async () => {
  const text = `package api

var routes = []Route{
	{"List", "GET", "/sailings", listSailings},
	{"Add", http.MethodPost, "/sailings", withUser(addSailing)},
	{Method: "DELETE", Path: "/sailings/{id}", Handler: func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("{,"))
	}},
	// {"Old", "GET", "/old", old},
}

func (a Admin) Routes() []caddy.AdminRoute {
	return []caddy.AdminRoute{
		{
			Pattern: "/load",
			Handler: caddy.AdminHandlerFunc(a.load),
		},
	}
}

var one = &Route{Method: http.MethodPut, Path: "/one", HandlerFunc: put}
var table = map[string]http.HandlerFunc{"/health": health}
`;
  expect(await routesOf("routes.go", text)).toEqual([
    "GET /sailings listSailings 4",
    "POST /sailings addSailing 5",
    "DELETE /sailings/{id} null 6",
    "ANY /load a.load 14",
    "PUT /one put 21",
    "ANY /health health 22",
  ]);
});

it("takes no table of requests for routes", async () => {
  const text = `package api
var cases = []RouteCase{{"GET", "/a", http.StatusOK}, {"GET", "/b", true}}
var more = []struct{ m, p string }{{"GET", "/c"}}
var seen = []Endpoint{{"GET", "/d", "name"}, {Path: "/e"}}
`;
  expect(await routesOf("routes.go", text)).toEqual([]);
});

it("reads Python's tables of routes and added routes", async () => {
  const starlette = `from starlette.routing import Route, Mount
routes = [
    Route("/", endpoint=home),
    Mount("/api", routes=[
        Route("/users", users, methods=["GET", "POST"]),
        Route("/user/{id}", endpoint=User),
    ]),
    WebSocketRoute("/ws", chat),
]
app.add_api_route("/late", late, methods=["PUT"])
`;
  expect(await routesOf("app.py", starlette)).toEqual([
    "GET / home 3",
    "GET /api/users users 5",
    "POST /api/users users 5",
    "ANY /api/user/{id} User 6",
    "ANY /ws chat 8",
    "PUT /late late 10",
  ]);
  const aiohttp = `from aiohttp import web
app.add_routes([web.get("/a", a), web.view("/b", B)])
app.router.add_post("/c", c)
app.router.add_route("PUT", "/d", d)
`;
  expect(await routesOf("app.py", aiohttp)).toEqual(["GET /a a 2", "ANY /b B 2", "POST /c c 3", "PUT /d d 4"]);
  expect(await routesOf("app.py", 'config.add_route("home", "/home")\nfalcon_app.add_route("/x", Things())\n')).toEqual(
    ["ANY /home null 1", "ANY /x Things 2"],
  );
  const tornado =
    'import tornado.web\napp = tornado.web.Application([(r"/x/(\\\\d+)", main.XHandler), ("/y", nothing)])\n';
  expect(await routesOf("app.py", tornado)).toEqual(["ANY /x/(\\\\d+) main.XHandler 2"]);
  expect(await routesOf("app.py", 'Route("/x", y)\nweb.get("/z", z)\n')).toEqual([]);
});

it("reads tables of JavaScript and TypeScript in their many shapes", async () => {
  const text = `import { list, add } from "./handlers.ts";
export const routes: Record<string, Handler> = {
  "GET /sailings": list,
  "POST /sailings": withUser(add),
  async "DELETE /sailings/:id"(request) {
    return remove(request);
  },
  // "GET /old": old,
};
const rows = [
  ["GET", "/ships", ships.list],
  ["put", "/ships/:id", [auth, ships.put]],
] as const;
const byPath = { "/tides": { GET: tides, POST: async (request) => add(request) } };
const byMethod = { GET: { "/ports": ports }, DELETE: { "/ports/:id": (request) => drop(request) } };
const objects = [
  { path: "/berths", method: "get", middleware: [auth], handler },
  { method: ["GET", "POST"], path: "/crews", options: { auth: { mode: "try" }, handler: crews.all } },
  { method: HttpMethod.PATCH, route: "/crews/:id", controller: CrewController, action: "patch" },
];
Bun.serve({ routes: { "/health": health, "/static": new Response("x"), "/q": { PUT: q } } });
new Api(stack, "api", { routes: { "GET /notes": "packages/functions/src/list.main" } });
`;
  expect(await routesOf("src/server.ts", text)).toEqual([
    "GET /sailings list 3",
    "POST /sailings add 4",
    "DELETE /sailings/:id null 5",
    "GET /ships ships.list 11",
    "PUT /ships/:id ships.put 12",
    "GET /tides tides 14",
    "POST /tides null 14",
    "GET /ports ports 15",
    "DELETE /ports/:id null 15",
    "GET /berths handler 17",
    "GET /crews crews.all 18",
    "POST /crews crews.all 18",
    "PATCH /crews/:id CrewController.patch 19",
    "ANY /health health 21",
    "PUT /q q 21",
    "GET /notes packages/functions/src/list.main 22",
  ]);
});

it("reads definitions of routes that only a call tells from descriptions", async () => {
  const text = `const one = createRoute({ method: "get", path: "/a", responses: { 200: ok } });
const two = c.router({ get: { method: "GET", path: "/b", responses: {} } });
const three = { method: "GET", path: "/c", responses: {} };
`;
  expect(await routesOf("src/api.ts", text)).toEqual(["GET /a null 1", "GET /b null 2"]);
});

it("takes no data about calls for routes", async () => {
  const text = `const permissions = { "GET /a": admin, "POST /a": Role.admin };
const access = { "GET /b": "admin", "GET /b2": Role.ADMIN, "GET /b3": { limit: 3 }, "GET /b4": 200 };
const mockApi = { "GET /c": (request, response) => response.json({}) };
const openapi = { paths: { "/d": { get: readD }, "/e": { get: { responses: {} } } } };
const requests = [{ method: "GET", url: "/f", expected: 200 }, { method: "POST", path: "/g", body: {} }];
await axios({ method: "get", url: "/h", callback: done });
await fetch("/i", { method: "POST", handler });
const cases = [["GET", "/j", list]];
const menu = [{ path: "/k", component: Page }, ["/l", Page]];
const limits = [["GET", "/m", 30], ["GET", "/n", "slow"], ["GET", "/o", createLimiter({ max: 3 })]];
const client = { list: { method: "GET", path: "/p", schema: userSchema } };
const { GET = list } = { "/q": GET };
type Api = { "GET /r": Handler };
const calls = { "GET /s": (client) => client.get("/s"), "GET /t": vi.fn() };
const answers = { "GET /u": vi.fn(), "GET /v": z.object({ name: z.string() }) };
`;
  expect(await routesOf("src/client.ts", text)).toEqual([]);
  const umi = 'export default { "GET /api/me": (request, response) => response.send({}) };\n';
  expect(await routesOf("mock/user.ts", umi)).toEqual([]);
  expect(await routesOf("src/pages/account/_mock.ts", umi)).toEqual([]);
  expect(await routesOf("src/user.ts", umi)).toEqual(["GET /api/me null 1"]);
});

it("reads Go's maps by method and path, and tables of unnamed and declared structs", async () => {
  const text = `package api

type row struct {
	method, path string
	run          func(http.ResponseWriter, *http.Request)
}

var handlers = map[string]http.HandlerFunc{
	"GET /sailings":       s.list,
	"POST /sailings/{id}": withUser(s.add),
}

func (s *Server) mount() {
	for _, r := range []struct {
		method, path string
		handler      http.HandlerFunc
	}{
		{"GET", "/ships", s.ships},
		{http.MethodPut, "/ships/{id}", func(w http.ResponseWriter, r *http.Request) {}},
	} {
		s.mux.HandleFunc(r.method+" "+r.path, r.handler)
	}
	for _, r := range []row{{"DELETE", "/ships", s.drop}} {
	}
	nested := map[string]map[string]http.HandlerFunc{"/tides": {"GET": s.tides}}
	plain := map[string]func(http.ResponseWriter, *http.Request){"/": s.home}
	named := Routes{Route{"ports", []string{"GET", "HEAD"}, "/ports", ports}}
	roles := map[string]Role{"GET /roles": admin}
	paths := []struct{ m, p string; role Role }{{"GET", "/p", captain}}
}
`;
  expect(await routesOf("api.go", text)).toEqual([
    "GET /sailings s.list 9",
    "POST /sailings/{id} s.add 10",
    "GET /ships s.ships 18",
    "PUT /ships/{id} null 19",
    "DELETE /ships s.drop 23",
    "GET /tides s.tides 25",
    "ANY / s.home 26",
    "GET /ports ports 27",
    "HEAD /ports ports 27",
  ]);
});

it("reads tables of Python, Ruby and PHP", async () => {
  const python = `ROUTES = {
    "GET /sailings": list_sailings,
    ("POST", "/sailings"): api.add,
    "/ships": {"GET": list_ships, "PUT": lambda request: put(request)},
}
TABLE = [("GET", "/tides", tides), ["DELETE", "/tides", TideView.as_view()]]
ROWS = [{"method": "PATCH", "path": "/ports", "handler": ports}]
STATUS = {"GET /no": 200, "GET /none": None, "GET /never": "text"}
response = client.request("GET", "/client", handler)
`;
  expect(await routesOf("app.py", python)).toEqual([
    "GET /sailings list_sailings 2",
    "POST /sailings api.add 3",
    "GET /ships list_ships 4",
    "PUT /ships null 4",
    "GET /tides tides 6",
    "DELETE /tides TideView 6",
    "PATCH /ports ports 7",
  ]);
  const ruby = `ROUTES = {
  "GET /sailings" => :index,
  ["POST", "/sailings"] => method(:create),
  "DELETE /sailings" => ->(request) { drop(request) },
  "GET /ships" => "ships#index",
  "GET /no" => "text",
}
TABLE = [["GET", "/tides", TidesController], { method: "PUT", path: "/tides", handler: :put }]
`;
  expect(await routesOf("app.rb", ruby)).toEqual([
    "GET /sailings index 2",
    "POST /sailings create 3",
    "DELETE /sailings null 4",
    "GET /ships ships#index 5",
    "GET /tides TidesController 8",
    "PUT /tides put 8",
  ]);
  const php = `<?php
return [
    'GET /sailings' => [SailingController::class, 'list'],
    'POST /sailings' => 'SailingController@add',
    ['DELETE', '/sailings/{id}', [SailingController::class, 'drop']],
    [['GET', 'PUT'], '/ships', fn ($request) => ships($request)],
    ['name' => 'tide#index', 'url' => '/tides', 'verb' => 'GET'],
    'GET /no' => 'text',
];
`;
  expect(await routesOf("routes.php", php)).toEqual([
    "GET /sailings SailingController@list 3",
    "POST /sailings SailingController@add 4",
    "DELETE /sailings/{id} SailingController@drop 5",
    "GET /ships null 6",
    "PUT /ships null 6",
    "GET /tides tide#index 7",
  ]);
});

it("reads a long table within the time of a file", async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => `  ["GET", "/r${n}", r${n}],`);
  expect(await routesOf("src/a.ts", `const routes = [\n${rows.join("\n")}\n];\n`)).toHaveLength(1000);
  const flat = Array.from({ length: 20_000 }, (_, n) => `"GET", "/r${n}"`);
  expect(await routesOf("src/b.ts", `const routes = [${flat.join(",")}];\n`)).toEqual([]);
  const nested = `${'{"/a":['.repeat(3000)}${"]}".repeat(3000)}`;
  expect(await routesOf("src/c.ts", `const routes = { GET: ${nested} };\n`)).toEqual([]);
});
