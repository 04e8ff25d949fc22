import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** The handler goes first, and the path behind it may be missing. */
const map = (method: string): CallRule => ({
  kind: "route",
  methods: [method],
  path: [1, "pattern"],
  isPathOptional: true,
  handler: 0,
});

/** Classes that a program finds by itself, as Jason Taylor's template does: each is a group below its own name. */
export const endpointGroups: WebFramework = {
  name: "Endpoint groups",
  languages: ["csharp"],
  moduleMethods: [
    {
      bases: /^(?:\w+\.)*(?:I?EndpointGroup(?:Base)?)$/,
      method: /^Map$/,
      path: /\bRoutePrefix\s*(?:=>|\{\s*get;\s*\}\s*=)\s*"([^"]{1,200})"/,
      finder: {
        name: /^Map\w*Endpoints?\w*$|^Map\w*Groups?$/,
        finds: /\b(?:I?EndpointGroup(?:Base)?)\b/,
        prefix: /\$"((?:\/?[\w-]+){0,6})\/\{\w*(?:[nN]ame)\w*\}"/,
        namesItself: /\bMapGroup\(this\b/,
      },
    },
  ],
  calls: {
    MapGet: map("GET"),
    MapPost: map("POST"),
    MapPut: map("PUT"),
    MapPatch: map("PATCH"),
    MapDelete: map("DELETE"),
  },
  examples: [
    {
      files: {
        "Web/Program.cs": `
var app = WebApplication.CreateBuilder(args).Build();
app.MapEndpoints(typeof(Program).Assembly);
app.Run();
`,
        "Web/Infrastructure/WebApplicationExtensions.cs": `
namespace Ferry.Web;
public static class WebApplicationExtensions
{
    public static WebApplication MapEndpoints(this WebApplication app, Assembly assembly)
    {
        foreach (var type in assembly.GetExportedTypes().Where(t => t.IsAssignableTo(typeof(IEndpointGroup))))
        {
            var groupName = type.Name;
            var group = app.MapGroup($"/api/{groupName}").WithTags(groupName);
            type.GetMethod(nameof(IEndpointGroup.Map))!.Invoke(null, [group]);
        }
        return app;
    }
}
`,
        "Web/Endpoints/Boats.cs": `
namespace Ferry.Web.Endpoints;
public class Boats : IEndpointGroup
{
    public static void Map(RouteGroupBuilder groupBuilder)
    {
        groupBuilder.RequireAuthorization();
        groupBuilder.MapGet(ListBoats);
        groupBuilder.MapPut(SailBoat, "{id}").AllowAnonymous();
        groupBuilder.MapDelete("sunk/{id}", Sink);
    }
}
public class Tides : IEndpointGroup
{
    public static string? RoutePrefix => "/tides/v1";
    public static void Map(RouteGroupBuilder groupBuilder) => groupBuilder.MapPost(AddTide, "new");
}
public class Never : Other { public static void Map(RouteGroupBuilder groupBuilder) { } }
`,
      },
      endpoints: ["GET /api/Boats", "PUT /api/Boats/{id}", "DELETE /api/Boats/sunk/{id}", "POST /tides/v1/new"],
    },
    {
      files: {
        "Web/Program.cs": `
var app = WebApplication.CreateBuilder(args).Build();
app.MapEndpoints();
app.Run();
`,
        "Web/Infrastructure/WebApplicationExtensions.cs": `
namespace Ferry.Web;
public static class WebApplicationExtensions
{
    public static RouteGroupBuilder MapGroup(this WebApplication app, EndpointGroupBase group)
    {
        var groupName = group.GetType().Name;
        return app.MapGroup($"/api/{groupName}").WithTags(groupName);
    }
    public static WebApplication MapEndpoints(this WebApplication app)
    {
        var endpointGroupType = typeof(EndpointGroupBase);
        foreach (var type in Find(endpointGroupType))
            if (Activator.CreateInstance(type) is EndpointGroupBase instance) instance.Map(app);
        return app;
    }
}
`,
        "Web/Endpoints/Boats.cs": `
namespace Ferry.Web.Endpoints;
public class Boats : EndpointGroupBase
{
    public override void Map(WebApplication app)
    {
        app.MapGroup(this)
            .RequireAuthorization()
            .MapGet(ListBoats)
            .MapPut(SailBoat, "{id}");
        app.MapGet("/boats", ListBoats);
    }
}
`,
      },
      endpoints: ["GET /api/Boats", "PUT /api/Boats/{id}", "GET /boats"],
    },
  ],
};
