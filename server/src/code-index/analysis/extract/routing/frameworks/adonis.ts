import type { ChainRule } from "#server/code-index/analysis/extract/routing/chain-rules.ts";
import type { ResourceStyle } from "#server/code-index/analysis/extract/routing/expand-resources.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const route = (...methods: string[]): ChainRule => ({ kind: "route", methods, path: 0, handler: 1 });
const option: ChainRule = { kind: "option" };
const resource: ResourceStyle = {
  written: ":{}",
  parameter: "id",
  nestedParameter: "prefixed",
  manyOnly: ["index"],
  actions: [
    { name: "index", methods: ["GET"], path: "" },
    { name: "create", methods: ["GET"], path: "/create" },
    { name: "store", methods: ["POST"], path: "" },
    { name: "show", methods: ["GET"], path: "/{}" },
    { name: "edit", methods: ["GET"], path: "/{}/edit" },
    { name: "update", methods: ["PUT", "PATCH"], path: "/{}" },
    { name: "destroy", methods: ["DELETE"], path: "/{}" },
  ],
};

/** AdonisJS: the router that its files of routes import. */
export const adonis: WebFramework = {
  name: "AdonisJS",
  languages: ["ecmascript"],
  chains: {
    text: /@adonisjs\/core\/services\/router|@ioc:Adonis\/Core\/Route|\buse\(["']Route["']\)/,
    roots: /^(?:router|Route)$/,
    from: /^@adonisjs\/core\/services\/router$|^@ioc:Adonis\/Core\/Route$/,
    serves: /./,
    guards: /auth|guard|admin|role|permission|acl/i,
    words: {
      get: route("GET"),
      post: route("POST"),
      put: route("PUT"),
      patch: route("PATCH"),
      delete: route("DELETE"),
      any: route("ANY"),
      route: { kind: "route", methods: ["ANY"], methodsIn: 1, path: 0, handler: 2 },
      on: { kind: "route", methods: ["GET"], path: 0 },
      resource: { kind: "resources", style: resource, without: { apiOnly: ["create", "edit"] } },
      group: { kind: "group" },
      prefix: { kind: "path" },
      middleware: { kind: "guard" },
      use: { kind: "guard" },
      only: option,
      except: option,
      apiOnly: option,
    },
  },
  examples: [
    {
      files: {
        "start/routes.ts": `
import router from "@adonisjs/core/services/router";
const BoatsController = () => import("#controllers/boats_controller");
router.get("/", async () => "hello");
router.on("/about").render("about");
router
  .group(() => {
    router.resource("boats", BoatsController).apiOnly();
    router.group(() => {
      router.post("/docks/:id", [BoatsController, "dock"]);
    }).prefix("harbours/:harbour");
  })
  .prefix("/api/v1")
  .middleware("auth:api");
router.route("/search", ["GET", "POST"], [BoatsController, "search"]);
router.resource("crews.members", MembersController).only(["show"]);
cache.get("/never");
`,
      },
      endpoints: [
        "GET /",
        "GET /about",
        "GET /api/v1/boats",
        "POST /api/v1/boats",
        "GET /api/v1/boats/:id",
        "PUT /api/v1/boats/:id",
        "PATCH /api/v1/boats/:id",
        "DELETE /api/v1/boats/:id",
        "POST /api/v1/harbours/:harbour/docks/:id",
        "GET /search",
        "POST /search",
        "GET /crews/:crew_id/members/:id",
      ],
    },
  ],
};
