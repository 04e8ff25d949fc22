import { listMentionedTaskIds } from "@cairn/contract/mentions";
import { maxMentionedTasks, type Task, type TaskReference } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { toReference } from "./list-mentioned-tasks.ts";
import { selectMentionedTasks, selectTasksMentioning } from "./task-references.store.ts";

/**
 * The tasks that the description of a task mentions, in the order of their numbers, and those whose descriptions mention
 * it, at most `limit`, the last changed first. The caller has checked the right to read them.
 */
export async function loadTaskMentions(
  { db }: Pick<Ctx, "db">,
  project: ProjectKey,
  { task, limit }: { task: Pick<Task, "taskId" | "description">; limit: number },
): Promise<{ mentions: TaskReference[]; tasks: { content: TaskReference[]; total: number } }> {
  const { taskId, description } = task;
  const taskIds = listMentionedTaskIds(description).filter((id) => id !== taskId);
  const mentioned = await selectMentionedTasks(db, project, {
    taskIds: taskIds.slice(0, maxMentionedTasks),
    names: [],
  });
  const { rows, total } = await selectTasksMentioning(db, project, { taskId, limit });
  return { mentions: mentioned.map(toReference), tasks: { content: rows.map(toReference), total } };
}
