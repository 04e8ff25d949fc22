import { withActor, type Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { deleteConnectionRow, listOfInstallation, updateConnection, type ConnectionRow } from "./integrations.store.ts";

/** The organizations connected to an installation: its webhooks concern these and no others. */
export async function listInstallationConnections(
  ctx: Pick<Ctx, "wholeDb">,
  installationId: string,
): Promise<{ organizationId: string; connectionId: string }[]> {
  const rows = await listOfInstallation(ctx.wholeDb, installationId);
  return rows.map(({ organizationId, connectionId }) => ({ organizationId, connectionId }));
}

/** Notes that GitHub suspended or resumed an installation, for every organization that is connected to it. */
export async function markSuspended(ctx: Ctx, installationId: string, isSuspended: boolean): Promise<void> {
  await forEachConnection(ctx, installationId, async (own, row) => {
    const suspendedAt = isSuspended ? (row.suspendedAt ?? ctx.now()) : null;
    await updateConnection(own.db, row, { suspendedAt });
  });
}

/** The account was renamed on GitHub. */
export async function renameAccount(ctx: Ctx, installationId: string, account: string): Promise<void> {
  await forEachConnection(ctx, installationId, (own, row) => updateConnection(own.db, row, { account }));
}

/** Ends the connections to an installation that was removed on GitHub, as if somebody had disconnected them here. */
export async function removeInstallation(ctx: Ctx, installationId: string): Promise<void> {
  await forEachConnection(ctx, installationId, async (own, row) => {
    const { organizationId, account } = row;
    await own.db.transaction(async (tx) => {
      if (!(await deleteConnectionRow(tx, row))) return;
      await recordAudit(own, tx, { organizationId, action: "connection.deleted", target: account });
    });
  });
}

/** Each with the powers of its own organization alone. */
async function forEachConnection(
  ctx: Ctx,
  installationId: string,
  change: (own: Ctx, row: ConnectionRow) => Promise<void>,
): Promise<void> {
  for (const row of await listOfInstallation(ctx.wholeDb, installationId)) {
    await change(withActor(ctx, { kind: "system", organizationId: row.organizationId }), row);
  }
}
