import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Tornado: pairs of a regular expression and the class that answers. */
export const tornado: WebFramework = {
  name: "Tornado",
  languages: ["python"],
  routers: { Application: { isRoot: true, from: /^tornado[.#]/, routes: [0, "handlers"], hasPairs: true } },
  items: {
    URLSpec: { methods: ["ANY"], path: [0, "pattern"], handler: [1, "handler"], isPattern: true, isView: true },
  },
  examples: [
    {
      files: {
        "main.py": `
import tornado.web
from tornado.web import url
from handlers import BoatsHandler
handlers = [
    (r"/boats/(?P<boat_id>\\d+)", BoatsHandler, {"db": db}),
    url(r"/health$", HealthHandler, name="health"),
    tornado.web.URLSpec(r"/ready", HealthHandler),
]
class HealthHandler(tornado.web.RequestHandler):
    def get(self): ...
app = tornado.web.Application(handlers, debug=True)
`,
        "handlers.py": `
class BaseHandler(RequestHandler):
    def prepare(self): ...
class BoatsHandler(BaseHandler):
    async def post(self, boat_id): ...
    async def delete(self, boat_id): ...
`,
      },
      endpoints: ["POST /boats/{boat_id}", "DELETE /boats/{boat_id}", "GET /health", "GET /ready"],
    },
  ],
};
