import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Types with a method that gets a router (made by a function, given, held in a field), what wraps the whole program, and rarer routers. */
export const goHandlers: WebFramework["examples"] = [
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import (
	"net/http"
	"github.com/go-chi/chi/v5"
	"example.com/ferry/routes"
	"example.com/ferry/server"
)
func main() {
	docks := routes.NewDocksHandler(store)
	sailors := routes.NewSailorHandler(store)
	root := chi.NewRouter()
	api := chi.NewRouter()
	root.Mount("/api", api)
	docks.RegisterRoutes(root)
	sailors.RegisterRoutes(api)
	setup(api, routes.NewTidesHandler(store))
	s := server.New()
	s.Mount(api)
}
func setup(r chi.Router, tides *routes.TidesHandler) { tides.RegisterRoutes(r) }
`,
      "routes/docks.go": `
package routes
type DocksHandler struct{ store *Store }
func NewDocksHandler(store *Store) *DocksHandler { return &DocksHandler{store} }
func (h *DocksHandler) RegisterRoutes(r chi.Router) { r.Get("/docks", h.list) }
func (h *DocksHandler) list(w http.ResponseWriter, r *http.Request) { never := r.Header.Get("X-Never") }
`,
      "routes/sailors.go": `
package routes
type sailorHandler struct{ store *Store }
func NewSailorHandler(store *Store) *sailorHandler { return &sailorHandler{store} }
func (h *sailorHandler) RegisterRoutes(r chi.Router) { r.Get("/sailors", h.list) }
`,
      "routes/tides.go": `
package routes
type TidesHandler struct{}
func (h *TidesHandler) RegisterRoutes(r chi.Router) { r.Get("/tides", h.list) }
`,
      "server/server.go": `
package server
import (
	"github.com/go-chi/chi/v5"
	"example.com/ferry/server/ropes"
)
type Server struct {
	ropes *ropes.Handler
	crew  *crewHandler
}
func (s *Server) Mount(r chi.Router) {
	s.ropes.Register(r)
	r.Route("/v2", func(r chi.Router) { s.crew.Register(r) })
}
`,
      "server/crew.go": `
package server
type crewHandler struct{}
func (h *crewHandler) Register(r chi.Router) { r.Delete("/crew", h.remove) }
`,
      "server/ropes/ropes.go": `
package ropes
type Handler struct{}
func (h *Handler) Register(r chi.Router) { r.Post("/ropes", h.add) }
`,
    },
    endpoints: ["GET /docks", "GET /api/sailors", "GET /api/tides", "POST /api/ropes", "DELETE /api/v2/crew"],
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "cmd/main.go": `
package main
import (
	"net/http"
	"github.com/gorilla/handlers"
	"example.com/ferry/routes"
)
func main() {
	var served http.Handler = routes.OpenRoutes()
	served = handlers.ProxyHeaders(served)
	err := http.ListenAndServe(":80", trimmed(served))
}
func trimmed(next http.Handler) http.Handler { return next }
`,
      "routes/open.go": `
package routes
import "github.com/gorilla/mux"
func OpenRoutes() *mux.Router {
	r := mux.NewRouter()
	r.HandleFunc("/open", list).Methods("GET")
	staff := r.NewRoute().Subrouter()
	staff.Use(requireStaff)
	staff.PathPrefix("/staff").Subrouter().HandleFunc("/docks", docks).Methods("PUT")
	return r
}
`,
    },
    endpoints: ["GET /open", "PUT /staff/docks"],
    guards: { "PUT /staff/docks": ["requireStaff"] },
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "cmd/main.go": `
package main
import "example.com/ferry/consts"
func start() error {
	s := CreateServer()
	s.MountRouter("Boats", consts.URLPathBoats, CreateBoatRouter())
	s.MountRouter("Crew", consts.URLPathBoats+"/crew", CreateCrewRouter())
	return s.Run()
}
`,
      "cmd/wire.go": `
package main
import (
	"example.com/ferry/boats"
	"example.com/ferry/crew"
	"example.com/ferry/server"
)
func CreateServer() *server.Server {
	serverServer := server.New(open())
	return serverServer
}
func CreateBoatRouter() *boats.Router {
	router := boats.New(open())
	return router
}
func CreateCrewRouter() *crew.Router { return crew.NewRouter() }
`,
      "consts/consts.go": `
package consts
const URLPathBoats = "/api"
`,
      "server/server.go": `
package server
import (
	"net/http"
	"path"
	"github.com/go-chi/chi/v5"
)
type Server struct{ router chi.Router }
func New(store Store) *Server {
	s := &Server{}
	s.routes()
	return s
}
func (s *Server) MountRouter(description, urlPath string, sub http.Handler) {
	urlPath = path.Join("/", urlPath)
	s.router.Group(func(r chi.Router) { r.Mount(urlPath, sub) })
}
func (s *Server) Run() error {
	server := &http.Server{Handler: s.router}
	return server.Serve(listener)
}
func (s *Server) routes() {
	r := chi.NewRouter()
	r.Group(func(r chi.Router) { s.router = r })
}
`,
      "boats/api.go": `
package boats
import (
	"net/http"
	"github.com/go-chi/chi/v5"
)
type Router struct {
	http.Handler
	store Store
}
func New(store Store) *Router {
	r := &Router{store: store}
	r.Handler = r.routes()
	return r
}
func (api *Router) routes() http.Handler {
	r := chi.NewRouter()
	r.Group(func(r chi.Router) {
		api.table(r, "/boats", list)
		add(r.With(staffOnly), "stop", api.stop)
	})
	return r
}
func (api *Router) table(r chi.Router, prefix string, list Lister) {
	r.Route(prefix, func(r chi.Router) {
		r.Route("/{id}", func(r chi.Router) { r.Put("/", put(list)) })
	})
}
func add(r chi.Router, path string, handle http.HandlerFunc) {
	r.HandleFunc("/"+path, handle)
	r.HandleFunc("/"+path+".view", handle)
}
`,
      "crew/crew.go": `
package crew
import (
	"net/http"
	"github.com/go-chi/chi/v5"
)
type Router struct{ http.Handler }
func NewRouter() *Router {
	r := &Router{}
	r.Handler = r.routes()
	return r
}
func (s *Router) routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/sailors", s.list)
	return r
}
`,
    },
    endpoints: ["PUT /api/boats/{id}/", "ANY /api/stop", "ANY /api/stop.view", "GET /api/crew/sailors"],
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import "github.com/kataras/iris/v12"
func main() {
	app := iris.New()
	app.Party("/boats").Get("/{id}", show)
}
`,
      "cmd/api/main.go": `
package main
import "github.com/cloudwego/hertz/pkg/app/server"
func main() {
	h := server.Default()
	h.Group("/v1").POST("/tides", add)
}
`,
    },
    endpoints: ["GET /boats/{id}", "POST /v1/tides"],
  },
];
