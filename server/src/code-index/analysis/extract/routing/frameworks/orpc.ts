import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** oRPC: procedures that say their own address, which a handler serves below a prefix. */
export const orpc: WebFramework = {
  name: "oRPC",
  languages: ["ecmascript"],
  procedures: {
    endings: { handler: "" },
    begins: /(?:^|\.)\w*[pP]rocedure(?:\W|$)|^(?:os|pub|authed|base)$/,
    guards: /^(?:protected|private|auth\w*|admin|owner|member)(?:Procedure)?$/,
    address: { call: "route", entry: null, servedBy: "orpc" },
  },
  routers: { OpenAPIHandler: { isRoot: true, serves: "orpc", from: /^@orpc\/openapi/, child: 0 } },
  calls: { handle: { kind: "ownPath", path: { at: 1, key: "prefix" } } },
  examples: [
    {
      files: {
        "src/server.ts": `
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { harbourRouter } from "./router";
const served = new OpenAPIHandler(harbourRouter, { plugins: [] });
export async function handle(request: Request) {
  const { response } = await served.handle(request, { prefix: "/api/open", context: {} });
  return response;
}
`,
        "src/router.ts": `
import { boatsRouter } from "./boats";
import { find } from "./tides";
export const harbourRouter = { boats: boatsRouter, tides: { find } };
`,
        "src/boats.ts": `
import { protectedProcedure } from "./context";
export const boatsRouter = {
  list: protectedProcedure
    .route({ method: "GET", path: "/boats", summary: "List boats" })
    .use(mapErrors)
    .handler(({ context }) => boats.list(context.crew)),
  never: protectedProcedure.handler(() => boats.count()),
};
`,
        "src/tides.ts": `
import { os } from "@orpc/server";
export const find = os.route({ method: "POST", path: "/tides/{id}" }).input(tide).handler(async ({ input }) => input);
`,
      },
      endpoints: ["GET /api/open/boats", "POST /api/open/tides/{id}"],
      guards: { "GET /api/open/boats": ["protectedProcedure"] },
    },
  ],
};
