import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^org\.springframework\b/;
const paths = ["value", "path", "0"];
const mapping = (...methods: string[]): MarkRule => ({ methods, paths });
const guard: MarkRule = { isGuard: true };

/** Spring MVC and WebFlux: annotated controllers. */
export const spring: WebFramework = {
  name: "Spring",
  languages: ["java", "kotlin"],
  controllers: {
    marks: {
      RestController: { makes: "controller", from },
      Controller: { makes: "controller", from },
      FeignClient: { makes: "none" },
      HttpExchange: { makes: "none" },
      RequestMapping: { paths, methodsIn: ["method"], otherwise: "ANY" },
      GetMapping: mapping("GET"),
      PostMapping: mapping("POST"),
      PutMapping: mapping("PUT"),
      PatchMapping: mapping("PATCH"),
      DeleteMapping: mapping("DELETE"),
      PreAuthorize: guard,
      PostAuthorize: guard,
      Secured: guard,
      RolesAllowed: guard,
      PermitAll: guard,
      DenyAll: guard,
    },
  },
  examples: [
    {
      files: {
        "src/main/java/ferry/web/BoatController.java": `
package ferry.web;
import ferry.base.*;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping(Paths.API + "/boats")
public class BoatController extends BaseController<Boat> implements BoatApi {
    @GetMapping
    public List<Boat> list() { return boats.findAll(); }

    @PostMapping(path = { "/new", "" }, consumes = "application/json")
    ResponseEntity<Boat> add(@RequestBody Boat boat) { return null; }

    @RequestMapping(value = "{id}", method = { RequestMethod.PUT, RequestMethod.PATCH })
    Boat update(@PathVariable Long id) { return null; }

    @Override
    @PreAuthorize("hasRole('CAPTAIN')")
    public void remove(Long id) { }

    @ReadApi("/{id}/log")
    public Log log(Long id) { return null; }
}
`,
        "src/main/java/ferry/web/Paths.java": `
package ferry.web;
public final class Paths {
    public static final String BASE = "/api";
    public static final String API = BASE + "/v1";
}
`,
        "src/main/java/ferry/web/BoatApi.java": `
package ferry.web;
import org.springframework.web.bind.annotation.*;
public interface BoatApi {
    @DeleteMapping("/{id}")
    void remove(Long id);
}
`,
        "src/main/java/ferry/base/BaseController.java": `
package ferry.base;
import org.springframework.web.bind.annotation.*;
public abstract class BaseController<T> {
    @GetMapping("/count")
    public long count() { return 0; }
}
`,
        "src/main/java/ferry/base/ReadApi.java": `
package ferry.base;
import org.springframework.web.bind.annotation.*;
@RequestMapping(method = RequestMethod.GET)
public @interface ReadApi {
    @AliasFor(annotation = RequestMapping.class, attribute = "path")
    String[] value() default {};
}
`,
        "src/main/java/ferry/HarbourClient.java": `
package ferry;
@FeignClient("harbour")
public interface HarbourClient {
    @GetMapping("/never")
    Harbour find();
}
`,
      },
      endpoints: [
        "GET /api/v1/boats",
        "POST /api/v1/boats/new",
        "POST /api/v1/boats",
        "PUT /api/v1/boats/{id}",
        "PATCH /api/v1/boats/{id}",
        "DELETE /api/v1/boats/{id}",
        "GET /api/v1/boats/{id}/log",
        "GET /api/v1/boats/count",
      ],
      guards: { "DELETE /api/v1/boats/{id}": [`@PreAuthorize("hasRole('CAPTAIN')")`] },
    },
  ],
};
