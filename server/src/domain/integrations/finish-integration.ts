import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { finishIntegration as endpoint } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import type { UserInstallation } from "#server/platform/github/github-port.ts";

import { openState } from "./connect-state.ts";
import { describeConnection } from "./describe-connection.ts";
import { requireGithub } from "./github-integration.ts";
import { findByInstallation, insertConnection, updateConnection, type ConnectionRow } from "./integrations.store.ts";

/**
 * Connects what the person installed. The installation's number comes from the browser and can be anybody's, so GitHub
 * is asked whether this person may see it. Once connected the organization can read all of it, hence nobody may connect
 * an installation of which they could read but a part. Repeating it changes nothing.
 */
export async function finishIntegration(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const begun = openState(ctx, input.state, userId);
  const { organizationId, slug } = await requireOrganization(ctx, begun, "integration.manage");
  const { signal } = ctx;
  const installation = await requireGithub(ctx).findUserInstallation(input.code, input.installationId, { signal });
  if (installation === null) throw notFound("GitHub installation");
  refuseUnreadable(installation);
  const row = await keepConnection(ctx, { organizationId, installation, userId });
  return { organization: { organizationId, slug }, connection: describeConnection(ctx, row) };
}

function refuseUnreadable({ account, isSuspended, canReadAll }: UserInstallation): void {
  if (isSuspended) {
    const message = `The app is suspended on the GitHub account ${account}. Resume it there, then connect again.`;
    throw new AppError("conflict", { message });
  }
  if (!canReadAll) {
    const message = `Your GitHub account cannot read every repository that the app may read on ${account}. Ask somebody who can to connect it.`;
    throw new AppError("forbidden", { message });
  }
}

async function keepConnection(
  ctx: Ctx,
  given: { organizationId: string; installation: UserInstallation; userId: string },
): Promise<ConnectionRow> {
  const { organizationId, userId } = given;
  const { installationId, account } = given.installation;
  return await ctx.db.transaction(async (tx) => {
    // GitHub may have taken its time, and the person may have been demoted meanwhile.
    await requireOrganization({ actor: ctx.actor, db: tx }, { organizationId }, "integration.manage");
    const connectionId = ctx.newId();
    const createdAt = ctx.now();
    const row = { connectionId, organizationId, type: "github", installationId, account, createdAt } as const;
    const made = await insertConnection(tx, { ...row, createdBy: userId });
    if (made) {
      await recordAudit(ctx, tx, { organizationId, action: "connection.created", target: account });
      return made;
    }
    const known = await findByInstallation(tx, { organizationId, installationId });
    if (!known) throw new AppError("conflict", { message: "The account is being disconnected. Connect again." });
    await updateConnection(tx, known, { account, suspendedAt: null });
    return { ...known, account, suspendedAt: null };
  });
}
