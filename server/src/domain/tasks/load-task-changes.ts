import type { ProjectChange } from "@cairn/contract/project-changes";
import type { Task } from "@cairn/contract/tasks";

import { withActor, type Ctx } from "#server/ctx.ts";

import { describeTasks } from "./describe-tasks.ts";
import { selectTasks } from "./tasks.store.ts";

/** Tasks that changed, as they are now. */
export interface TaskChanges {
  created: Task[];
  updated: Task[];
  deleted: Pick<Task, "taskId">[];
}

/**
 * The tasks that these changes of a project are about, each once. For the sockets of this process alone: it checks no
 * rights, those are checked before somebody hears of a change.
 */
export async function loadTaskChanges(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  changes: readonly ProjectChange[],
): Promise<TaskChanges> {
  const { organizationId } = project;
  const idsOf = (operation: ProjectChange["operation"], known: readonly ReadonlySet<string>[]) => {
    const ids = changes.filter((one) => one.type === "task" && one.operation === operation).map(({ id }) => id);
    return new Set(ids.filter((id) => !known.some((set) => set.has(id))));
  };
  const deleted = idsOf("deleted", []);
  const created = idsOf("created", [deleted]);
  const updated = idsOf("updated", [deleted, created]);
  const { db } = withActor(ctx, { kind: "system", organizationId });
  // One that was deleted since then is missing here; its own change is still to come.
  const tasks = await describeTasks(db, project, await selectTasks(db, project, [...created, ...updated]));
  return {
    created: tasks.filter(({ taskId }) => created.has(taskId)),
    updated: tasks.filter(({ taskId }) => updated.has(taskId)),
    deleted: [...deleted].map((taskId) => ({ taskId })),
  };
}
