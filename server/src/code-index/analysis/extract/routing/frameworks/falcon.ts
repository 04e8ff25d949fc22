import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const program = { isRoot: true, from: /^falcon\b/ } as const;

/** Falcon: resources, whose methods are named for what they answer; `add_route` is that of Starlette. */
export const falcon: WebFramework = {
  name: "Falcon",
  languages: ["python"],
  routers: { App: program, API: program },
  examples: [
    {
      files: {
        "ferry/app.py": `
import falcon
from ferry.boats import Boats
from ferry import health
from ferry.crew import init
app = falcon.App(middleware=[])
boats = Boats(store)
app.add_route("/boats", boats)
app.add_route("/boats/{id}", boats, suffix="one")
app.add_route("/health", health)
init(app)
`,
        "ferry/boats.py": `
class Boats:
    def on_get(self, req, resp): ...
    def on_post(self, req, resp): ...
    def on_delete_one(self, req, resp, id): ...
`,
        "ferry/health.py": `
def on_get(req, resp): ...
`,
        "ferry/crew.py": `
def init(application):
    application.add_route("/crew", Crew())
class Crew(object):
    def on_put(self, req, resp): ...
`,
      },
      endpoints: ["GET /boats", "POST /boats", "DELETE /boats/{id}", "GET /health", "PUT /crew"],
    },
  ],
};
