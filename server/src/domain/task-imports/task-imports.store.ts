import { and, asc, count, desc, eq, gt, isNotNull, lt, ne, sql, type SQL } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { taskImportItems, taskImports } from "#server/platform/db/tables/task-imports.ts";
import { users } from "#server/platform/db/tables/users.ts";

import type { ImportItem } from "./import-item.ts";

export type ImportTableRow = typeof taskImports.$inferSelect;

/** With who made it. */
export interface NamedImportRow extends ImportTableRow {
  /** Null when that account is gone. */
  creator: { userId: string; firstName: string | null; lastName: string | null } | null;
}

export interface ImportKey extends ProjectKey {
  importId: string;
}

/** An item with where it stands. */
export interface ImportItemRow {
  position: number;
  /** Null when what it waits for is written already. */
  item: ImportItem | null;
  taskId: string | null;
}

interface ItemPage {
  /** The position of the last item of the page before. */
  after: number;
  limit: number;
}

/** A statement takes so many values at most. */
const maxRowsAtOnce = 1_000;

const inProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(taskImports.organizationId, organizationId), eq(taskImports.projectId, projectId));

const isImport = (key: ImportKey) => and(inProject(key), eq(taskImports.importId, key.importId));

const isItemOf = ({ organizationId, importId }: Pick<ImportKey, "organizationId" | "importId">) =>
  and(eq(taskImportItems.organizationId, organizationId), eq(taskImportItems.importId, importId));

function selectNamed(db: Db) {
  return db
    .select({
      row: taskImports,
      creator: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
    })
    .from(taskImports)
    .leftJoin(users, eq(users.userId, taskImports.createdBy));
}

export async function insertImport(db: Db, row: ImportTableRow, items: readonly ImportItem[]): Promise<void> {
  const { organizationId, importId } = row;
  await db.insert(taskImports).values(row);
  for (let at = 0; at < items.length; at += maxRowsAtOnce) {
    const part = items.slice(at, at + maxRowsAtOnce);
    const rows = part.map((item, index) => ({
      organizationId,
      importId,
      position: at + index + 1,
      item,
      taskId: null,
    }));
    await db.insert(taskImportItems).values(rows);
  }
}

/** Null when the project has no such import. */
export async function findImport(db: Db, key: ImportKey): Promise<NamedImportRow | null> {
  const [found] = await selectNamed(db).where(isImport(key));
  return found ? { ...found.row, creator: found.creator } : null;
}

/** As `findImport`, for a job, which knows the organization alone. */
export async function findImportOf(
  db: Db,
  { organizationId, importId }: { organizationId: string; importId: string },
): Promise<ImportTableRow | null> {
  const [row] = await db
    .select()
    .from(taskImports)
    .where(and(eq(taskImports.organizationId, organizationId), eq(taskImports.importId, importId)));
  return row ?? null;
}

/** Nobody else changes it before the transaction `db` ends. */
export async function lockImport(db: Db, key: ImportKey): Promise<ImportTableRow | null> {
  const [row] = await db.select().from(taskImports).where(isImport(key)).for("update");
  return row ?? null;
}

export async function updateImport(db: Db, key: ImportKey, change: Partial<ImportTableRow>): Promise<void> {
  await db.update(taskImports).set(change).where(isImport(key));
}

/** One page of what was started, newest first, and how much there is. */
export async function listStartedImports(
  db: Db,
  project: ProjectKey,
  page: { limit: number; offset: number },
): Promise<{ rows: NamedImportRow[]; total: number }> {
  const isStarted = and(inProject(project), ne(taskImports.state, "preview"));
  const found = await selectNamed(db)
    .where(isStarted)
    .orderBy(desc(taskImports.startedAt), asc(taskImports.importId))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(taskImports).where(isStarted);
  return { rows: found.map(({ row, creator }) => ({ ...row, creator })), total: counted?.total ?? 0 };
}

/** When the same was brought into the project before, and not taken back; null where it was not. */
export async function findEarlierStart(db: Db, project: ProjectKey, contentHash: string): Promise<Date | null> {
  const [row] = await db
    .select({ startedAt: taskImports.startedAt })
    .from(taskImports)
    .where(
      and(
        inProject(project),
        eq(taskImports.contentHash, contentHash),
        ne(taskImports.state, "undone"),
        isNotNull(taskImports.startedAt),
      ),
    )
    .orderBy(desc(taskImports.startedAt))
    .limit(1);
  return row?.startedAt ?? null;
}

/** The items after this position, in their order. */
export async function listItems(db: Db, key: ImportKey, page: ItemPage): Promise<ImportItemRow[]> {
  return await selectItems(db, key, page);
}

/** Those of them that wait for others. */
export async function listWaitingItems(db: Db, key: ImportKey, page: ItemPage): Promise<ImportItemRow[]> {
  return await selectItems(db, key, page, sql`jsonb_array_length(${taskImportItems.item}->'blockers') > 0`);
}

async function selectItems(
  db: Db,
  key: ImportKey,
  { after, limit }: ItemPage,
  isWanted?: SQL,
): Promise<ImportItemRow[]> {
  const rows = await db
    .select({ position: taskImportItems.position, item: taskImportItems.item, taskId: taskImportItems.taskId })
    .from(taskImportItems)
    .where(and(isItemOf(key), gt(taskImportItems.position, after), isWanted))
    .orderBy(asc(taskImportItems.position))
    .limit(limit);
  return rows as ImportItemRow[];
}

/** The tasks that came of an import, in its order; those that are gone are missing. */
export async function listImportedTasks(db: Db, key: ImportKey): Promise<string[]> {
  const rows = await db
    .select({ taskId: taskImportItems.taskId })
    .from(taskImportItems)
    .where(and(isItemOf(key), isNotNull(taskImportItems.taskId)))
    .orderBy(asc(taskImportItems.position));
  return rows.flatMap(({ taskId }) => taskId ?? []);
}

/** The tasks that came of these positions; those that are gone are missing. */
export async function findItemTasks(
  db: Db,
  key: ImportKey,
  positions: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ position: taskImportItems.position, taskId: taskImportItems.taskId })
    .from(taskImportItems)
    .where(and(isItemOf(key), sql`${taskImportItems.position} = any(${sql.param([...positions])}::int[])`));
  return new Map(rows.flatMap(({ position, taskId }) => (taskId === null ? [] : [[position, taskId] as const])));
}

/** Which tasks the items of these positions have become, one each. */
export async function keepItemTasks(
  db: Db,
  key: ImportKey,
  { positions, taskIds }: { positions: readonly number[]; taskIds: readonly string[] },
): Promise<void> {
  await db.execute(sql`
    update ${taskImportItems} set task_id = given.task_id
    from unnest(${sql.param([...taskIds])}::uuid[], ${sql.param([...positions])}::int[]) as given (task_id, place)
    where ${isItemOf(key)} and position = given.place`);
}

/** What is written needs to be known no more. */
export async function forgetItems(db: Db, key: ImportKey, upTo: number): Promise<void> {
  await db
    .update(taskImportItems)
    .set({ item: null })
    .where(and(isItemOf(key), isNotNull(taskImportItems.item), lt(taskImportItems.position, upTo + 1)));
}

/** Previews that nobody started. */
export async function deletePreviews(db: Db, project: ProjectKey, { before }: { before: Date }): Promise<void> {
  await db
    .delete(taskImports)
    .where(and(inProject(project), eq(taskImports.state, "preview"), lt(taskImports.createdAt, before)));
}
