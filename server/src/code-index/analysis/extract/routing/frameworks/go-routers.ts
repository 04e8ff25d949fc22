import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { goGroups } from "./go-groups.ts";
import { goHandlers } from "./go-handlers.ts";

const handlerWith = { module: /\blabstack\/echo\b/, handler: 1 };
const route = (...methods: string[]): CallRule => ({ kind: "route", methods, path: 0, handler: -1, handlerWith });
const verbs = ["Get", "Post", "Put", "Patch", "Delete", "Head", "Options"];
const packages =
  /\b(?:gin|echo|fiber|httprouter|iris|hertz\/pkg\/app\/server|flamego|macaron|fasthttp\/router)(?:[/.]v\d+)?#/;
/** Routers that may also be mounted on others in ways that are not seen. */
const made = { isRoot: true, isPresumed: true } as const;
const http = /(?:^|\/)http(?:#\*)?\.\w+$/;
const group: CallRule = { kind: "group", path: 0 };
/** Of a router that stands for one path: `r.PathPrefix("/boats").Handler(list)`. */
const onGroup: CallRule = {
  kind: "route",
  methods: ["ANY"],
  path: 9,
  isPathOptional: true,
  handler: 0,
  isOnGroup: true,
};
const openGroup: CallRule = { kind: "group" };

/** Gin, Echo, Chi, Fiber, macaron and flamego, gorilla/mux, fasthttp/router and the standard library: they differ in names alone. */
export const goRouters: WebFramework = {
  name: "Go routers",
  languages: ["go"],
  routers: {
    Default: { isRoot: true, from: packages },
    New: { isRoot: true, from: packages },
    Classic: { isRoot: true, from: packages },
    NewRouter: made,
    NewMux: made,
    NewServeMux: made,
    Server: { isRoot: true, isLiteral: true, from: http, child: "Handler" },
    ListenAndServe: { isRoot: true, from: http, child: 1 },
    ListenAndServeTLS: { isRoot: true, from: http, child: 3 },
    Serve: { isRoot: true, from: http, child: 1 },
    // What is in front is taken off and put on again where it is mounted.
    StripPrefix: { path: 0, from: http, child: 1, needsChild: true },
    ServeTLS: { isRoot: true, from: http, child: 1 },
  },
  types: ["RouterGroup", "IRouter", "IRoutes", "Group", "Router", "Mux", "ServeMux", "Macaron", "Flame"],
  // Products wrap a router in an engine of their own as gin does.
  rootTypes: ["Engine", "echo.Echo", "fiber.App"],
  modules: ["net/http#*"],
  areWrapped: true,
  pathConstants: /Path|Route|Endpoint|Prefix|Pattern|U(?:rl|RL|ri|RI)/,
  calls: {
    ...Object.fromEntries(
      verbs.flatMap((verb) => [verb, verb.toUpperCase()].map((name) => [name, route(verb.toUpperCase())])),
    ),
    Any: route("ANY"),
    ANY: route("ANY"),
    All: route("ANY"),
    Handle: [
      { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2 },
      { kind: "route", methods: ["ANY"], path: 0, handler: 1, mayBeRouter: true },
    ],
    HandleFunc: route("ANY"),
    Handler: onGroup,
    HandlerFunc: onGroup,
    Path: group,
    Method: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: -1 },
    MethodFunc: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: -1 },
    Add: { kind: "route", methods: ["ANY"], methodsIn: 0, path: 1, handler: 2 },
    Methods: { kind: "methods" },
    Name: { kind: "same" },
    Queries: { kind: "same" },
    Headers: { kind: "same" },
    Use: { kind: "same", hasGuards: true },
    With: openGroup,
    Group: [group, openGroup],
    // `m.Route("/boats", "GET,POST", list)` of macaron and flamego, `r.Route("/boats", func(r chi.Router) { … })` of chi.
    Route: [{ kind: "route", methods: ["ANY"], methodsIn: 1, path: 0, handler: 2 }, group],
    Routes: { kind: "route", methods: ["ANY"], methodsIn: 1, path: 0, handler: 2 },
    Combo: { kind: "group", path: 0, isOnePath: true, hasHandlers: true },
    Party: group,
    PartyFunc: group,
    PathPrefix: group,
    Subrouter: { kind: "same" },
    NewRoute: openGroup,
    ServeHTTP: { kind: "forward" },
    Mount: { kind: "mount", child: 1, path: 0 },
  },
  examples: [
    {
      files: {
        "go.mod": "module example.com/ferry\n",
        "main.go": `
package main
import (
	"github.com/gin-gonic/gin"
	"example.com/ferry/boats"
)
const base = "/api"
func main() {
	r := gin.Default()
	r.GET(boats.PathRopes, ropes)
	r.GET("/health", health)
	root := r.Group(boats.Config.RootPath)
	root.GET("/up", up)
	v1 := r.Group(base + "/v1")
	{
		boats.Register(v1.Group("/boats"))
		v1.POST("/open", addTide)
		v1.Use(auth()).POST("/tides", addTide)
		v1.Group("/crew", RequireAdmin()).GET("", list)
	}
}
`,
        "boats/paths.go": `
package boats
const (
	EndpointRopes = "ropes"
	PathRoot = "/ship"
	PathRopes = PathRoot + "/" + EndpointRopes
)
`,
        "boats/routes.go": `
package boats
import "github.com/gin-gonic/gin"
func Register(g *gin.RouterGroup) {
	g.GET("", list)
	h := newHandler()
	registerOne(g.Group("/:id"), h)
	cache.Get("/never", x)
}
`,
        "boats/one.go": `
package boats
func registerOne(g *gin.RouterGroup, h *handler) {
	g.DELETE("", h.remove)
}
`,
      },
      endpoints: [
        "GET /health",
        "GET /ship/ropes",
        "GET /up",
        "POST /api/v1/open",
        "POST /api/v1/tides",
        "GET /api/v1/crew",
        "GET /api/v1/boats",
        "DELETE /api/v1/boats/:id",
      ],
      guards: { "POST /api/v1/tides": ["auth()"], "GET /api/v1/crew": ["auth()", "RequireAdmin()"] },
    },
    {
      files: {
        "go.mod": "module example.com/ferry\n",
        "server.go": `
package ferry
import "github.com/go-chi/chi/v5"
type Server struct { router chi.Router }
func (s *Server) routes() {
	s.router = chi.NewRouter()
	s.router.Route("/boats", func(r chi.Router) {
		r.Get("/", s.list)
		r.With(paginate).Get("/{id}", s.show)
		r.Group(func(r chi.Router) {
			r.Post("/", s.add)
		})
	})
	s.router.Mount("/admin", adminRoutes())
}
`,
        "admin.go": `
package ferry
func adminRoutes() chi.Router {
	r := chi.NewRouter()
	r.Method("GET", "/users", users{})
	return r
}
`,
      },
      endpoints: ["GET /boats/", "GET /boats/{id}", "POST /boats/", "GET /admin/users"],
    },
    {
      files: {
        "go.mod": "module example.com/ferry\n",
        "main.go": `
package main
import (
	"net/http"
	"example.com/ferry/handlers"
	"github.com/gorilla/mux"
)
func main() {
	m := http.NewServeMux()
	m.HandleFunc("GET /boats/{id}", show)
	http.Handle("/metrics", metrics)
	r := mux.NewRouter()
	sub := r.PathPrefix("/v2").Subrouter()
	sub.HandleFunc("/tides", tides).Methods("GET", http.MethodPost).Name("tides")
	h := handlers.New()
	h.Add(sub)
}
`,
        "handlers/handlers.go": `
package handlers
type Docks struct{}
func New() *Docks { return &Docks{} }
func (d *Docks) Add(r *mux.Router) { r.HandleFunc("/docks", d.list) }
`,
      },
      endpoints: ["GET /boats/{id}", "ANY /metrics", "GET /v2/tides", "POST /v2/tides", "ANY /v2/docks"],
    },
    {
      files: {
        "go.mod": "module example.com/ferry\n",
        "main.go": `
package main
import (
	"net/http"
	"github.com/gin-gonic/gin"
	"example.com/ferry/api"
	"example.com/ferry/crew"
	"example.com/ferry/tides"
)
func main() {
	engine := gin.New()
	c := &crew.Controller{Log: log, Router: engine}
	c.Init()
	root := http.NewServeMux()
	root.Handle("/static/", http.StripPrefix("/static/", files))
	root.Handle("/api/", http.StripPrefix("/api", api.Handler()))
	root.Handle("/v1/", tides.NewHandler())
	root.HandleFunc("/health", health)
	server := &http.Server{Addr: ":80", Handler: logged(root)}
	server.ListenAndServe()
}
`,
        "crew/controller.go": `
package crew
type Controller struct {
	Log *Logger
	Router *gin.Engine
}
`,
        "crew/routes.go": `
package crew
func (c *Controller) Init() {
	c.Router.GET("/crew", c.list)
	c.resource(c.Router.Group("/v2"), "/sailors", sailors)
	c.resource(c.Router.Group("/v2"), "/cooks", cooks)
}
`,
        "crew/resource.go": `
package crew
func (c *Controller) resource(g *gin.RouterGroup, path string, list Lister) {
	sub := g.Group(path)
	sub.GET("/:id", list.One)
}
`,
        "api/handler.go": `
package api
func Handler() http.Handler {
	r := mux.NewRouter()
	r.Methods("PUT").Path("/docks").HandlerFunc(put)
	r.PathPrefix("/ropes").Handler(wrap(ropes)).Methods("GET")
	return cors(compress(r))
}
`,
        "tides/handler.go": `
package tides
type Handler struct { mux *http.ServeMux }
func NewHandler() *Handler {
	h := &Handler{mux: http.NewServeMux()}
	h.routes()
	return h
}
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }
`,
        "tides/routes.go": `
package tides
func (h *Handler) routes() { h.mux.HandleFunc("GET /v1/tides", h.list) }
`,
      },
      endpoints: [
        "GET /crew",
        "GET /v2/sailors/:id",
        "GET /v2/cooks/:id",
        "ANY /static/",
        "PUT /api/docks",
        "GET /api/ropes",
        "GET /v1/tides",
        "ANY /health",
      ],
    },
    ...goHandlers,
    ...goGroups,
  ],
};
