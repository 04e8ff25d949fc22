import type { IntegrationConnection } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";

import { githubIntegration } from "./github-integration.ts";
import type { ConnectionRow } from "./integrations.store.ts";

export function describeConnection(ctx: Pick<Ctx, "github">, row: ConnectionRow): IntegrationConnection {
  return {
    connectionId: row.connectionId,
    integration: githubIntegration(ctx),
    account: row.account,
    isSuspended: row.suspendedAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
