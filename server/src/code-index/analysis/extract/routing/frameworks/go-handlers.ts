import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Types with a method that gets a router (made by a function, given, held in a field), and what wraps the whole program. */
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
];
