import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { selectTask, type NamedTaskRow } from "./tasks.store.ts";

/** A task of the project with what belongs to it; null where there is none. The caller has checked the right to read it. */
export async function loadTask(
  ctx: Pick<Ctx, "db">,
  { taskId, ...project }: ProjectKey & { taskId: string },
): Promise<NamedTaskRow | null> {
  return await selectTask(ctx.db, project, taskId);
}
