import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey, ProjectKey, SectionKey } from "#server/platform/db/row-keys.ts";
import { artifactRevisions, artifacts, sections, sectionVersions } from "#server/platform/db/tables/artifacts.ts";

import type { NewSection, ArtifactRow, SectionRow } from "./artifacts.store.ts";
import type { TreeOwner } from "./tree.store.ts";

const isSection = (key: SectionKey) =>
  and(eq(sections.organizationId, key.organizationId), eq(sections.sectionId, key.sectionId));

const anyOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`;

const isAuto = and(isNotNull(sections.prompt), ne(sections.prompt, ""));

/** The pages of a product, and those of the whole organization, which are about this product too. */
export async function listPagesAbout(db: Db, { organizationId, projectId }: ProjectKey): Promise<ArtifactRow[]> {
  const isAbout = or(eq(artifacts.projectId, projectId), isNull(artifacts.projectId));
  return await db
    .select()
    .from(artifacts)
    .where(and(eq(artifacts.organizationId, organizationId), isAbout))
    .orderBy(asc(artifacts.position), asc(artifacts.artifactId));
}

/**
 * Auto sections of these pages that are among the given ones or in one of these states, page by page in their order.
 * What a person paused or has to decide about is left out.
 */
export async function listDueSections(
  db: Db,
  pages: { organizationId: string; artifactIds: readonly string[] },
  due: { statuses: SectionRow["status"][]; sectionIds: readonly string[] },
): Promise<SectionRow[]> {
  if (pages.artifactIds.length === 0) return [];
  const isDue = or(inArray(sections.status, due.statuses), sql`${sections.sectionId} = ${anyOf(due.sectionIds)}`);
  return await db
    .select()
    .from(sections)
    .where(
      and(
        eq(sections.organizationId, pages.organizationId),
        sql`${sections.artifactId} = ${anyOf(pages.artifactIds)}`,
        isAuto,
        isDue,
        isNull(sections.pausedAt),
        isNull(sections.heldVersionId),
      ),
    )
    .orderBy(asc(sections.position));
}

/**
 * Clears, on these pages, the mark that the code said nothing about a section, unless lines it cites are still changed:
 * they have come back since, and nobody should be asked to delete the section.
 */
export async function releaseEmptyHolds(
  db: Db,
  pages: { organizationId: string; artifactIds: readonly string[] },
  staleIds: readonly string[],
): Promise<void> {
  await db.execute(sql`
    update ${sections} set held_version_id = null, held_reason = null from ${sectionVersions} held
    where ${sections.organizationId} = ${pages.organizationId}
      and ${sections.artifactId} = ${anyOf(pages.artifactIds)} and not ${sections.sectionId} = ${anyOf(staleIds)}
      and held.version_id = ${sections.heldVersionId} and held.organization_id = ${pages.organizationId}
      and held.content = ''`);
}

/** The parts of first pages that these pages have. */
export async function listTemplateKeys(
  db: Db,
  pages: { organizationId: string; artifactIds: readonly string[] },
): Promise<{ artifactId: string; templateKey: string; prompt: string | null }[]> {
  const rows = await db
    .select({ artifactId: sections.artifactId, templateKey: sections.templateKey, prompt: sections.prompt })
    .from(sections)
    .where(
      and(
        eq(sections.organizationId, pages.organizationId),
        sql`${sections.artifactId} = ${anyOf(pages.artifactIds)}`,
        isNotNull(sections.templateKey),
      ),
    );
  return rows.flatMap(({ templateKey, ...row }) => (templateKey === null ? [] : [{ ...row, templateKey }]));
}

/** Those of the sections that are parts of a first page of this owner. */
export async function listPartsOfPages(
  db: Db,
  owner: TreeOwner,
  sectionIds: readonly string[],
): Promise<(Pick<SectionRow, "sectionId" | "templateKey"> & Pick<ArtifactRow, "plan" | "serviceId">)[]> {
  const { organizationId, projectId, serviceId } = owner;
  if (projectId === null || sectionIds.length === 0) return [];
  return await db
    .select({
      sectionId: sections.sectionId,
      templateKey: sections.templateKey,
      plan: artifacts.plan,
      serviceId: artifacts.serviceId,
    })
    .from(sections)
    .innerJoin(artifacts, eq(artifacts.artifactId, sections.artifactId))
    .where(
      and(
        eq(sections.organizationId, organizationId),
        eq(artifacts.organizationId, organizationId),
        eq(artifacts.projectId, projectId),
        serviceId === null ? isNull(artifacts.serviceId) : eq(artifacts.serviceId, serviceId),
        sql`${sections.sectionId} = ${anyOf(sectionIds)}`,
        isNotNull(sections.templateKey),
      ),
    );
}

/** Those of these templates of sections that a person once took off the page: they do not come back by themselves. */
export async function listUnwantedTemplateKeys(
  db: Db,
  page: PageKey,
  templateKeys: readonly string[],
): Promise<string[]> {
  const found = await db.execute<{ template_key: string }>(sql`
    select distinct v.template_key from ${artifactRevisions} later
    join ${artifactRevisions} former on former.artifact_id = later.artifact_id and former.revision = later.revision - 1
    join ${sectionVersions} v on v.version_id = any(former.version_ids)
    where later.organization_id = ${page.organizationId} and later.artifact_id = ${page.artifactId}
      and later.cause <> 'written' and v.organization_id = ${page.organizationId}
      and v.template_key = any(${sql.param([...templateKeys])}::text[])
      and not exists (
        select 1 from ${sectionVersions} kept
        where kept.version_id = any(later.version_ids) and kept.template_key = v.template_key)`);
  return found.rows.map((row) => row.template_key);
}

/** Whether a person ever gave the page another title than it had. */
export async function wasRenamed(db: Db, page: PageKey): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${artifactRevisions} later
    join ${artifactRevisions} former on former.artifact_id = later.artifact_id and former.revision = later.revision - 1
    where later.organization_id = ${page.organizationId} and later.artifact_id = ${page.artifactId}
      and later.cause <> 'written' and later.title <> former.title
    limit 1`);
  return found.rows.length > 0;
}

/** Pages whose writing was begun, or whose address is to be read, of all organizations; for the start of the system. */
export async function listPagesBeingWritten(db: Db): Promise<
  {
    organizationId: string;
    artifactId: string;
    projectId: string | null;
    /** A first page. */
    isPlanned: boolean;
    isCrawling: boolean;
  }[]
> {
  const isCrawling = inArray(artifacts.crawlStatus, ["waiting", "running"]);
  return await db
    .select({
      organizationId: artifacts.organizationId,
      artifactId: artifacts.artifactId,
      projectId: artifacts.projectId,
      isPlanned: sql<boolean>`${artifacts.plan} is not null`,
      isCrawling: sql<boolean>`coalesce(${isCrawling}, false)`,
    })
    .from(artifacts)
    .where(or(eq(artifacts.isUpdating, true), isCrawling));
}

export async function findSection(db: Db, key: SectionKey): Promise<SectionRow | null> {
  const [row] = await db.select().from(sections).where(isSection(key));
  return row ?? null;
}

/** For sections of one organization. */
export async function updateSections(
  db: Db,
  organizationId: string,
  { sectionIds, change }: { sectionIds: readonly string[]; change: Partial<NewSection> },
): Promise<void> {
  const areThese = sql`${sections.sectionId} = ${anyOf(sectionIds)}`;
  await db
    .update(sections)
    .set(change)
    .where(and(eq(sections.organizationId, organizationId), areThese));
}

/** The instructions with which the section's current text was written; null when they are not known. */
export async function findInstructionsOfText(
  db: Db,
  section: Pick<SectionRow, "organizationId" | "artifactId" | "sectionId" | "content" | "versionId">,
): Promise<{ prompt: string | null; output: SectionRow["output"] } | null> {
  const [row] = await db
    .select({ prompt: sectionVersions.prompt, output: sectionVersions.output })
    .from(sectionVersions)
    .where(
      and(
        eq(sectionVersions.organizationId, section.organizationId),
        eq(sectionVersions.artifactId, section.artifactId),
        eq(sectionVersions.sectionId, section.sectionId),
        eq(sectionVersions.content, section.content),
      ),
    )
    // Of two of the same moment the current one is the later one.
    .orderBy(asc(sectionVersions.createdAt), sql`${sectionVersions.versionId} = ${section.versionId}`)
    .limit(1);
  return row ?? null;
}

/**
 * Seconds from one written section to the next in the same run, measured on the newest of the organization's texts of
 * this writer; null when there are too few.
 */
export async function findPaceS(
  db: Db,
  { organizationId, writtenBy }: { organizationId: string; writtenBy: string },
): Promise<number | null> {
  const found = await db.execute<{ pace: number | null }>(sql`
    with newest as (
      select artifact_id, created_at from ${sectionVersions}
      where organization_id = ${organizationId} and written_by = ${writtenBy}
      order by created_at desc limit 200),
    gaps as (
      select extract(epoch from created_at - lag(created_at) over (partition by artifact_id order by created_at)) as gap
      from newest)
    select percentile_cont(0.5) within group (order by gap) as pace from gaps
    where gap < ${longestGapS} having count(*) >= 3`);
  const pace = found.rows[0]?.pace;
  return pace ?? null;
}

/** Texts further apart were not written in one run. */
const longestGapS = 600;
