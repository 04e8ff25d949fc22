import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (method: string): CallRule => ({
  kind: "route",
  methods: [method],
  path: [0, "path"],
  isPathOptional: true,
  handler: -1,
});

/** Ktor: blocks in blocks, functions that extend `Route`, and modules that extend `Application`. */
export const ktor: WebFramework = {
  name: "Ktor",
  languages: ["kotlin"],
  types: ["Route", "Routing"],
  rootTypes: ["Application"],
  calls: {
    routing: { kind: "group", isRoot: true },
    route: { kind: "group", path: [0, "path"] },
    authenticate: { kind: "group", isGuard: true },
    rateLimit: { kind: "group" },
    get: route("GET"),
    post: route("POST"),
    put: route("PUT"),
    patch: route("PATCH"),
    delete: route("DELETE"),
    head: route("HEAD"),
    options: route("OPTIONS"),
    webSocket: route("WEBSOCKET"),
    sse: route("GET"),
  },
  examples: [
    {
      files: {
        "src/main/kotlin/ferry/Main.kt": `
package ferry
import ferry.boats.*
import io.ktor.server.routing.*

const val API = "/api"

fun main() {
    embeddedServer(Netty, port = 8080) {
        install(ContentNegotiation) { json() }
        routing { get("/health") { call.respondText("up") } }
    }.start(wait = true)
}

fun Application.module() {
    val client = HttpClient(CIO)
    routing {
        route("$API/v1") {
            boatRoutes(BoatRepository())
            authenticate("crew", optional = false) {
                post("/docks") {
                    client.get("https://example.com/never")
                    call.respond(call.receive<Dock>())
                }
            }
        }
        val name = "tides"
        get("/name") { }
        tides()
        delete(repository, hashFunction)
    }
}
`,
        "src/main/kotlin/ferry/boats/BoatRoutes.kt": `
package ferry.boats
import io.ktor.server.routing.*

fun Route.boatRoutes(repository: BoatRepository) = route("/boats") {
    get { call.respond(repository.all()) }
    get("/{id}") {
        val id = call.parameters["id"] ?: return@get
        repository.find(id)?.let { call.respond(it) }
    }
    delete("/{id}", { call.respond(repository.remove(1)) })
    webSocket("/positions") { send(Frame.Text("x")) }
}

fun Routing.tides() {
    get("/tides/{day}") { }
}

class Cache { fun read() { cache.get("/never") { } } }
`,
      },
      endpoints: [
        "GET /health",
        "GET /api/v1/boats",
        "GET /api/v1/boats/{id}",
        "DELETE /api/v1/boats/{id}",
        "WEBSOCKET /api/v1/boats/positions",
        "POST /api/v1/docks",
        "GET /name",
        "GET /tides/{day}",
      ],
      guards: { "POST /api/v1/docks": ['authenticate("crew")'] },
    },
  ],
};
