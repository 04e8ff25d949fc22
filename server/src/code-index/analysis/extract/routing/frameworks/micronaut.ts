import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^io\.micronaut\b/;
const paths = ["value", "uri", "uris", "0"];
const verb = (method: string): MarkRule => ({ methods: [method], paths, from });

/** Micronaut: annotated controllers. */
export const micronaut: WebFramework = {
  name: "Micronaut",
  languages: ["java", "kotlin"],
  documents: {
    files: /(?:^|\/)(?:application|bootstrap)\.(?:ya?ml|properties)$/,
    prefixKeys: [["micronaut.server.context-path"]],
  },
  controllers: {
    placeholders: /\$\{([\w.-]{1,100})(?::([^${}]{0,200}))?\}/g,
    marks: {
      Controller: { makes: "controller", from, paths },
      Client: { makes: "none" },
      Get: verb("GET"),
      Post: verb("POST"),
      Put: verb("PUT"),
      Patch: verb("PATCH"),
      Delete: verb("DELETE"),
      Head: verb("HEAD"),
      Options: verb("OPTIONS"),
      Secured: { isGuard: true },
    },
  },
  examples: [
    {
      files: {
        "src/main/kotlin/ferry/BoatController.kt": `
package ferry
import io.micronaut.http.annotation.*

@Controller("/boats")
class BoatController(private val boats: Boats) {
    @Get
    fun list(): List<Boat> = boats.all()

    @Secured("crew")
    @Put(uri = "/{id}", consumes = ["application/json"])
    suspend fun change(id: Long, @Body boat: Boat): Boat { return boats.save(boat) }
}

@Client("/harbour")
interface HarbourClient {
    @Get("/never")
    fun never(): Harbour
}
`,
      },
      endpoints: ["GET /boats", "PUT /boats/{id}"],
      guards: { "PUT /boats/{id}": ['@Secured("crew")'] },
    },
  ],
};
