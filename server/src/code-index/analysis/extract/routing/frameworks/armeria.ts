import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^com\.linecorp\.armeria\.server\.annotation\b/;
const paths = ["value", "0"];
const verb = (method: string): MarkRule => ({ methods: [method], paths, from, makesClass: true });
const service: CallRule = { kind: "route", methods: ["ANY"], path: 0, handler: 1 };

/** Armeria: services at paths, and objects with annotated methods. */
export const armeria: WebFramework = {
  name: "Armeria",
  languages: ["java", "kotlin"],
  rootTypes: ["ServerBuilder", "VirtualHostBuilder"],
  functionTypes: ["ArmeriaServerConfigurator"],
  calls: { service, serviceUnder: { ...service, isBelow: true } },
  prefixCalls: [
    {
      pattern: /\.annotatedService\(\s*(?:(?<path>"[^"\n]{0,200}")\s*,\s*)?(?<of>[^;]{1,200})/g,
      ofClass: true,
    },
  ],
  controllers: {
    marks: {
      PathPrefix: { from, paths },
      Path: { from, paths },
      Get: verb("GET"),
      Post: verb("POST"),
      Put: verb("PUT"),
      Patch: verb("PATCH"),
      Delete: verb("DELETE"),
      Head: verb("HEAD"),
      Options: verb("OPTIONS"),
    },
  },
  examples: [
    {
      files: {
        "src/main/java/ferry/Web.java": `
package ferry;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.spring.ArmeriaServerConfigurator;
class Web {
    @Bean ArmeriaServerConfigurator boats(Optional<BoatApi> boats, HttpService index) {
        return sb -> {
            boats.ifPresent(b -> {
                sb.annotatedService(boats.get(), timeouts);
                sb.annotatedService("/v2", boats.get());
                sb.service("/tides", tides());
            });
            sb.service("/ferry/", index)
              .service("/ferry/{id}", index);
            client.service("/never", index);
        };
    }
    void start(ServerBuilder server) {
        server.annotatedService("/docks", new DockApi());
        server.serviceUnder("/files/", files);
    }
}
`,
        "src/main/java/ferry/BoatApi.java": `
package ferry;
import com.linecorp.armeria.server.annotation.*;
@PathPrefix("/boats")
class BoatApi {
    @Get("/{id}") HttpResponse show(@Param("id") int id) { return null; }
    @Post @Path("/new") HttpResponse add(Boat boat) { return null; }
    HttpResponse helper() { return null; }
}
`,
        "src/main/java/ferry/DockApi.java": `
package ferry;
import com.linecorp.armeria.server.annotation.Delete;
public class DockApi {
    @Delete("/{id}")
    public void remove(@Param int id) { }
}
`,
      },
      endpoints: [
        "GET /boats/{id}",
        "POST /boats/new",
        "GET /v2/boats/{id}",
        "POST /v2/boats/new",
        "ANY /tides",
        "ANY /ferry/",
        "ANY /ferry/{id}",
        "DELETE /docks/{id}",
        "ANY /files/*",
      ],
    },
  ],
};
