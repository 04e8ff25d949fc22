import type { ProcedureRules } from "#server/code-index/analysis/extract/routing/procedure-rules.ts";
import type { RouterRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const router: RouterRule = { hasProcedures: true, rootNames: /^(?:app|root)Router$/ };
const merge: RouterRule = { isMerge: true, rootNames: /^(?:app|root)Router$/ };
const served = { at: 0, key: "router" };
const adapter: RouterRule = {
  isRoot: true,
  serves: "names",
  from: /^@(?:trpc\/|hono\/trpc-server)/,
  child: served,
};
/** trpc-openapi and trpc-to-openapi, also within what a program calls like them. */
const addresses: RouterRule = { serves: "openapi" };
/** Of those that are asked by no router of HTTP, and say themselves where they are. */
const wholeAddresses: RouterRule = { ...addresses, isRoot: true, path: { at: 0, key: "endpoint" } };
const procedures: ProcedureRules = {
  endings: { query: "QUERY", mutation: "MUTATION", subscription: "SUBSCRIPTION" },
  begins: /(?:^|\.)\w*[pP]rocedure(?:\W|$)/,
  guards: /^(?:protected|private|auth\w*|admin|owner|member|user|team|enterprise|space)\w*Procedure$/,
  address: { call: "meta", entry: "openapi", servedBy: "openapi" },
};

/** tRPC: routers of procedures and of routers, which an adapter serves. */
export const trpc: WebFramework = {
  name: "tRPC",
  languages: ["ecmascript"],
  procedures,
  routers: {
    router,
    createTRPCRouter: router,
    createRouter: router,
    mergeRouters: merge,
    fetchRequestHandler: adapter,
    createNextApiHandler: adapter,
    createExpressMiddleware: adapter,
    createHTTPServer: adapter,
    createHTTPHandler: adapter,
    nodeHTTPRequestHandler: adapter,
    awsLambdaRequestHandler: adapter,
    applyWSSHandler: adapter,
    trpcServer: adapter,
    createOpenApiExpressMiddleware: addresses,
    createOpenApiFetchHandler: wholeAddresses,
    createOpenApiHttpHandler: addresses,
    createOpenApiNextHandler: addresses,
    createOpenApiNuxtHandler: addresses,
    createOpenApiKoaMiddleware: addresses,
    createOpenApiAwsLambdaHandler: addresses,
  },
  wrappers: [/^@trpc\/server#(?:experimental_)?lazy$/],
  examples: [
    {
      files: {
        "src/server.ts": `
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import { fleetRouter } from "./fleet";
app.use("/trpc", createExpressMiddleware({ router: fleetRouter, createContext }));
`,
        "src/fleet.ts": `
import { router, publicProcedure, mergeRouters } from "./trpc";
import { lazy } from "@trpc/server";
import { boats } from "./boats";
import { tideRouter } from "./tides";
import { addLog } from "./add-log";
import { crewRoutes } from "./crew";
export const fleetRouter = mergeRouters(
  router({
    health: publicProcedure.query(() => "ok"),
    boats,
    crew: crewRoutes,
    log: { add: addLog, mine: { newest: publicProcedure.query(() => 1) } },
    ports: lazy(() => import("./ports").then((module) => module.portRouter)),
    docks: router({ add: publicProcedure.input(z.object({ name: z.string() })).mutation(async () => {}) }),
  }),
  tideRouter,
);
`,
        "src/boats.ts": `
import { createTRPCRouter, protectedProcedure } from "./trpc";
export const boats = createTRPCRouter({
  list: protectedProcedure.query(async () => db.query("never")),
  moved: protectedProcedure.subscription(() => {}),
});
`,
        "src/add-log.ts": `
import { protectedProcedure } from "./trpc";
export const addLog = protectedProcedure.input(line).mutation(async () => {});
export const neverMounted = protectedProcedure.query(() => 1);
`,
        "src/crew.ts": `
export const crewRoutes = { all: publicProcedure.query(() => []) } satisfies TRPCRouterRecord;
`,
        "src/ports.ts": `export const portRouter = router({ list: t.procedure.query(() => 1) });`,
        "src/tides.ts": `export const tideRouter = t.router({ today: t.procedure.query(() => 1) });`,
        "web/routes.ts": `export const pages = createRouter({ history, routes: [{ path: "/never" }] });`,
      },
      endpoints: [
        "QUERY health",
        "QUERY boats.list",
        "SUBSCRIPTION boats.moved",
        "MUTATION docks.add",
        "QUERY today",
        "MUTATION log.add",
        "QUERY log.mine.newest",
        "QUERY crew.all",
        "QUERY ports.list",
      ],
      guards: {
        "QUERY boats.list": ["protectedProcedure"],
        "SUBSCRIPTION boats.moved": ["protectedProcedure"],
        "MUTATION log.add": ["protectedProcedure"],
      },
    },
    {
      files: {
        "src/server.ts": `
import express from "express";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import { appRouter } from "./router";
import { serveAddresses } from "./addresses";
const app = express();
app.use("/trpc/*", createExpressMiddleware({ router: appRouter }));
app.use("/api/v1/*", (request) => serveAddresses(request));
`,
        "src/addresses.ts": `
import { createOpenApiExpressMiddleware } from "trpc-to-openapi";
export const serveAddresses = (request) => {
  return createOpenApiExpressMiddleware({ router: appRouter, createContext });
};
`,
        "src/router.ts": `
import { addBoat } from "./add-boat";
export const appRouter = router({
  boats: router({
    add: addBoat,
    list: publicProcedure.meta({ openapi: { method: "GET", path: "/boats" } }).query(() => []),
  }),
});
`,
        "src/add-boat.ts": `
import { addBoatMeta } from "./add-boat-meta";
export const addBoat = publicProcedure.meta(addBoatMeta).mutation(() => {});
`,
        "api/[...rest]/route.ts": `
import { createOpenApiFetchHandler } from "trpc-to-openapi";
const handle = (req: Request) => createOpenApiFetchHandler<Fleet>({ req, endpoint: "/fetched", router: appRouter });
`,
        "src/add-boat-meta.ts": `export const addBoatMeta: Meta = { openapi: { method: "POST", path: "/boats/add" } };`,
      },
      endpoints: [
        "QUERY boats.list",
        "MUTATION boats.add",
        "GET /api/v1/boats",
        "POST /api/v1/boats/add",
        "GET /fetched/boats",
        "POST /fetched/boats/add",
      ],
    },
  ],
};
