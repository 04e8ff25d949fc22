import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** FastEndpoints: a class an endpoint, in groups of classes, behind one prefix. */
export const fastEndpoints: WebFramework = {
  name: "FastEndpoints",
  languages: ["csharp"],
  endpointClasses: {
    bases: /^(?:\w+\.)*(?:Endpoint|EndpointWithoutRequest|EndpointWithMapping|EndpointWithMapper|Ep)(?:[.<]|$)/,
    method: "Configure",
    verbs: { Get: "GET", Post: "POST", Put: "PUT", Patch: "PATCH", Delete: "DELETE", Head: "HEAD" },
    group: "Group",
    guards: /^(?:Roles|Policies|Policy|Permissions|PermissionsAll|Claims|ClaimsAll|AllowAnonymous)$/,
    groupBases: /^(?:\w+\.)*(?:Group$|SubGroup<\s*(?:\w+\.)*(\w+)\s*>$)/,
    server: { call: "UseFastEndpoints", prefix: /\bRoutePrefix\s*=\s*"([^"]{0,100})"/ },
  },
  examples: [
    {
      files: {
        "Program.cs": `
var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.UseFastEndpoints(c => { c.Endpoints.RoutePrefix = "api"; }).UseSwaggerGen();
app.Run();
`,
        "Boats/List.cs": `
public class List(IMediator mediator) : EndpointWithoutRequest<Boats>
{
    public override void Configure()
    {
        Get("/boats", "/fleet");
        AllowAnonymous();
        Summary(s => { s.Summary = "All"; });
    }
    public override async Task HandleAsync(CancellationToken ct) => cache.Get("/never");
}
public class Add : Endpoint<AddBoatRequest, Results<Created, NotFound>>
{
    public override void Configure()
    {
        Post(AddBoatRequest.Route);
        Roles("captain");
    }
}
public class AddBoatRequest { public const string Route = "/boats/new"; }
public class Tide : Endpoint<TideRequest>
{
    public override void Configure() { Delete("tides/{day}"); Group<Inner>(); }
}
`,
        "Groups.cs": `
public class Outer : Group { public Outer() { Configure("admin", ep => ep.Description(x => x.WithTags("admin"))); } }
public sealed class Inner : SubGroup<Outer> { public Inner() { Configure("inner", ep => { }); } }
`,
      },
      endpoints: ["GET /api/boats", "GET /api/fleet", "POST /api/boats/new", "DELETE /api/admin/inner/tides/{day}"],
      guards: {
        "GET /api/boats": ["AllowAnonymous()"],
        "GET /api/fleet": ["AllowAnonymous()"],
        "POST /api/boats/new": ['Roles("captain")'],
      },
    },
  ],
};
