import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (method: string): CallRule => ({ kind: "route", methods: [method], path: 0, handler: 1 });

/** Javalin: routes on the application itself. */
export const javalin: WebFramework = {
  name: "Javalin",
  languages: ["java", "kotlin"],
  routers: { create: { isRoot: true, from: /\bJavalin\b/ } },
  rootTypes: ["Javalin"],
  calls: {
    start: { kind: "same" },
    get: route("GET"),
    post: route("POST"),
    put: route("PUT"),
    patch: route("PATCH"),
    delete: route("DELETE"),
    ws: route("WEBSOCKET"),
  },
  examples: [
    {
      files: {
        "src/main/java/ferry/Main.java": `
package ferry;
import io.javalin.Javalin;
public class Main {
    public static void main(String[] args) {
        Javalin app = Javalin.create(config -> { config.showJavalinBanner = false; }).start(7070);
        app.get("/boats", ctx -> ctx.json(boats.all()));
        app.post("/boats/{id}", BoatController::add);
        map.get("/never", fallback);
        Tides.register(app);
    }
}
`,
        "src/main/java/ferry/Tides.java": `
package ferry;
import io.javalin.Javalin;
class Tides {
    static void register(Javalin app) { app.ws("/tides", ws -> ws.onConnect(Tides::open)); }
}
`,
      },
      endpoints: ["GET /boats", "POST /boats/{id}", "WEBSOCKET /tides"],
    },
  ],
};
