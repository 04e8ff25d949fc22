import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Groups whose functions get no router: what they call on the router around them is of the group, with what stands behind the function. */
export const goGroups: WebFramework["examples"] = [
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import (
	"gopkg.in/macaron.v1"
	"example.com/ferry/api"
)
func newMacaron() (*macaron.Macaron, error) {
	m := macaron.New()
	m.Use(macaron.Logger())
	return m, nil
}
func main() {
	m, err := newMacaron()
	reqSignIn := context.Toggle(&context.ToggleOptions{SignInRequired: true})
	m.Group("", func() {
		m.Get("/", home.Page)
		m.Group("/user/settings", func() {
			m.Get("", user.Settings)
			m.Combo("/email").Get(user.Emails).
				Post(bind(form.AddEmail{}), user.AddEmail)
			m.Group("/security", func() {
				m.Route("/delete", "GET,POST", user.Delete)
			}, reqSudo)
		}, reqSignIn, func(c *context.Context) { c.Data["Page"] = true })
		m.Group("/:boat", func() {
			m.Post("/sail", boats.Sail)
		}, reqSignIn, reqBoatOwner)
		m.Get("/tides", tides.Show)
	})
	m.Group("/api", func() {
		api.Register(m)
	}, ignSignIn)
}
`,
      "api/api.go": `
package api
func Register(m *macaron.Macaron) {
	m.Group("/v1", func() {
		m.Get("/boats", listBoats)
		m.Combo("/crew", reqToken()).Get(listCrew).Post(bind(crewForm{}), addCrew)
	})
}
`,
    },
    endpoints: [
      "GET /",
      "GET /user/settings",
      "GET /user/settings/email",
      "POST /user/settings/email",
      "GET /user/settings/security/delete",
      "POST /user/settings/security/delete",
      "POST /:boat/sail",
      "GET /tides",
      "GET /api/v1/boats",
      "GET /api/v1/crew",
      "POST /api/v1/crew",
    ],
    guards: {
      "GET /user/settings": ["reqSignIn"],
      "GET /user/settings/email": ["reqSignIn"],
      "POST /user/settings/email": ["reqSignIn"],
      "GET /user/settings/security/delete": ["reqSignIn"],
      "POST /user/settings/security/delete": ["reqSignIn"],
      "POST /:boat/sail": ["reqSignIn", "reqBoatOwner"],
      "GET /api/v1/crew": ["reqToken()"],
      "POST /api/v1/crew": ["reqToken()"],
    },
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import "github.com/flamego/flamego"
func main() {
	f := flamego.Classic()
	f.Group("/boats", func() {
		f.Get("", list)
		f.Combo("/{id}").Get(show).Delete(requireCrew, remove)
		f.Routes("/crew", "GET,PUT", crew)
	}, requireUser)
	f.Any("/health", health)
	f.Run()
}
`,
    },
    endpoints: [
      "GET /boats",
      "GET /boats/{id}",
      "DELETE /boats/{id}",
      "GET /boats/crew",
      "PUT /boats/crew",
      "ANY /health",
    ],
    guards: {
      "GET /boats": ["requireUser"],
      "GET /boats/{id}": ["requireUser"],
      "DELETE /boats/{id}": ["requireUser", "requireCrew"],
      "GET /boats/crew": ["requireUser"],
      "PUT /boats/crew": ["requireUser"],
    },
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import "github.com/labstack/echo/v4"
func main() {
	e := echo.New()
	e.GET("/boats", listBoats)
	e.POST("/boats", addBoat, requireCrew)
	admin := e.Group("/admin", requireAdmin)
	admin.GET("/tides", listTides, middleware.Gzip())
	e.Start(":80")
}
`,
    },
    endpoints: ["GET /boats", "POST /boats", "GET /admin/tides"],
    guards: { "POST /boats": ["requireCrew"], "GET /admin/tides": ["requireAdmin"] },
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import (
	"net/http"
	"github.com/fasthttp/router"
)
func main() {
	r := router.New()
	r.GET("/boats", list)
	r.ANY("/tides", tides)
	response, err := http.Get("https://example.com/never")
}
`,
    },
    endpoints: ["GET /boats", "ANY /tides"],
  },
  {
    files: {
      "go.mod": "module example.com/ferry\n",
      "main.go": `
package main
import (
	"example.com/ferry/cmd"
	"example.com/ferry/web"
)
func main() { cmd.Routes(web.New()).Start() }
`,
      "cmd/routes.go": `
package cmd
import "example.com/ferry/web"
func Routes(r *web.Engine) *web.Engine {
	r.Get("/health", handlers.Health())
	feed := r.Group()
	{
		feed.Use(middlewares.Cors())
		feed.Post("/feed", handlers.Feed())
	}
	return r
}
`,
      "web/engine.go": `
package web
import "github.com/julienschmidt/httprouter"
type Engine struct { mux *httprouter.Router }
func New() *Engine {
	mux := httprouter.New()
	return &Engine{mux: mux}
}
func (e *Engine) Group() *Group { return &Group{engine: e} }
func (e *Engine) Get(path string, handler HandlerFunc) { e.mux.Handle("GET", path, e.handle(handler)) }
type Group struct { engine *Engine }
func (g *Group) Post(path string, handler HandlerFunc) { g.engine.mux.Handle("POST", path, g.engine.handle(handler)) }
`,
    },
    endpoints: ["GET /health", "POST /feed"],
  },
];
