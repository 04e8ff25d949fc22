import type { TaskMover } from "@cairn/contract/task-states";
import type { TaskEvent } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { insertTaskEvents } from "./task-events.store.ts";

/** What one field of a task was and is, as people called it then. */
export type FieldChange = Pick<TaskEvent, "field" | "from" | "to">;

/** Who moves and changes tasks when this actor does. */
export function moverOf({ actor }: Pick<Ctx, "actor">): TaskMover {
  if (actor.kind === "user") return "person";
  return actor.kind === "agent" ? "agent" : "system";
}

/** Records who changed what of a task, within the transaction `tx` that changes it. */
export async function recordTaskEvents(
  ctx: Pick<Ctx, "actor" | "now" | "newId">,
  tx: Db,
  { organizationId, taskId }: { organizationId: string; taskId: string },
  changes: readonly FieldChange[],
): Promise<void> {
  const actorId = findPersonId(ctx);
  const common = { organizationId, taskId, by: moverOf(ctx), actorId, createdAt: ctx.now() };
  await insertTaskEvents(
    tx,
    changes.map((change) => ({ ...common, ...change, eventId: ctx.newId() })),
  );
}
