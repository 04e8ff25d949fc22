import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
/** Calls that add no route. */
const passing = ["build", "filter", "before", "after", "onError", "resources", "resource", "withAttribute"];
const from = /\b(?:RouterFunctions|SpringdocRouteBuilder)\b/;
const added: CallRule = { kind: "mount", child: 0, isSupplied: true };
const nested: CallRule = { kind: "mount", path: 0, child: 1, isPlugin: true, isSupplied: true };

/** Spring's router functions, with springdoc's builder: those that beans hand back are served. */
export const springFunctions: WebFramework = {
  name: "Spring's router functions",
  languages: ["java"],
  routers: { route: { from, route: { path: 0, handler: 1 } }, nest: { from, path: 0, child: 1 } },
  types: ["RouterFunction"],
  pathCalls: /^(?:path|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/,
  servedMarks: ["Bean"],
  calls: {
    ...Object.fromEntries(
      verbs.map((verb): [string, CallRule] => [verb, { kind: "route", methods: [verb], path: 0, handler: 1 }]),
    ),
    route: { kind: "route", methods: [], path: 0, handler: 1 },
    andRoute: { kind: "route", methods: [], path: 0, handler: 1 },
    andNest: nested,
    nest: nested,
    path: { ...nested, isSupplied: true },
    and: added,
    andOther: added,
    add: added,
    ...Object.fromEntries(passing.map((name): [string, CallRule] => [name, { kind: "same" }])),
  },
  examples: [
    {
      files: {
        "src/main/java/ferry/Routes.java": `
package ferry;
import static org.springframework.web.reactive.function.server.RequestPredicates.*;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;
@Configuration
class Routes {
    @Bean
    RouterFunction<ServerResponse> boats(BoatHandler handler) {
        return RouterFunctions.route()
            .GET("/boats", handler::list)
            .POST("/boats", contentType(JSON), handler::add)
            .nest(path("/docks"), builder -> builder.GET("/{id}", handler::dock))
            .path("/crew", this::crew)
            .add(tides())
            .before(Logs::start)
            .build();
    }
    private RouterFunction<ServerResponse> crew() {
        return route(GET("/all").and(accept(JSON)), this::all).andRoute(DELETE("/{id}"), this::remove);
    }
    private RouterFunction<ServerResponse> tides() {
        return RouterFunctions.nest(path("/tides"), route(PUT("/{day}"), this::put));
    }
}
`,
      },
      endpoints: [
        "GET /boats",
        "POST /boats",
        "GET /docks/{id}",
        "GET /crew/all",
        "DELETE /crew/{id}",
        "PUT /tides/{day}",
      ],
    },
  ],
};
