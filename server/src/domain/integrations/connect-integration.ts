import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { connectIntegration as endpoint } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";

import { sealState } from "./connect-state.ts";
import { requireGithub } from "./github-integration.ts";

/** Begins to connect an account; the browser opens the address in the response and returns to `finishIntegration`. */
export async function connectIntegration(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "integration.manage");
  const state = sealState(ctx, { userId: requireUserId(ctx), organizationId });
  return { data: { url: await requireGithub(ctx).installUrl(state, { signal: ctx.signal }) } };
}
