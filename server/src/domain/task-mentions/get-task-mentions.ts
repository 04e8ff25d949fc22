import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { maxTaskMentions, type getTaskMentions as endpoint } from "@cairn/contract/task-mentions";

import type { Ctx } from "#server/ctx.ts";
import { listChatsNaming } from "#server/domain/chat/session/list-chats-naming.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listPagesMentioning } from "#server/domain/pages/catalog/list-pages-mentioning.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import { loadTaskMentions } from "#server/domain/tasks/load-task-mentions.ts";

/** What mentions a task, and what it mentions itself. Chats are private: the caller's own are told of alone. */
export async function getTaskMentions(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const task = await getTask(ctx, input);
  const { taskId, name } = task;
  const limit = maxTaskMentions;
  const { actor } = ctx;
  return {
    ...(await loadTaskMentions(ctx, project, { task, limit })),
    pages: await listPagesMentioning(ctx, project, { taskId, limit }),
    chats:
      actor.kind === "user"
        ? await listChatsNaming(ctx, project, { userId: actor.userId, name, taskId, limit })
        : { content: [], total: 0 },
  };
}
