import { and, eq, inArray, sql, type SQL } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey } from "#server/platform/db/row-keys.ts";
import { sections, sectionVersions } from "#server/platform/db/tables/artifacts.ts";

import type { SectionRow } from "./artifacts.store.ts";

export type VersionRow = typeof sectionVersions.$inferSelect;
type NewVersion = typeof sectionVersions.$inferInsert;

/** The columns that a saved text sets; the position is separate, because only new rows take it. */
export type SectionValues = Pick<
  SectionRow,
  | "sectionId"
  | "position"
  | "title"
  | "prompt"
  | "output"
  | "templateKey"
  | "content"
  | "status"
  | "commit"
  | "generatedAt"
  | "writtenBy"
  | "versionId"
  | "pausedAt"
>;

const inPage = (key: PageKey) =>
  and(eq(sections.organizationId, key.organizationId), eq(sections.artifactId, key.artifactId));

/** What waited to be decided and why something failed was about the former text. */
const settled = { error: null, heldVersionId: null, heldReason: null };

/**
 * Gives sections of the page their new states, at their former positions, and adds missing ones. Returns the ids of
 * those that could not be added, because another page has a section with that id.
 */
export async function saveSectionStates(db: Db, page: PageKey, states: readonly SectionValues[]): Promise<string[]> {
  if (states.length === 0) return [];
  const kept = new Set(await updateStates(db, page, states));
  const added = states.filter(({ sectionId }) => !kept.has(sectionId));
  if (added.length === 0) return [];
  const { organizationId, artifactId } = page;
  const rows = await db
    .insert(sections)
    .values(added.map((state) => ({ organizationId, artifactId, ...state, ...settled })))
    .onConflictDoNothing({ target: sections.sectionId })
    .returning({ sectionId: sections.sectionId });
  const inserted = new Set(rows.map((row) => row.sectionId));
  return added.flatMap(({ sectionId }) => (inserted.has(sectionId) ? [] : [sectionId]));
}

async function updateStates(db: Db, page: PageKey, states: readonly SectionValues[]): Promise<string[]> {
  const records = JSON.stringify(
    states.map((state) => ({
      section_id: state.sectionId,
      title: state.title,
      prompt: state.prompt,
      output: state.output,
      template_key: state.templateKey,
      content: state.content,
      status: state.status,
      commit: state.commit,
      generated_at: state.generatedAt,
      written_by: state.writtenBy,
      version_id: state.versionId,
      paused_at: state.pausedAt,
    })),
  );
  const { rows } = await db.execute<{ section_id: string }>(sql`
    update ${sections} set title = saved.title, prompt = saved.prompt, output = saved.output, template_key = saved.template_key,
      content = saved.content, status = saved.status, error = null, "commit" = saved."commit",
      generated_at = saved.generated_at, written_by = saved.written_by, version_id = saved.version_id,
      held_version_id = null, held_reason = null, paused_at = saved.paused_at, paused_by = null, paused_with = null
    from jsonb_to_recordset(${records}::jsonb) as saved(section_id uuid, title text, prompt text, output text,
      template_key text, content text, status text, "commit" text, generated_at timestamptz, written_by text,
      version_id uuid, paused_at timestamptz)
    where ${sections.sectionId} = saved.section_id and ${inPage(page)} returning ${sections.sectionId}`);
  return rows.map((row) => row.section_id);
}

export async function insertVersions(db: Db, versions: readonly NewVersion[]): Promise<void> {
  if (versions.length > 0) await db.insert(sectionVersions).values([...versions]);
}

export async function deleteSectionRows(db: Db, page: PageKey, sectionIds: readonly string[]): Promise<void> {
  if (sectionIds.length === 0) return;
  await db.delete(sections).where(and(inPage(page), inArray(sections.sectionId, [...sectionIds])));
}

/** Moves sections to these positions. In two steps, because no two may have the same position even for a moment. */
export async function moveSectionRows(
  db: Db,
  page: PageKey,
  places: readonly { sectionId: string; position: number }[],
): Promise<void> {
  if (places.length === 0) return;
  const moved = sql`${sections.sectionId} = moved.section_id`;
  const list = sql`unnest(${sql.param(places.map((one) => one.sectionId))}::uuid[],
    ${sql.param(places.map((one) => one.position))}::integer[]) as moved(section_id, position)`;
  await db.execute(
    sql`update ${sections} set position = -1 - moved.position from ${list} where ${inPage(page)} and ${moved}`,
  );
  await db.execute(
    sql`update ${sections} set position = moved.position from ${list} where ${inPage(page)} and ${moved}`,
  );
}

const ofPage = (key: PageKey) =>
  and(eq(sectionVersions.organizationId, key.organizationId), eq(sectionVersions.artifactId, key.artifactId));

/** Those of the given versions that the page has; the order is not the given one. */
export async function listVersionRows(db: Db, page: PageKey, versionIds: readonly string[]): Promise<VersionRow[]> {
  return versionIds.length === 0 ? [] : await selectVersions(db, and(ofPage(page), isOneOf(versionIds)));
}

/** What writers published of the page from this moment on. */
export async function listWrittenVersions(db: Db, page: PageKey, since: Date): Promise<VersionRow[]> {
  const isWritten = sql`${sectionVersions.writtenBy} is not null`;
  return await selectVersions(db, and(ofPage(page), isWritten, sql`${sectionVersions.createdAt} >= ${since}`));
}

/** Which section each version is of, and its title then. */
export async function listVersionTitles(
  db: Db,
  page: PageKey,
  versionIds: readonly string[],
): Promise<Pick<VersionRow, "versionId" | "sectionId" | "title">[]> {
  if (versionIds.length === 0) return [];
  const { versionId, sectionId, title } = sectionVersions;
  return await db
    .select({ versionId, sectionId, title })
    .from(sectionVersions)
    .where(and(ofPage(page), isOneOf(versionIds)));
}

async function selectVersions(db: Db, where: SQL | undefined): Promise<VersionRow[]> {
  return await db.select().from(sectionVersions).where(where);
}

const isOneOf = (versionIds: readonly string[]) =>
  sql`${sectionVersions.versionId} = any(${sql.param([...versionIds])}::uuid[])`;

/** The text that each of these sections of an organization shows. */
export async function listSectionVersionIds(
  db: Db,
  organizationId: string,
  sectionIds: readonly string[],
): Promise<Pick<SectionRow, "sectionId" | "versionId">[]> {
  if (sectionIds.length === 0) return [];
  const isWanted = sql`${sections.sectionId} = any(${sql.param([...sectionIds])}::uuid[])`;
  return await db
    .select({ sectionId: sections.sectionId, versionId: sections.versionId })
    .from(sections)
    .where(and(eq(sections.organizationId, organizationId), isWanted));
}

/** How many sections of each page have a new text that waits; pages without any are left out. */
export async function countHeldSections(
  db: Db,
  organizationId: string,
  artifactIds: readonly string[],
): Promise<Map<string, number>> {
  if (artifactIds.length === 0) return new Map();
  const isWanted = sql`${sections.artifactId} = any(${sql.param([...artifactIds])}::uuid[])`;
  const rows = await db
    .select({ artifactId: sections.artifactId, held: sql<number>`count(*)::int` })
    .from(sections)
    .where(and(eq(sections.organizationId, organizationId), isWanted, sql`${sections.heldVersionId} is not null`))
    .groupBy(sections.artifactId);
  return new Map(rows.map((row) => [row.artifactId, row.held]));
}
