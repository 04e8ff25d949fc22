import { listMentionedTaskIds } from "@cairn/contract/mentions";
import { eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { taskMentions } from "#server/platform/db/tables/tasks.ts";

/** A description, and whose it is. */
interface MentioningText {
  organizationId: string;
  taskId: string;
  description: string;
}

/** Keeps which tasks the descriptions of new tasks mention; of itself none does. */
export async function insertMentions(db: Db, tasks: readonly MentioningText[]): Promise<void> {
  const pairs = tasks.flatMap(({ organizationId, taskId, description }) =>
    listMentionedTaskIds(description)
      .filter((id) => id !== taskId)
      .map((mentionedId) => ({ organizationId, taskId, mentionedId })),
  );
  if (pairs.length === 0) return;
  const column = (key: keyof (typeof pairs)[number]) => sql.param(pairs.map((pair) => pair[key]));
  await db.execute(sql`
    insert into ${taskMentions} (organization_id, task_id, mentioned_id)
    select * from unnest(${column("organizationId")}::uuid[], ${column("taskId")}::uuid[], ${column("mentionedId")}::uuid[])`);
}

/** The description of a task is another one. */
export async function replaceMentions(db: Db, task: MentioningText): Promise<void> {
  await db.delete(taskMentions).where(eq(taskMentions.taskId, task.taskId));
  await insertMentions(db, [task]);
}
