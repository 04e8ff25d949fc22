import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { listMentionedTaskIds, mentionAddress } from "@cairn/contract/mentions";
import { maxTaskMentions, type getTaskMentions as endpoint } from "@cairn/contract/task-mentions";
import { maxMentionedTasks } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { listChatsNaming } from "#server/domain/chat/session/list-chats-naming.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listPagesWith } from "#server/domain/pages/catalog/list-pages-with.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import { toReference } from "#server/domain/tasks/list-mentioned-tasks.ts";
import { selectMentionedTasks, selectTasksWith } from "#server/domain/tasks/task-references.store.ts";

/** What mentions a task, and what it mentions itself. Chats are private: the caller's own are told of alone. */
export async function getTaskMentions(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const { taskId, name, description } = await getTask(ctx, input);
  const address = mentionAddress({ kind: "task", taskId });
  const ids = listMentionedTaskIds(description).slice(0, maxMentionedTasks);
  const mentioned = await selectMentionedTasks(ctx.db, project, { taskIds: ids, names: [] });
  const tasks = await selectTasksWith(ctx.db, project, { text: address, exceptTaskId: taskId, limit: maxTaskMentions });
  const { actor } = ctx;
  return {
    mentions: mentioned.filter((one) => one.taskId !== taskId).map(toReference),
    tasks: { content: tasks.rows.map(toReference), total: tasks.total },
    pages: await listPagesWith(ctx, project, { text: address, limit: maxTaskMentions }),
    chats:
      actor.kind === "user"
        ? await listChatsNaming(ctx, project, { userId: actor.userId, name, taskId, limit: maxTaskMentions })
        : { content: [], total: 0 },
  };
}
