import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const mapped = { path: 0, handler: 1, mapping: 2 } as const;

/** Beego: paths with a controller and which of its methods answers what, alone and in namespaces. */
export const beego: WebFramework = {
  name: "Beego",
  languages: ["go"],
  modules: [
    "github.com/astaxie/beego#*",
    "github.com/beego/beego#*",
    "github.com/beego/beego/v2#*",
    "github.com/beego/beego/v2/server/web#*",
  ],
  routers: {
    NewNamespace: { isRoot: true, path: 0, isMerge: true },
    NSNamespace: { path: 0, isMerge: true },
    NSRouter: { mapped },
  },
  calls: { Router: { kind: "mapped", ...mapped } },
  examples: [
    {
      files: {
        "main.go": `
package main
import "github.com/astaxie/beego"
func main() {
	beego.Router("/boats", &BoatController{}, "get:List")
}
`,
      },
      endpoints: ["GET /boats"],
    },
    {
      files: {
        "go.mod": "module example.com/ferry\n",
        "routers/router.go": `
package routers
import (
	"github.com/beego/beego/v2/server/web"
	"example.com/ferry/controllers"
)
func init() {
	web.Router("/boats", &controllers.BoatController{}, "GET:List;post,put:Save")
	web.Router("/any", &controllers.BoatController{}, "*:Any")
	never.Router("/never", &controllers.BoatController{}, "GET:List")
	ns := web.NewNamespace("/v1",
		web.NSNamespace("/crew",
			web.NSRouter("/:id", &controllers.CrewController{}, "delete:Remove"),
		),
		web.NSRouter("/tides", &controllers.TideController{}, "get:List"),
	)
	web.AddNamespace(ns)
}
`,
      },
      endpoints: ["GET /boats", "POST /boats", "PUT /boats", "ANY /any", "DELETE /v1/crew/:id", "GET /v1/tides"],
    },
  ],
};
