import type { Ctx } from "#server/ctx.ts";
import type { GithubName } from "#server/platform/github/github-port.ts";

import { requireGithub } from "./github-integration.ts";
import { findByInstallation } from "./integrations.store.ts";

/**
 * The organization's connection that can read this repository; null when it has none, also when somebody else's can.
 * The caller has already checked the right. Throws in plain words when GitHub cannot be reached.
 */
export async function findGithubConnection(
  ctx: Ctx,
  { organizationId, ...name }: GithubName & { organizationId: string },
): Promise<{ connectionId: string; account: string } | null> {
  const installationId = await requireGithub(ctx).findInstallation(name, { signal: ctx.signal });
  if (installationId === null) return null;
  const row = await findByInstallation(ctx.db, { organizationId, installationId });
  return row && { connectionId: row.connectionId, account: row.account };
}
