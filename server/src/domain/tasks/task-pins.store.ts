import { and, asc, count, eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { taskPins } from "#server/platform/db/tables/tasks.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type PinRow = typeof taskPins.$inferSelect;

/** A pin with who made it. */
export interface NamedPinRow extends PinRow {
  /** Null when that account is gone. */
  by: { userId: string; firstName: string | null; lastName: string | null } | null;
}

/** A task has one pin of a file. */
type PinKey = Pick<PinRow, "organizationId" | "taskId" | "repositoryId" | "path">;

const ofTask = ({ organizationId, taskId }: Pick<PinRow, "organizationId" | "taskId">) =>
  and(eq(taskPins.organizationId, organizationId), eq(taskPins.taskId, taskId));

const isPin = (key: PinKey) =>
  and(ofTask(key), eq(taskPins.repositoryId, key.repositoryId), eq(taskPins.path, key.path));

/** In the order in which they were made. */
export async function listPins(db: Db, task: Pick<PinRow, "organizationId" | "taskId">): Promise<NamedPinRow[]> {
  const rows = await db
    .select({ pin: taskPins, by: { userId: users.userId, firstName: users.firstName, lastName: users.lastName } })
    .from(taskPins)
    .leftJoin(users, eq(users.userId, taskPins.createdBy))
    .where(ofTask(task))
    .orderBy(asc(taskPins.createdAt), asc(taskPins.path), asc(taskPins.repositoryId));
  return rows.map(({ pin, by }) => ({ ...pin, by }));
}

/** Null where the file is neither pinned nor removed. */
export async function findPin(db: Db, key: PinKey): Promise<PinRow | null> {
  const [row] = await db.select().from(taskPins).where(isPin(key));
  return row ?? null;
}

export async function countPins(db: Db, task: Pick<PinRow, "organizationId" | "taskId">): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(taskPins).where(ofTask(task));
  return counted?.total ?? 0;
}

/** In place of what the file was before. */
export async function savePin(db: Db, row: PinRow): Promise<void> {
  const { kind, startLine, endLine, symbol, createdBy, createdAt } = row;
  await db
    .insert(taskPins)
    .values(row)
    .onConflictDoUpdate({
      target: [taskPins.taskId, taskPins.repositoryId, taskPins.path],
      set: { kind, startLine, endLine, symbol, createdBy, createdAt },
    });
}

export async function deletePin(db: Db, key: PinKey): Promise<void> {
  await db.delete(taskPins).where(isPin(key));
}
