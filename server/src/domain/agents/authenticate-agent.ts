import type { Ctx } from "#server/ctx.ts";
import { authenticateApiKey } from "#server/domain/keys/authenticate-api-key.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { type AgentTarget, agentScope } from "#server/platform/oidc/agent-address.ts";
import { verifyAgentToken } from "#server/platform/oidc/verify-access-token.ts";

import { findAgentProduct } from "./find-agent-product.ts";

type AgentAuthDependencies = Pick<Ctx, "wholeDb" | "databaseFor" | "secrets" | "settings" | "now">;

/** Whom an agent acts for. What it came with: null is an API key, otherwise the grant of its sign-in. */
export interface Agent {
  userId: string;
  grantId: string | null;
}

/**
 * The user an agent acts for when it calls the MCP server of `target` (slugs or ids, as in the address) with this
 * bearer credential: an API key of scope `mcp`, or an access token that was issued for this product and is still valid.
 * Null for everything else. A key gives what its user may read, which the caller must check as well; a token of a user
 * who cannot read the product (any more) is refused here already.
 */
export async function authenticateAgent(
  ctx: AgentAuthDependencies,
  bearer: string,
  target: AgentTarget,
): Promise<Agent | null> {
  const key = await authenticateApiKey(ctx, bearer);
  if (key) return key.scopes.includes(agentScope) ? { userId: key.userId, grantId: null } : null;
  const token = await verifyAgentToken({ ...ctx, db: ctx.wholeDb }, bearer);
  if (!token || !(await findUser(ctx, token.userId))) return null;
  const product = await findAgentProduct(ctx, token.userId, target);
  return product?.audience === token.audience ? { userId: token.userId, grantId: token.grantId } : null;
}
