import { integrationConnectionSchema, type IntegrationConnection } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { toEntity } from "#server/to-entity.ts";

import { githubIntegration } from "./github-integration.ts";
import type { ConnectionRow } from "./integrations.store.ts";

export function describeConnection(ctx: Pick<Ctx, "github">, row: ConnectionRow): IntegrationConnection {
  return toEntity(integrationConnectionSchema, {
    ...row,
    integration: githubIntegration(ctx),
    isSuspended: row.suspendedAt !== null,
  });
}
