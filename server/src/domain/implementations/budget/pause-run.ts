import type { RunPause } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { announce } from "#server/domain/event-hooks/announce.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { pauseRunRow } from "#server/domain/implementations/store/pauses.store.ts";
import { appendOperations } from "#server/domain/implementations/store/runs.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Lets a run wait, within the transaction `tx`, until somebody allows it more. Its steps stay under way, its task in
 * progress; whoever works on it finds its lease lost, and no worker is held. The run must be locked.
 */
export async function pauseRun(
  ctx: Pick<Ctx, "now">,
  tx: Db,
  { row, pause }: { row: ImplementationRow; pause: RunPause },
): Promise<void> {
  await pauseRunRow(tx, row.implementationId, pause);
  const entry = { step: "task-implementation", kind: "problem", text: `Paused. ${pause.message}` } as const;
  await appendOperations(tx, row, [entry], ctx.now());
  await announce(tx, "implementation.paused", { ...row, now: ctx.now() });
}
