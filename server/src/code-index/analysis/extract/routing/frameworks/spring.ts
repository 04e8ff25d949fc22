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
  documents: {
    files: /(?:^|\/)(?:application|bootstrap)\.(?:ya?ml|properties)$/,
    prefixKeys: [
      ["server.servlet.context-path", "server.context-path"],
      ["spring.mvc.servlet.path", "server.servlet.path", "spring.webflux.base-path"],
    ],
  },
  prefixCalls: [
    {
      pattern: /\baddPathPrefix\(\s*(?<path>"[^"\n]{0,200}"|[\w.]{1,100})\s*,\s*(?<of>[^;]{1,300})/g,
      mayBePart: true,
      ofAll: /\bforAnyHandlerType\b|->\s*true\b/,
      ofPart: /\bforBasePackage\(\s*"(?<below>[\w.]{1,200})"|\b(?<mark>(?:Rest)?Controller)(?:\.class|::class)/g,
    },
  ],
  controllers: {
    placeholders: /\$\{([\w.-]{1,100})(?::([^${}]{0,200}))?\}/g,
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
    {
      files: {
        "pom.xml": "<project></project>",
        "src/main/resources/application.yml": `
server:
  servlet:
    contextPath: \${BASE:/ferry}
ferry.api-base: /v2
---
spring.config.activate.on-profile: dev
server.servlet.context-path: /never
`,
        "src/main/java/ferry/Web.java": `
package ferry;
import org.springframework.web.servlet.config.annotation.*;
public class Web implements WebMvcConfigurer {
    public void configurePathMatch(PathMatchConfigurer configurer) {
        configurer.addPathPrefix("/api", HandlerTypePredicate.forAnnotation(RestController.class));
    }
}
`,
        "src/main/java/ferry/BoatController.java": `
package ferry;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("\${ferry.api-base}/boats")
public class BoatController {
    @GetMapping("\${ferry.none:all}")
    public List<Boat> list() { return null; }
}
`,
        "src/main/java/ferry/PageController.java": `
package ferry;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
@Controller
public class PageController {
    @GetMapping("/home")
    public String home() { return "home"; }
}
`,
      },
      endpoints: ["GET /ferry/api/v2/boats/all", "GET /ferry/home"],
    },
    {
      files: {
        "contract/boats.yaml": `openapi: 3.0.0
info:
  title: Ferry
paths:
  /boats/{id}:
    parameters: [{ name: id, in: path }]
    get:
      tags:
        - Boats
      operationId: getBoat
      responses:
        200: { description: get }
    delete: # never called
      operationId: remove-boat
      tags: ["Boats"]
  /tides:
    get:
      tags: [Tides]
      operationId: listTides
  /crew:
    post:
      operationId: hire
      tags: [Crew]
`,
        "src/main/java/ferry/BoatsController.java": `
package ferry;
import ferry.api.BoatsApi;
@RestController
public class BoatsController extends AbstractController implements BoatsApi, Tool {
  @Override public ResponseEntity<Boat> getBoat(String id) { return boats.get(id); }
  @Override public ResponseEntity<Void> removeBoat(String id) { return null; }
  public void listTides() { }
}
`,
        "src/main/java/ferry/RetryingClient.java": `
package ferry;
public class RetryingClient extends BoatsApi { public Boat getBoat(String id) { return super.getBoat(id); } }
// @Controller stands elsewhere
`,
        "src/main/java/ferry/CrewService.java": `
package ferry;
@Service
public class CrewService implements CrewApiDelegate {
  public ResponseEntity<Sailor> hire(Sailor sailor) { return null; }
}
`,
        "src/main/java/ferry/TidesClient.java": `
package ferry;
@Component
public class TidesClient implements TidesApi { public List<Tide> listTides() { return null; } }
interface TidesApi { List<Tide> listTides(); }
`,
      },
      endpoints: ["GET /boats/{id}", "DELETE /boats/{id}", "POST /crew"],
    },
  ],
};
