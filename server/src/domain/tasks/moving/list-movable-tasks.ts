import type { Ctx } from "#server/ctx.ts";
import type { NewTaskEvent } from "#server/domain/tasks/task-events.store.ts";
import { listLinks } from "#server/domain/tasks/task-links.store.ts";
import type { PinRow } from "#server/domain/tasks/task-pins.store.ts";
import { listTaskIdsInOrder, type TaskRow } from "#server/domain/tasks/tasks.store.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { selectEvents, selectNumbering, selectPins, selectTaskRows } from "./moved-tasks.store.ts";

/** A task with everything that is of it alone, as it is stored; ids are those of the product that it is of. */
export interface MovableTask extends Omit<TaskRow, "organizationId" | "projectId" | "rank"> {
  /** Ids of tasks of the same product. */
  blockedBy: string[];
  pins: Omit<PinRow, "organizationId" | "taskId">[];
  /** In the order in which it happened. */
  events: Omit<NewTaskEvent, "organizationId" | "taskId">[];
}

/** What names a product's tasks; the key is null before its first. */
export interface TaskNumbering {
  taskKey: string | null;
  lastTaskNumber: number;
}

const partSize = 500;

/** All tasks of a product, lane by lane in their order. The caller has checked the right to read them. */
export async function* listMovableTasks(
  ctx: Pick<Ctx, "db" | "signal">,
  project: ProjectKey,
): AsyncGenerator<MovableTask[]> {
  const ids = await listTaskIdsInOrder(ctx.db, project, {});
  const links = Map.groupBy(await listLinks(ctx.db, project, null), ({ taskId }) => taskId);
  const { organizationId } = project;
  for (let at = 0; at < ids.length; at += partSize) {
    ctx.signal.throwIfAborted();
    const part = ids.slice(at, at + partSize);
    const rows = new Map((await selectTaskRows(ctx.db, project, part)).map((row) => [row.taskId, row]));
    const events = Map.groupBy(await selectEvents(ctx.db, organizationId, part), ({ taskId }) => taskId);
    const pins = Map.groupBy(await selectPins(ctx.db, organizationId, part), ({ taskId }) => taskId);
    yield part.flatMap((taskId) => {
      const row = rows.get(taskId);
      if (row === undefined) return [];
      const { organizationId: _organizationId, projectId: _projectId, rank: _rank, ...task } = row;
      const blockedBy = (links.get(taskId) ?? []).map(({ blockerId }) => blockerId);
      return [
        { ...task, blockedBy, pins: (pins.get(taskId) ?? []).map(bare), events: (events.get(taskId) ?? []).map(bare) },
      ];
    });
  }
}

/** Without what says where it was. */
function bare<T extends { organizationId: string; taskId: string }>({
  organizationId: _organizationId,
  taskId: _taskId,
  ...row
}: T) {
  return row;
}

/** Null when the product is gone. */
export async function loadTaskNumbering(ctx: Pick<Ctx, "db">, project: ProjectKey): Promise<TaskNumbering | null> {
  return await selectNumbering(ctx.db, project);
}
