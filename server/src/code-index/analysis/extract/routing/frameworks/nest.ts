import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^@nestjs\/common$/;
const route = (...methods: string[]): MarkRule => ({ methods, paths: ["path", "0"], from });
const guard: MarkRule = { isGuard: true };

/** NestJS: controllers below the path that the whole program has. */
export const nest: WebFramework = {
  name: "NestJS",
  languages: ["ecmascript"],
  routers: { create: { isRoot: true, from: /^@nestjs\/core#NestFactory\.create$/ } },
  types: ["INestApplication", "NestExpressApplication", "NestFastifyApplication"],
  calls: {
    setGlobalPrefix: { kind: "prefix", path: 0, except: { at: 1, key: "exclude" } },
    enableVersioning: {
      kind: "versioning",
      type: { at: 0, key: "type" },
      inPaths: /\bURI$/,
      otherwise: { at: 0, key: "defaultVersion" },
    },
  },
  controllers: {
    guardNames: /^(?:Has|Requires?|Check|Needs?)\w*(?:Permission|Role|Scope|Polic|Auth)\w*$/,
    marks: {
      Controller: { makes: "controller", paths: ["path", "0"], versions: ["version"], from },
      Get: route("GET"),
      Post: route("POST"),
      Put: route("PUT"),
      Patch: route("PATCH"),
      Delete: route("DELETE"),
      Head: route("HEAD"),
      Options: route("OPTIONS"),
      All: route("ANY"),
      Sse: route("GET"),
      Version: { versions: ["0"], from },
      UseGuards: guard,
      Roles: guard,
      Public: guard,
    },
  },
  examples: [
    {
      files: {
        "src/main.ts": `
import { NestFactory } from "@nestjs/core";
import { AppModule } from "./app.module";
async function bootstrap() {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { bufferLogs: true });
  app.setGlobalPrefix("api", {
    exclude: ["health", "files/*path", { path: "boats/count", method: RequestMethod.POST }],
  });
  app.enableVersioning({ defaultVersion: "1", type: VersioningType.URI });
  await app.listen(3000);
}
bootstrap();
`,
        "src/boats.controller.ts": `
import { Controller, Delete, Get, Post, UseGuards } from "@nestjs/common";
import { Base } from "./base.controller";
@Controller("boats")
@UseGuards(AuthGuard("jwt"))
export class BoatsController extends Base {
  constructor(private readonly boats: BoatsService) { super(); }
  @Get()
  list() { return this.boats.get("/never", x); }
  @Get([":id", ":id/log"])
  async show(@Param("id") id: string) {}
  @Post()
  @UseGuards(Owner)
  @UseGuards(ThrottlerGuard)
  @RequiresScope(scopes.boats)
  public add(@Body() boat: BoatDto) {}
}
`,
        "src/base.controller.ts": `
import { Get } from "@nestjs/common";
export abstract class Base {
  @Get("count") count() {}
}
`,
        "src/docks.controller.ts": `
import { Controller, Put, Version } from "@nestjs/common";
@Controller({ version: VERSION_NEUTRAL })
export class HealthController {
  @Get("health") health() {}
  @Get("healthy") healthy() {}
  @Get("files/:id/all") files() {}
}
@Controller({ path: "docks", version: "2" })
export class DocksController {
  @Put("/:id") update() {}
  @Version(VERSION_NEUTRAL) @Put("/all") updateAll() {}
}
`,
      },
      endpoints: [
        "GET /api/v1/boats",
        "GET /api/v1/boats/:id",
        "GET /api/v1/boats/:id/log",
        "POST /api/v1/boats",
        "GET /api/v1/boats/count",
        "GET /health",
        "GET /api/healthy",
        "GET /files/:id/all",
        "PUT /api/v2/docks/:id",
        "PUT /api/docks/all",
      ],
      guards: {
        "GET /api/v1/boats": [`UseGuards(AuthGuard("jwt"))`],
        "GET /api/v1/boats/:id": [`UseGuards(AuthGuard("jwt"))`],
        "GET /api/v1/boats/:id/log": [`UseGuards(AuthGuard("jwt"))`],
        "POST /api/v1/boats": [`UseGuards(AuthGuard("jwt"))`, "UseGuards(Owner)", "RequiresScope(scopes.boats)"],
        "GET /api/v1/boats/count": [`UseGuards(AuthGuard("jwt"))`],
      },
    },
    {
      files: {
        "src/main.ts": `
import { NestFactory } from "@nestjs/core";
const app = await NestFactory.create(AppModule);
app.setGlobalPrefix("api");
`,
        "src/app.module.ts": `
import { Module } from "@nestjs/common";
import { RouterModule, Routes } from "@nestjs/core";
import { ADMIN_PATH } from "./paths";
import { AdminModule } from "./admin/admin.module";
import { TidesModule } from "./admin/tides.module";
import { OpenModule } from "./open/open.module";
const routes: Routes = [
  { path: ADMIN_PATH, module: AdminModule, children: [{ path: "/tides/", module: TidesModule }] },
  { path: "/open", module: OpenModule },
];
@Module({ imports: [RouterModule.register(routes), AdminModule, OpenModule], controllers: [HealthController] })
export class AppModule {}
`,
        "src/paths.ts": `export const ADMIN_PATH = "/admin";\n`,
        "src/admin/admin.module.ts": `
import { Module } from "@nestjs/common";
import { BoatsController } from "./boats.controller";
@Module({ controllers: [BoatsController] })
export class AdminModule {}
`,
        "src/admin/boats.controller.ts": `
import { Controller, Delete } from "@nestjs/common";
@Controller("boats")
export class BoatsController { @Delete(":id") remove() {} }
`,
        "src/admin/tides.module.ts": `
import { Controller, Get, Module } from "@nestjs/common";
@Controller()
class TidesController { @Get("high") high() {} }
@Module({ controllers: [TidesController] })
export class TidesModule {}
`,
        "src/open/open.module.ts": `
import { Module } from "@nestjs/common";
import { BoatsController } from "./boats.controller";
@Module({ controllers: [BoatsController] })
export class OpenModule {}
`,
        "src/open/boats.controller.ts": `
import { Controller, Get } from "@nestjs/common";
@Controller("boats")
export class BoatsController { @Get() list() {} }
`,
        "src/health.controller.ts": `
import { Controller, Get } from "@nestjs/common";
@Controller("health")
export class HealthController { @Get() show() {} }
`,
      },
      endpoints: ["DELETE /api/admin/boats/:id", "GET /api/admin/tides/high", "GET /api/open/boats", "GET /api/health"],
    },
  ],
};
