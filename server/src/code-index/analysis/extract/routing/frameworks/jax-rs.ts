import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:javax|jakarta)\.ws\.rs\b/;
const verb = (method: string): MarkRule => ({ methods: [method], from });

/** Jakarta RESTful Web Services as Jersey, RESTEasy, Quarkus and others serve them. */
export const jaxRs: WebFramework = {
  name: "JAX-RS",
  languages: ["java", "kotlin"],
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
        "DELETE /api/boats/{id}",
        "GET /api/boats/{id}/docks/free",
        "GET /api/tides/{day}",
      ],
      guards: { "DELETE /api/boats/{id}": ['@RolesAllowed("captain")'] },
    },
  ],
};
