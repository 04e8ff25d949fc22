import type { RouterRule, WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const router: RouterRule = {
  entries: { query: "QUERY", mutation: "MUTATION", subscription: "SUBSCRIPTION" },
  entryGuards: /^(?:protected|private|auth\w*|admin|owner|member|user|team|enterprise|space)\w*Procedure$/,
  rootNames: /^(?:app|root)Router$/,
};
const merge: RouterRule = { isMerge: true, rootNames: /^(?:app|root)Router$/ };
const adapter: RouterRule = { isRoot: true, from: /^@(?:trpc\/|hono\/trpc-server)/, child: { at: 0, key: "router" } };

/** tRPC: routers of procedures and of routers, which an adapter serves. */
export const trpc: WebFramework = {
  name: "tRPC",
  languages: ["ecmascript"],
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
  },
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
import { boats } from "./boats";
import { tideRouter } from "./tides";
export const fleetRouter = mergeRouters(
  router({
    health: publicProcedure.query(() => "ok"),
    boats,
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
        "src/tides.ts": `export const tideRouter = t.router({ today: t.procedure.query(() => 1) });`,
        "web/routes.ts": `export const pages = createRouter({ history, routes: [{ path: "/never" }] });`,
      },
      endpoints: ["QUERY health", "QUERY boats.list", "SUBSCRIPTION boats.moved", "MUTATION docks.add", "QUERY today"],
      guards: { "QUERY boats.list": ["protectedProcedure"], "SUBSCRIPTION boats.moved": ["protectedProcedure"] },
    },
  ],
};
