import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^(?:tsoa|@tsoa\/runtime)$/;
const route = (...methods: string[]): MarkRule => ({ methods, paths: ["0"], from });

/** tsoa: classes below the path that its file of settings gives its routes. */
export const tsoa: WebFramework = {
  name: "tsoa",
  languages: ["ecmascript"],
  documents: { files: /(?:^|\/)tsoa\.json$/, prefixKeys: [["routes.basePath"]] },
  controllers: {
    marks: {
      Route: { makes: "controller", paths: ["0"], from },
      Get: route("GET"),
      Post: route("POST"),
      Put: route("PUT"),
      Patch: route("PATCH"),
      Delete: route("DELETE"),
      Head: route("HEAD"),
      Options: route("OPTIONS"),
      Security: { isGuard: true, from },
    },
  },
  examples: [
    {
      files: {
        "tsoa.json": `{
  "entryFile": "src/app.ts",
  "noImplicitAdditionalProperties": "throw-on-extras",
  "controllerPathGlobs": ["src/**/*Controller.ts"],
  "spec": { "outputDirectory": "build", "specVersion": 3 },
  "routes": { "routesDir": "build", "basePath": "/v1" }
}
`,
        "src/boatsController.ts": `
import { Body, Controller, Delete, Get, Path, Post, Route, Security } from "tsoa";
@Route("boats")
export class BoatsController extends Controller {
  @Get("{id}")
  public async show(@Path() id: number): Promise<Boat> { return one(id); }
  @Security("jwt", ["admin"])
  @Post()
  public async add(@Body() boat: Boat): Promise<void> {}
  @Delete("/{id}/sails")
  public async strike(@Path() id: number): Promise<void> {}
}
`,
        "src/other.ts": `
import { Get, Route } from "elsewhere";
@Route("never")
export class Never { @Get("x") public x() {} }
`,
      },
      endpoints: ["GET /v1/boats/{id}", "POST /v1/boats", "DELETE /v1/boats/{id}/sails"],
    },
  ],
};
