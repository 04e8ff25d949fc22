import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** A controller in several files, and one whose path says where the name of the action stands. */
export const controllerParts: WebFramework["examples"][number] = {
  files: {
    "Web/Program.cs": `
var app = WebApplication.CreateBuilder(args).Build();
app.MapControllers();
app.Run();
`,
    "Web/Controllers/BoatsController.Docks.cs": `
using Microsoft.AspNetCore.Mvc;
namespace Web.Controllers;
public partial class BoatsController {
    [HttpPost("docks/{id}")]
    public IActionResult Dock(int id) => Ok();
    [HttpPut("list")]
    public IActionResult List() => Ok();
}
`,
    "Web/Controllers/BoatsController.cs": `
using Microsoft.AspNetCore.Mvc;
namespace Web.Controllers;
[Authorize]
[Route("boats")]
public partial class BoatsController : Controller {
    [HttpGet("")]
    public IActionResult List() => Ok();
}
`,
    "Web/Controllers/CrewController.cs": `
using Microsoft.AspNetCore.Mvc;
namespace Web.Controllers;
[Route("crew/{action:lowercase=Index}")]
public class CrewController : Controller {
    [HttpGet]
    public IActionResult Index() => View();
    [HttpPost]
    public IActionResult Hire(Sailor sailor) => View();
}
`,
  },
  endpoints: ["GET /boats", "POST /boats/docks/{id}", "PUT /boats/list", "GET /crew/Index", "POST /crew/Hire"],
  guards: { "GET /boats": ["Authorize"], "POST /boats/docks/{id}": ["Authorize"], "PUT /boats/list": ["Authorize"] },
};
