import type { OutputOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import type { Route } from "#server/edge.ts";

import type { ApiCaller } from "./api-caller.ts";

/**
 * Calls the product's operations as the actor of `ctx`, with the rights that this actor has and with inputs and answers of the
 * contract, but not over the network: a worker may have no access token of that person, and no server beside it.
 */
export function createInnerClient(ctx: Ctx, routes: readonly Route[]): ApiCaller {
  return {
    async call(endpoint, { params, query = {}, body = {} }) {
      const route = routes.find((one) => one.endpoint === endpoint);
      if (!route) throw new Error(`${endpoint.method} ${endpoint.path} is not mounted`);
      const input = {
        ...(endpoint.body.parse(body) as object),
        ...(endpoint.query.parse(query) as object),
        ...(endpoint.params.parse(params) as object),
      };
      return endpoint.response.parse(await route.run(ctx, input)) as OutputOf<typeof endpoint>;
    },
  };
}
