import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { searchChatsNaming, type NamedTask } from "./chats.store.ts";

/**
 * Chats of one person about a product that name a task, or that were asked from its page, the last used first. The caller
 * has checked that it is that person who asks.
 */
export async function listChatsNaming(
  ctx: Pick<Ctx, "db">,
  project: ProjectKey,
  task: NamedTask,
): Promise<{ content: { sessionId: string; title: string }[]; total: number }> {
  return await searchChatsNaming(ctx.db, project, task);
}
