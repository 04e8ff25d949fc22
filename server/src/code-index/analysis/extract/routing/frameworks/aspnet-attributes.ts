import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** Routes by attributes that a program derives from those of ASP.NET Core, each with a constant of the same name. */
export const ownAttributes: WebFramework["examples"][number] = {
  files: {
    "Attributes/ApiV1Attribute.cs": `
[Route(ApiBase)]
public class ApiV1Attribute : RouteAttribute
{
    protected const string ApiBase = "api/v1/[controller]";
    public ApiV1Attribute() : base(ApiBase) { }
}
`,
    "Attributes/ApiV2Attribute.cs": `
[Route(ApiBase)]
public class ApiV2Attribute : RouteAttribute
{
    protected const string ApiBase = "api/v2/[controller]";
    public ApiV2Attribute() : base(ApiBase) { }
}
`,
    "Controllers/V1/BoatsController.cs": `
[ApiV1]
public class BoatsController : ControllerBase
{
    [HttpGet]
    [HttpGet("{id:int}")]
    public IActionResult Find(int? id) => Ok();
}
`,
    "Controllers/V2/BoatsController.cs": `
[ApiV2]
public class BoatsController : ControllerBase
{
    [HttpGet]
    [Route("all")]
    public IActionResult All() => Ok();
}
`,
  },
  endpoints: ["GET /api/v1/Boats", "GET /api/v1/Boats/{id:int}", "GET /api/v2/Boats/all"],
};
