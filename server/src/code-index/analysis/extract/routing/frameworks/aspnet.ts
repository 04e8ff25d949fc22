import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { CallRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

import { ownAttributes } from "./aspnet-attributes.ts";
import { controllerParts } from "./aspnet-parts.ts";

const paths = ["0", "template", "Template"];
const verb = (method: string): MarkRule => ({ methods: [method], paths });
const map = (method: string): CallRule => ({ kind: "route", methods: [method], path: [0, "pattern"], handler: -1 });
const guard: MarkRule = { isGuard: true };
const same: CallRule = { kind: "same" };

const usual = "{controller=Home}/{action=Index}/{id?}";

/** ASP.NET Core: controllers with attributes, and minimal APIs with their groups and extension methods. */
export const aspnet: WebFramework = {
  name: "ASP.NET Core",
  languages: ["csharp"],
  routers: { Build: { isRoot: true, from: /WebApplication\.Create\w*Builder/ } },
  types: ["IEndpointRouteBuilder", "RouteGroupBuilder"],
  rootTypes: ["WebApplication", "IApplicationBuilder"],
  // Carter, and MinimalApi.Endpoint.
  moduleMethods: [
    { bases: /^(?:\w+\.)*(?:I?CarterModule)\b/, method: /^AddRoutes$/, path: /\bbase\(\s*"([^"]{0,200})"/ },
    { bases: /^(?:\w+\.)*IEndpoint</, method: /^AddRoute$/ },
  ],
  calls: {
    MapGet: map("GET"),
    MapPost: map("POST"),
    MapPut: map("PUT"),
    MapPatch: map("PATCH"),
    MapDelete: map("DELETE"),
    MapMethods: { kind: "route", methods: ["ANY"], methodsIn: 1, path: 0, handler: -1 },
    MapHub: { kind: "route", methods: ["WEBSOCKET"], path: [0, "pattern"], handler: 0 },
    MapHealthChecks: { kind: "route", methods: ["ANY"], path: [0, "pattern"], handler: 0 },
    MapGroup: [
      { kind: "group", isOfClass: true },
      { kind: "group", path: [0, "prefix"] },
    ],
    UseEndpoints: { kind: "group" },
    MapControllerRoute: { kind: "prefix", path: [1, "pattern"], as: "conventions" },
    MapRoute: { kind: "prefix", path: [1, "template"], as: "conventions" },
    MapDefaultControllerRoute: { kind: "prefix", path: "pattern", as: "conventions", otherwise: usual },
    MapFallbackToController: { kind: "same" },
    NewVersionedApi: same,
    RequireAuthorization: { kind: "guard" },
    AllowAnonymous: { kind: "guard" },
  },
  controllers: {
    classNames: /Controller$/,
    // Ardalis.ApiEndpoints: `EndpointBaseAsync.WithRequest<Boat>.WithoutResult`.
    bases:
      /^(?:ControllerBase|Controller|With(?:out)?(?:ActionResult|Result|Request|Response)|EndpointBase(?:Async|Sync)?)$/,
    absolutePath: /^~?\//,
    computedPaths: { base: /^IRouteTemplateProvider$/, mark: "Route" },
    needsPath: true,
    marks: {
      ApiController: { makes: "controller", isInherited: true },
      Controller: { makes: "controller", isInherited: true },
      NonController: { makes: "none" },
      NonAction: { makes: "none" },
      Route: { paths, otherwise: "ANY" },
      HttpGet: verb("GET"),
      HttpPost: verb("POST"),
      HttpPut: verb("PUT"),
      HttpPatch: verb("PATCH"),
      HttpDelete: verb("DELETE"),
      HttpHead: verb("HEAD"),
      HttpOptions: verb("OPTIONS"),
      AcceptVerbs: { methodsIn: ["0"], paths: ["Route"] },
      Authorize: guard,
      AllowAnonymous: { isGuard: true, liftsAll: true },
    },
    tokens: [
      { pattern: /\[controller\]/gi, of: "class", without: /Controller$/ },
      { pattern: /\[action\]/gi, of: "method", without: /Async$/ },
      { pattern: /\{controller(?::\w+)?(?:=\w+)?\}/gi, of: "class", without: /Controller$/ },
      { pattern: /\{action(?::\w+)?(?:=\w+)?\}/gi, of: "method", without: /Async$/ },
    ],
  },
  examples: [
    ownAttributes,
    {
      files: {
        "Web/Program.cs": `
var app = WebApplication.CreateBuilder(args).Build();
app.UseEndpoints(endpoints => {
    endpoints.MapControllerRoute(name: "areas", pattern: "{area:exists}/{controller=Home}/{action=Index}/{id?}");
    endpoints.MapControllerRoute("default", "{controller=Home}/{action=Index}/{id?}");
});
`,
        "Web/Controllers/HomeController.cs": `
namespace Ferry.Controllers;
public class HomeController : Controller
{
    public IActionResult Index() => View();
    public IActionResult About() => View();
    [HttpPost]
    public async Task<IActionResult> Edit(int id) => View();
    [Route("tides")]
    public IActionResult Tides() => View();
    public override void OnActionExecuting(ActionExecutingContext context) { }
    private IActionResult Never() => View();
    public BoatModel MakeModel(int id) => new BoatModel();
}
[ApiController]
public class NeverController : ControllerBase { public IActionResult Get() => Ok(); }
`,
        "Web/Areas/Fleet/BoatsController.cs": `
namespace Ferry.Areas.Fleet;
[Area("Fleet")]
public class BoatsController : Controller
{
    public IActionResult Index() => View();
    [HttpPost, ActionName("remove")]
    public IActionResult RemoveConfirmed(int id) => View();
}
`,
      },
      endpoints: [
        "ANY /",
        "ANY /Home/About",
        "POST /Home/Edit/{id?}",
        "ANY /tides",
        "ANY /Fleet/Boats",
        "POST /Fleet/Boats/remove/{id?}",
      ],
    },
    {
      files: {
        "Program.cs": `
await using var app = WebApplication.CreateBuilder(args).Build();
var versioned = app.MapGroup("api/v{version:apiVersion}");
app.MapCarter();
app.MapEndpoints(versioned);
`,
        "Endpoints.cs": `
public interface IEndpoint { void MapEndpoint(IEndpointRouteBuilder app); }
public static class EndpointExtensions
{
    public static IApplicationBuilder MapEndpoints(this WebApplication app, RouteGroupBuilder? group = null)
    {
        IEnumerable<IEndpoint> endpoints = app.Services.GetRequiredService<IEnumerable<IEndpoint>>();
        IEndpointRouteBuilder builder = group is null ? app : group;
        foreach (IEndpoint endpoint in endpoints) { endpoint.MapEndpoint(builder); }
        return app;
    }
}
`,
        "Boats/Boats.cs": `
internal sealed class ListBoats : IEndpoint
{
    public void MapEndpoint(IEndpointRouteBuilder app) => app.MapGet(BoatPaths.All, async () => Results.Ok()).WithTags("x");
}
internal sealed class AddBoat : IEndpoint
{
    public void MapEndpoint(IEndpointRouteBuilder app) { app.MapPost($"{BoatPaths.All}/{{id}}", Add); }
}
internal static class BoatPaths { internal const string All = "boats"; }
`,
        "Tides/TideModule.cs": `
public class TideModule : CarterModule
{
    public TideModule() : base("/tides") { }
    public override void AddRoutes(IEndpointRouteBuilder app) { app.MapGet("/now", Now); }
}
`,
        "Crew/Find.cs": `
public class Find : EndpointBaseAsync.WithRequest<int>.WithActionResult<Crew>
{
    [HttpGet("api/crew/{id}")]
    public override async Task<ActionResult<Crew>> HandleAsync(int id, CancellationToken token = default) => Ok();
}
`,
      },
      endpoints: [
        "GET /api/v{version:apiVersion}/boats",
        "POST /api/v{version:apiVersion}/boats/{id}",
        "GET /tides/now",
        "GET /api/crew/{id}",
      ],
    },
    {
      files: {
        "Controllers/BaseController.cs": `
namespace Ferry.Controllers;
[ApiController]
[Route("api/[controller]")]
public abstract class BaseController : ControllerBase
{
    [HttpGet("ping")]
    public IActionResult Ping() => Ok();
}
`,
        "Controllers/BoatsController.cs": `
using Ferry.Docks;
namespace Ferry.Controllers;
[Authorize(Policy = "crew")]
public class BoatsController(IBoats boats) : BaseController
{
    [HttpGet]
    public async Task<ActionResult<Boat>> List() => Ok();

    [HttpPut("{id:int}"), HttpPatch("{id:int}")]
    public IActionResult Change(int id) => Ok();

    [AllowAnonymous]
    [HttpPost]
    [Route(Paths.Add)]
    public IActionResult Add() => Ok();

    [HttpDelete("/boats/[action]")]
    public IActionResult RemoveAsync() => Ok();

    [NonAction]
    public IActionResult Helper() => Ok();
}
`,
        "Docks/Paths.cs": `
namespace Ferry.Docks;
public static class Paths { public const string Add = "new/" + Last; public const string Last = "one"; }
`,
        "Controllers/HomeController.cs": `
namespace Ferry.Controllers;
public class HomeController : Controller
{
    [HttpGet]
    public IActionResult Conventional() => View();
}
`,
      },
      endpoints: [
        "GET /api/Boats/ping",
        "GET /api/Boats",
        "PUT /api/Boats/{id:int}",
        "PATCH /api/Boats/{id:int}",
        "POST /api/Boats/new/one",
        "DELETE /boats/Remove",
      ],
      guards: {
        "GET /api/Boats/ping": ['Authorize(Policy = "crew")'],
        "GET /api/Boats": ['Authorize(Policy = "crew")'],
        "PUT /api/Boats/{id:int}": ['Authorize(Policy = "crew")'],
        "PATCH /api/Boats/{id:int}": ['Authorize(Policy = "crew")'],
        "POST /api/Boats/new/one": ["AllowAnonymous"],
        "DELETE /boats/Remove": ['Authorize(Policy = "crew")'],
      },
    },
    {
      files: {
        "Program.cs": `
var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapGet("/", () => "hi");
app.MapTideApi();
var admin = app.MapGroup("/admin").WithTags("admin").RequireAuthorization("captain");
admin.MapPost("/docks", AddDock).WithName("dock");
admin.MapGet("/docks", ListDocks).WithName("docks").AllowAnonymous();
var crew = app.MapGroup("/crew");
crew.MapSignIn().AllowAnonymous();
crew.MapDelete("/captain", Dismiss);
cache.MapGet("/never", x);
app.MapHub<BoatHub>("/hubs/boats");
app.Run();
`,
        "Apis/SignIn.cs": `
namespace Ferry.Apis;
public static class SignIn
{
    public static RouteHandlerBuilder MapSignIn(this IEndpointRouteBuilder app) => app.MapPost("/sign-in", In);
}
`,
        "Apis/TideApi.cs": `
namespace Ferry.Apis;
public static class TideApi
{
    public static IEndpointRouteBuilder MapTideApi(this IEndpointRouteBuilder app)
    {
        var api = app.NewVersionedApi("Tides").MapGroup("api/tides").HasApiVersion(1, 0);
        api.MapGet("/{day}", Read);
        return app;
    }
}
`,
      },
      endpoints: [
        "GET /",
        "GET /api/tides/{day}",
        "POST /admin/docks",
        "GET /admin/docks",
        "POST /crew/sign-in",
        "DELETE /crew/captain",
        "WEBSOCKET /hubs/boats",
      ],
      guards: {
        "POST /admin/docks": ['RequireAuthorization("captain")'],
        "GET /admin/docks": ['RequireAuthorization("captain")', "AllowAnonymous()"],
      },
    },
    controllerParts,
  ],
};
