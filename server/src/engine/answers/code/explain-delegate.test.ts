import { afterEach, describe, expect, it } from "vitest";

import { askCodebase, indexCodebase, type IndexedCodebase } from "#server/engine/answers/testing/index-codebase.ts";

const open: IndexedCodebase[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.remove()));
});

async function ask(files: Record<string, string>, question: string) {
  const indexed = await indexCodebase("harbour", [{ message: "Begin", files }]);
  open.push(indexed);
  const { text, sources } = await askCodebase(indexed.codebase, { text: question });
  return {
    text: text.replaceAll(/ ?\[\d+\]/g, ""),
    cited: sources.map(({ path, startLine }) => `${path}:${startLine}`),
  };
}

const controller = `package harbour;

import org.springframework.web.bind.annotation.*;

@RestController
class BerthController {
    private BerthService berthService;

    @Operation(
        summary = "Finds one berth by its name",
        tags = "berths"
    )
    @GetMapping("/berths/{name}")
    public Berth find(@PathVariable String name) {
        return berthService.find(name);
    }

    @PutMapping("/berths/{name}")
    public void save(@PathVariable String name, Berth berth) {
        berthService.check(name);
        berthService.save(name, berth);
    }
}
`;
const service =
  "package harbour;\n\npublic interface BerthService {\n    Berth find(String name);\n    void save(String name, Berth berth);\n}\n";
const implementation = (name: string) =>
  `package harbour;\n\npublic class ${name} implements BerthService {\n    @Override\n    public Berth find(String name) {\n        return store.read(name);\n    }\n\n    @Override\n    public void save(String name, Berth berth) {\n        store.write(name, berth);\n    }\n}\n`;
const folder = "src/main/java/harbour";
const java = {
  [`${folder}/BerthController.java`]: controller,
  [`${folder}/BerthService.java`]: service,
  [`${folder}/BerthServiceImpl.java`]: implementation("BerthServiceImpl"),
};

describe("a handler that only hands its work on", () => {
  it("is followed to the only class that does it", async () => {
    const { text, cited } = await ask(java, "What does GET /berths/{name} do?");
    expect(text).toMatch(
      /^\*\*`GET \/berths\/\{name\}`\*\*: Finds one berth by its name\. It is handled by `find`, in /,
    );
    expect(text).toContain("It hands the work to `BerthServiceImpl.find`, in `src/main/java/harbour/BerthServiceImpl.java`, lines 4–7."); // prettier-ignore
    expect(text).toContain("return store.read(name);");
    expect(cited).toEqual(expect.arrayContaining([`${folder}/BerthController.java:10`, `${folder}/BerthServiceImpl.java:4`])); // prettier-ignore
  });

  it("is not where two classes do it, nor where it does more", async () => {
    const two = { ...java, [`${folder}/OtherBerths.java`]: implementation("OtherBerths") };
    expect((await ask(two, "What does GET /berths/{name} do?")).text).not.toContain("hands the work");
    expect((await ask(java, "What does PUT /berths/{name} do?")).text).not.toContain("hands the work");
  });

  it("is followed by the command that it sends", async () => {
    const files = {
      "Program.cs": `public static class BerthsApi\n{\n    public static void Map(IEndpointRouteBuilder app)\n    {\n        app.MapPost("/berths", async (KeepBerth command, ISender sender) => await sender.Send(command))\n            .WithSummary("Keep berth")\n            .WithDescription("Keeps a berth for a ship.");\n        app.MapGet("/berths", async (ListBerths query, ISender sender) => await sender.Send(query)).WithSummary(nameof(ListBerths));\n    }\n}\n`,
      "Berths.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n',
      "KeepBerth.cs": `public record KeepBerth(string Ship) : IRequest<bool>;\n\npublic class KeepBerthHandler : IRequestHandler<KeepBerth, bool>\n{\n    public async Task<bool> Handle(KeepBerth request, CancellationToken token)\n    {\n        return await berths.Keep(request.Ship);\n    }\n}\n\npublic class Logged : CommandHandler<KeepBerthTwice, bool>\n{\n}\n`,
    };
    const { text } = await ask(files, "What does POST /berths do?");
    expect(text).toMatch(/^\*\*`POST \/berths`\*\*: Keeps a berth for a ship\. It is/);
    expect(text).toContain("It hands the work to `KeepBerthHandler.Handle`, in `KeepBerth.cs`, lines 5–8.");
    const other = await ask(files, "What does GET /berths do?");
    expect(other.text).toMatch(/^\*\*`GET \/berths`\*\*, in `Program\.cs`/);
    expect(other.text).not.toContain("hands the work");
  });

  it("is followed by the written type of what it calls", async () => {
    const files = {
      "src/berths.controller.ts": `import { Controller, Delete, Param } from "@nestjs/common";\nimport { ApiOperation } from "@nestjs/swagger";\nimport { BerthService } from "./berth.service";\n\n@Controller("berths")\nexport class BerthController {\n  constructor(private readonly berths: BerthService) {}\n\n  @ApiOperation({ summary: "Frees a berth" })\n  @Delete(":id")\n  remove(@Param("id") id: string) {\n    return this.berths.remove(id);\n  }\n}\n`,
      "src/berth.service.ts": `export class BerthService {\n  remove(id: string) {\n    return this.store.delete(id);\n  }\n}\n`,
    };
    const { text } = await ask(files, "What does DELETE /berths/:id do?");
    expect(text).toMatch(/^\*\*`DELETE \/berths\/:id`\*\*: Frees a berth\. It is handled by `remove`/);
    expect(text).toContain("It hands the work to `BerthService.remove`, in `src/berth.service.ts`, lines 2–4.");
  });
});

describe("the sentence of a route", () => {
  const app = `from fastapi import APIRouter, Depends\n\nrouter = APIRouter()\n\n\n@router.get(\n    "/ships",\n    dependencies=[Depends(known)],\n    summary="Lists all ships",\n)\nasync def ships():\n    rows = read(summary="of the day")\n    return sort(rows)\n\n\n@router.get("/crew")\nasync def crew():\n    rows = read(summary="of the day")\n    return sort(rows)\n`;
  it("is that of its decorator, and none of what the code says elsewhere", async () => {
    const { text, cited } = await ask({ "app.py": app }, "What does GET /ships do?");
    expect(text).toMatch(/^\*\*`GET \/ships`\*\*: Lists all ships\. /);
    expect(cited).toContain("app.py:9");
    expect((await ask({ "app.py": app }, "What does GET /crew do?")).text).not.toMatch(/: (?:Of the day|Lists)/i);
  });
});
