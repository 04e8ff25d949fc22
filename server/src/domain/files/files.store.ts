import { and, asc, eq, gte, inArray, lt, notExists, notInArray, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";

export type FileRow = typeof uploadedFiles.$inferSelect;

/** The named ones that are the organization's, in no order. */
export async function listFileRows(
  db: Db,
  { organizationId, filenames }: { organizationId: string; filenames: readonly string[] },
): Promise<FileRow[]> {
  if (filenames.length === 0) return [];
  const wanted = inArray(uploadedFiles.filename, [...filenames]);
  return await db
    .select()
    .from(uploadedFiles)
    .where(and(eq(uploadedFiles.organizationId, organizationId), wanted));
}

/** A file's metadata, without its text. */
export async function findFileRow(
  db: Db,
  { organizationId, filename }: { organizationId: string; filename: string },
): Promise<Pick<FileRow, "filename" | "name" | "contentType"> | null> {
  const [row] = await db
    .select({ filename: uploadedFiles.filename, name: uploadedFiles.name, contentType: uploadedFiles.contentType })
    .from(uploadedFiles)
    .where(and(eq(uploadedFiles.organizationId, organizationId), eq(uploadedFiles.filename, filename)));
  return row ?? null;
}

/** Until the transaction ends, nobody else adds files to this organization. */
export async function lockUploads(tx: Db, organizationId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${organizationId}`}, 0))`);
}

/** What the files of an organization take on the disk, with the texts that were read from them. */
export async function sumFileBytes(db: Db, organizationId: string): Promise<number> {
  const bytes = sql`${uploadedFiles.size} + coalesce(pg_column_size(${uploadedFiles.pageTexts}), 0)`;
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${bytes}), 0)` })
    .from(uploadedFiles)
    .where(eq(uploadedFiles.organizationId, organizationId));
  return Number(row?.bytes ?? 0);
}

export async function insertFiles(db: Db, rows: (typeof uploadedFiles.$inferInsert)[]): Promise<void> {
  await db.insert(uploadedFiles).values(rows);
}

/** Which of these names have a row, in any organization. */
export async function listKnownFilenames(db: Db, filenames: readonly string[]): Promise<Set<string>> {
  if (filenames.length === 0) return new Set();
  const rows = await db
    .select({ filename: uploadedFiles.filename })
    .from(uploadedFiles)
    .where(inArray(uploadedFiles.filename, [...filenames]));
  return new Set(rows.map(({ filename }) => filename));
}

/** Whether the organization exists. `db` must see all of them. */
export async function organizationExists(db: Db, organizationId: string): Promise<boolean> {
  const [row] = await db
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  return row !== undefined;
}

/** Whose files: those of one chat, of a product's chats or of all chats of an organization. */
export interface ChatScope {
  organizationId: string;
  sessionId?: string;
  projectId?: string;
}

/** `since` leaves out chats that nobody touched after that moment. */
function selectHeld(db: Db, { organizationId, sessionId, projectId, since }: ChatScope & { since?: Date }) {
  const filename = sql<string>`jsonb_path_query(${chats.session}, '$.messages[*].files[*]') #>> '{}'`;
  const wanted = [
    eq(chats.organizationId, organizationId),
    sessionId === undefined ? undefined : eq(chats.sessionId, sessionId),
    projectId === undefined ? undefined : eq(chats.projectId, projectId),
    since === undefined ? undefined : gte(chats.updatedAt, since),
  ];
  return db
    .selectDistinct({ filename: filename.as("filename") })
    .from(chats)
    .where(and(...wanted));
}

/** Names of the files that messages of these chats hold. `db` must see the chats of every member. */
export async function listHeldFilenames(db: Db, scope: ChatScope): Promise<string[]> {
  return (await selectHeld(db, scope)).map(({ filename }) => filename);
}

/** Files that no chat holds, and that were uploaded before this moment or by somebody who is no member any more. */
export async function listUnheldFilenames(
  db: Db,
  { organizationId, before }: { organizationId: string; before: Date },
): Promise<string[]> {
  const creator = db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, uploadedFiles.createdBy)));
  const rows = await db
    .select({ filename: uploadedFiles.filename })
    .from(uploadedFiles)
    .where(
      and(
        eq(uploadedFiles.organizationId, organizationId),
        or(lt(uploadedFiles.createdAt, before), notExists(creator)),
        notInArray(uploadedFiles.filename, selectHeld(db, { organizationId })),
      ),
    );
  return rows.map(({ filename }) => filename);
}

interface FileNames {
  organizationId: string;
  filenames: readonly string[];
}

/** However many they are, they are one parameter. */
const isNamed = ({ organizationId, filenames }: FileNames) =>
  and(
    eq(uploadedFiles.organizationId, organizationId),
    sql`${uploadedFiles.filename} = any(${sql.param([...filenames])}::text[])`,
  );

/** Locks them against other deletions, always in the same order. Returns for each when it was uploaded. */
export async function lockFiles(db: Db, files: FileNames): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: uploadedFiles.createdAt })
    .from(uploadedFiles)
    .where(isNamed(files))
    .orderBy(asc(uploadedFiles.filename))
    .for("update");
  return rows.map(({ createdAt }) => createdAt);
}

/** Keeps them from being deleted, always in the same order. Answers how many there are. */
export async function holdFileRows(db: Db, files: FileNames): Promise<number> {
  const rows = await db
    .select({ filename: uploadedFiles.filename })
    .from(uploadedFiles)
    .where(isNamed(files))
    .orderBy(asc(uploadedFiles.filename))
    .for("key share");
  return rows.length;
}

/** Deletes those of them that no chat holds which was touched since that moment; answers which. */
export async function deleteUnheldFiles(db: Db, files: FileNames & { since: Date }): Promise<string[]> {
  const { organizationId, since } = files;
  const rows = await db
    .delete(uploadedFiles)
    .where(and(isNamed(files), notInArray(uploadedFiles.filename, selectHeld(db, { organizationId, since }))))
    .returning({ filename: uploadedFiles.filename });
  return rows.map(({ filename }) => filename);
}

/** Organizations that have files. `db` must see all of them. */
export async function listOrganizationsWithFiles(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ organizationId: uploadedFiles.organizationId }).from(uploadedFiles);
  return rows.map(({ organizationId }) => organizationId);
}
