import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (method: string): CallRule => ({ kind: "route", methods: [method], path: 0, handler: 0 });

/** Vert.x: what answers is said behind the path, and sub-routers are mounted by it. */
export const vertx: WebFramework = {
  name: "Vert.x",
  languages: ["java", "kotlin"],
  routers: { router: { isRoot: true, isPresumed: true, from: /\bRouter\b/ } },
  types: ["Router"],
  calls: {
    get: route("GET"),
    post: route("POST"),
    put: route("PUT"),
    patch: route("PATCH"),
    delete: route("DELETE"),
    route: { kind: "group", path: 0 },
    subRouter: { kind: "mount", child: 0 },
    mountSubRouter: { kind: "mount", path: 0, child: 1 },
    handler: { kind: "same" },
    blockingHandler: { kind: "same" },
  },
  examples: [
    {
      files: {
        "src/main/java/ferry/Main.java": `
package ferry;
import io.vertx.ext.web.Router;
class Main {
  void start() {
    Router router = Router.router(vertx);
    router.get("/boats/:id").handler(this::show);
    router.post("/boats").blockingHandler(this::add);
    Router docks = Router.router(vertx);
    docks.delete("/:id").handler(this::close);
    router.mountSubRouter("/docks", docks);
    vertx.createHttpServer().requestHandler(router).listen(80);
    String never = map.get("/never");
  }
}
`,
      },
      endpoints: ["GET /boats/:id", "POST /boats", "DELETE /docks/:id"],
    },
  ],
};
