import type { Ctx } from "#server/ctx.ts";
import { findNames } from "#server/domain/tasks/task-events.store.ts";

/** Names of people whom tasks and their activity name, by their ids; those whose accounts are gone are missing. */
export async function namePeople({ db }: Pick<Ctx, "db">, userIds: readonly string[]): Promise<Map<string, string>> {
  return await findNames(db, userIds);
}
