import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { PrefixCall } from "#server/code-index/analysis/extract/routing/prefix-calls.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:javax|jakarta)\.ws\.rs\b/;
const verb = (method: string): MarkRule => ({ methods: [method], from });

/** Jersey's and RESTEasy's servlets, and the packages that they look through. */
const servlet = (pattern: RegExp): PrefixCall => ({
  pattern,
  holds: /\b(?:ServletContainer|GuiceContainer|HttpServlet(?:30)?Dispatcher)\b/,
  ofPart:
    /"(?<below>[a-z]\w{0,60}(?:\.\w{1,60}){1,20})"|\bnew (?<below>[a-z]\w{0,60}(?:\.[a-z]\w{0,60}){1,20})\.[A-Z]/g,
});

/** Jakarta RESTful Web Services as Jersey, RESTEasy, Quarkus and others serve them. */
export const jaxRs: WebFramework = {
  name: "JAX-RS",
  languages: ["java", "kotlin"],
  documents: {
    files: /(?:^|\/)(?:application|bootstrap|config|dropwizard)\.(?:ya?ml|properties)$/,
    prefixKeys: [
      ["server.servlet.context-path", "server.context-path", "quarkus.http.root-path", "server.applicationContextPath"],
      ["spring.jersey.application-path", "quarkus.rest.path", "quarkus.resteasy.path", "server.rootPath"],
    ],
  },
  prefixCalls: [
    servlet(/\baddServlet\(\s*(?<of>[^;]{1,600}?),\s*(?<path>"\/[^"\n]{0,200}"|[\w.]{1,100})\s*\)/g),
    servlet(/\bnew ServletRegistrationBean(?:<[^<>]{0,100}>)?\(\s*(?<of>[^;]{1,600}?),\s*(?<path>"\/[^"\n]{0,200}")/g),
    servlet(/\bserve\(\s*(?<path>"\/[^"\n]{0,200}")\s*\)\s*\.with\((?<of>[^;]{1,200})/g),
    { pattern: /\.jersey\(\)\s*\.setUrlPattern\(\s*(?<path>"\/[^"\n]{0,200}")/g },
  ],
  controllers: {
    servesAtRoot: /^(?:io\.quarkus|io\.dropwizard)\b/,
    marks: {
      Path: { from, makes: "controller", isInherited: true, paths: ["value", "0"], locates: true },
      ApplicationPath: { from, makes: "program", paths: ["value", "0"] },
      RegisterRestClient: { makes: "none" },
      GET: verb("GET"),
      POST: verb("POST"),
      PUT: verb("PUT"),
      PATCH: verb("PATCH"),
      DELETE: verb("DELETE"),
      HEAD: verb("HEAD"),
      OPTIONS: verb("OPTIONS"),
    },
  },
  examples: [
    {
      files: {
        "src/main/java/ferry/Ferry.java": `
package ferry;
import jakarta.ws.rs.ApplicationPath;
@ApplicationPath("/api")
public class Ferry extends Application { }
`,
        "src/main/java/ferry/BoatResource.java": `
package ferry;
import jakarta.ws.rs.*;
import ferry.docks.DockResource;

@Path("boats")
public class BoatResource extends BaseResource<Boat> {
    @GET
    public List<Boat> list() { return List.of(); }

    @PUT
    public void replace(Boat boat) { }

    @PUT @Path("all")
    public void replace(List<Boat> boats) { }

    @Path("{id}")
    @DELETE
    @RolesAllowed("captain")
    public void remove(@PathParam("id") long id) { }

    @Path("/{id}/docks")
    public DockResource docks(@PathParam("id") long id) { return new DockResource(id); }

    public Boat helper() { return null; }
}
`,
        "src/main/java/ferry/BaseResource.java": `
package ferry;
import jakarta.ws.rs.*;
public abstract class BaseResource<T> {
    @POST
    public Response add(T entity) { return null; }
}
`,
        "src/main/java/ferry/docks/DockResource.java": `
package ferry.docks;
import jakarta.ws.rs.*;
public class DockResource {
    @GET @Path("free")
    public List<Dock> free() { return null; }
}
`,
        "src/main/java/ferry/TideApi.java": `
package ferry;
import jakarta.ws.rs.*;
@Path("/tides")
public interface TideApi {
    @GET @Path("/{day}")
    Tide read(@PathParam("day") String day);
}
`,
        "src/main/java/ferry/TideResource.java": `
package ferry;
public class TideResource implements TideApi {
    @Override
    public Tide read(String day) { return null; }
}
`,
      },
      endpoints: [
        "GET /api/boats",
        "POST /api/boats",
        "PUT /api/boats",
        "PUT /api/boats/all",
        "DELETE /api/boats/{id}",
        "GET /api/boats/{id}/docks/free",
        "GET /api/tides/{day}",
      ],
      guards: { "DELETE /api/boats/{id}": ['@RolesAllowed("captain")'] },
    },
    {
      files: {
        "src/main/java/ferry/Server.java": `
package ferry;
import org.glassfish.jersey.servlet.ServletContainer;
public class Server {
    void start(ServletContextHandler context) {
        context.addServlet(new ServletHolder(new DefaultServlet()), "/");
        final ResourceConfig config = new ResourceConfig();
        config.packages("ferry.filters", "ferry.v1");
        final var holder = new ServletHolder("v1", new ServletContainer(config));
        context.addServlet(holder, "/api/*");
        context.addServlet(new ServletHolder(new ServletContainer(new ferry.v2.Config())), "/api/v2/*");
    }
}
`,
        "src/main/java/ferry/v1/BoatResource.java": `
package ferry.v1;
import jakarta.ws.rs.*;
@Path("/v1/boats")
public class BoatResource {
    @GET
    public List<Boat> list() { return List.of(); }
}
`,
        "src/main/java/ferry/v2/BoatResource.java": `
package ferry.v2;
import jakarta.ws.rs.*;
@Path("/boats")
public class BoatResource {
    @GET
    public List<Boat> list() { return List.of(); }
}
`,
      },
      endpoints: ["GET /api/v1/boats", "GET /api/v2/boats"],
    },
    {
      files: {
        "pom.xml": "<project></project>",
        "src/main/resources/application.properties": `
# quarkus.http.root-path=/never
quarkus.http.root-path = /ferry
quarkus.rest.path=/api
`,
        "src/main/java/ferry/BoatResource.java": `
package ferry;
import io.quarkus.security.Authenticated;
import jakarta.ws.rs.*;
@Path("/boats")
public class BoatResource {
    @GET
    public List<Boat> list() { return List.of(); }
}
`,
      },
      endpoints: ["GET /ferry/api/boats"],
    },
  ],
};
