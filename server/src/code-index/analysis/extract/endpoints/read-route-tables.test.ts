import { expect, it } from "vitest";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";

import { readEndpoints } from "./read-endpoints.ts";

function routesOf(path: string, text: string): string[] {
  const found = readEndpoints(readSourceText(text, classifyPath(path).language));
  return found.map((one) => `${one.method} ${one.path} ${one.handler} ${one.startLine}`);
}

it("reads Go's tables of routes, with and without names of their fields", () => {
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
  expect(routesOf("routes.go", text)).toEqual([
    "GET /sailings listSailings 4",
    "POST /sailings addSailing 5",
    "DELETE /sailings/{id} null 6",
    "ANY /load a.load 14",
    "PUT /one put 21",
    "ANY /health health 22",
  ]);
});

it("takes no table of requests for routes", () => {
  const text = `package api
var cases = []RouteCase{{"GET", "/a", http.StatusOK}, {"GET", "/b", true}}
var more = []struct{ m, p string }{{"GET", "/c"}}
var seen = []Endpoint{{"GET", "/d", "name"}, {Path: "/e"}}
`;
  expect(routesOf("routes.go", text)).toEqual([]);
});

it("puts a block's path before the routes in it", () => {
  const text = `package api
func mount(r chi.Router) {
	r.Route("/v1", func(r chi.Router) {
		r.Get("/list", list)
		r.Route("/{id}", func(r chi.Router) {
			r.Put("/", put)
		})
	})
	r.Get("/health", health)
}
`;
  expect(routesOf("chi.go", text)).toEqual(["GET /v1/list list 4", "PUT /v1/{id} put 6", "GET /health health 9"]);
});

it("reads Python's tables of routes and added routes", () => {
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
  expect(routesOf("app.py", starlette)).toEqual([
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
  expect(routesOf("app.py", aiohttp)).toEqual(["GET /a a 2", "ANY /b B 2", "POST /c c 3", "PUT /d d 4"]);
  expect(routesOf("app.py", 'config.add_route("home", "/home")\nfalcon_app.add_route("/x", Things())\n')).toEqual([
    "ANY /home null 1",
    "ANY /x Things 2",
  ]);
  const tornado =
    'import tornado.web\napp = tornado.web.Application([(r"/x/(\\\\d+)", main.XHandler), ("/y", nothing)])\n';
  expect(routesOf("app.py", tornado)).toEqual(["ANY /x/(\\\\d+) main.XHandler 2"]);
  expect(routesOf("app.py", 'Route("/x", y)\nweb.get("/z", z)\n')).toEqual([]);
});

it("reads calls of Ktor, Javalin and Spring's router functions, and no client's annotations", () => {
  const ktor = `import io.ktor.server.routing.*
fun Application.api() = routing {
    route("/v1") {
        get("/list") { call.respond(all()) }
        post { add() }
    }
    delete("/all") { }
}
`;
  expect(routesOf("Api.kt", ktor)).toEqual(["GET /v1/list null 4", "DELETE /all null 7"]);
  const javalin =
    'import io.javalin.Javalin;\nclass A { void a() {\n app.get("/x", Users::list);\n path("/v1", () -> {\n get("/y", ctx -> {});\n });\n} }\n';
  expect(routesOf("A.java", javalin)).toEqual(["GET /x Users::list 3", "GET /v1/y null 5"]);
  const functional =
    'import o.RouterFunction;\nclass A { R r() {\n return route(GET("/x"), h::list).andRoute(POST("/y"), h::add);\n} }\n';
  expect(routesOf("A.java", functional)).toEqual(["GET /x h::list 3", "POST /y h::add 3"]);
  expect(routesOf("A.java", '@FeignClient("b")\ninterface B {\n @GetMapping("/x")\n List<X> list();\n}\n')).toEqual([]);
});
