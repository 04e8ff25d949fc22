import { AppError } from "@cairn/contract/errors";
import { maxTaskPins, type pinTaskLocation, type TaskPin } from "@cairn/contract/task-locations";
import type { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { recordTaskEvents, type FieldChange } from "./record-task-events.ts";
import { countPins, deletePin, findPin, savePin, type PinRow } from "./task-pins.store.ts";
import { updateTaskRow } from "./tasks.store.ts";

type Pin = z.output<(typeof pinTaskLocation)["body"]>;

/** Writes a pin of a task, or takes it away, within the transaction `tx` that holds its repository and its task. */
export async function writePin(
  ctx: Ctx,
  tx: Db,
  { organizationId, taskId, pin }: { organizationId: string; taskId: string; pin: Pin },
): Promise<void> {
  const { kind, ...place } = pin;
  const key = { organizationId, taskId, ...place };
  const former = await findPin(tx, key);
  if (isSame(former, pin)) return;
  if (kind === null) {
    await deletePin(tx, key);
  } else {
    if (former === null && (await countPins(tx, key)) >= maxTaskPins)
      throw new AppError("conflict", {
        message: `A task can't have more than ${maxTaskPins} pinned and removed files`,
      });
    const createdBy = findPersonId(ctx);
    await savePin(tx, { ...key, kind, createdBy, createdAt: ctx.now() });
  }
  // What the sockets tell of the task makes open pages ask for its locations again.
  await updateTaskRow(tx, key, { updatedAt: ctx.now() });
  await recordTaskEvents(ctx, tx, key, eventsOf(former?.kind ?? null, pin));
}

function isSame(former: PinRow | null, { kind, startLine, endLine, symbol }: Pin): boolean {
  if (former === null || kind === null) return former === kind;
  const isSamePlace = former.startLine === startLine && former.endLine === endLine && former.symbol === symbol;
  return former.kind === kind && isSamePlace;
}

/** Other lines of a pinned file are nothing that the activity speaks of. */
function eventsOf(former: TaskPin["kind"] | null, { kind, path }: Pin): FieldChange[] {
  if (kind === former) return [];
  if (kind !== null) return [{ field: kind, from: null, to: path }];
  return former === null ? [] : [{ field: former, from: path, to: null }];
}
