import type { FactKind } from "@cairn/contract/sources";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey, SectionKey } from "#server/platform/db/row-keys.ts";
import { sectionFacts } from "#server/platform/db/tables/artifacts.ts";

import type { CodeKey } from "./ledger.store.ts";

type FactRow = typeof sectionFacts.$inferSelect;

/** A digest with what it is over. */
export interface FactDigest {
  kind: FactKind;
  folder: string;
  digest: string;
}

const ofCode = (key: CodeKey) =>
  and(eq(sectionFacts.organizationId, key.organizationId), eq(sectionFacts.repositoryId, key.repositoryId));

/** What sections list of a repository, each kind and folder once. */
export async function listFactLists(db: Db, key: CodeKey): Promise<Omit<FactDigest, "digest">[]> {
  const { kind, folder } = sectionFacts;
  return await db.selectDistinct({ kind, folder }).from(sectionFacts).where(ofCode(key));
}

/** What sections tell of a repository and what nothing speaks against so far. */
export async function listStandingFactRows(db: Db, key: CodeKey): Promise<FactRow[]> {
  return await db
    .select()
    .from(sectionFacts)
    .where(and(ofCode(key), isNull(sectionFacts.changedAt)))
    .orderBy(asc(sectionFacts.sectionId), asc(sectionFacts.kind), asc(sectionFacts.folder));
}

/** Those whose digest changed. */
export async function listChangedFactRows(db: Db, key: SectionKey): Promise<FactRow[]> {
  const isOfSection = and(
    eq(sectionFacts.organizationId, key.organizationId),
    eq(sectionFacts.sectionId, key.sectionId),
  );
  return await db
    .select()
    .from(sectionFacts)
    .where(and(isOfSection, isNotNull(sectionFacts.changedAt)))
    .orderBy(asc(sectionFacts.kind), asc(sectionFacts.folder));
}

/** The same of all sections of a page. */
export async function listChangedFactsOfPage(db: Db, key: PageKey): Promise<Pick<FactRow, "sectionId" | "kind">[]> {
  const isOfPage = and(
    eq(sectionFacts.organizationId, key.organizationId),
    eq(sectionFacts.artifactId, key.artifactId),
  );
  return await db
    .selectDistinct({ sectionId: sectionFacts.sectionId, kind: sectionFacts.kind })
    .from(sectionFacts)
    .where(and(isOfPage, isNotNull(sectionFacts.changedAt)))
    .orderBy(asc(sectionFacts.kind));
}

/** Replaces all rows of the sections. */
export async function replaceFactRows(
  db: Db,
  { organizationId, sectionIds }: { organizationId: string; sectionIds: readonly string[] },
  rows: readonly FactRow[],
): Promise<void> {
  const isOfSections = sql`${sectionFacts.sectionId} = any(${sql.param([...sectionIds])}::uuid[])`;
  await db.delete(sectionFacts).where(and(eq(sectionFacts.organizationId, organizationId), isOfSections));
  if (rows.length > 0) await db.insert(sectionFacts).values([...rows]);
}

/** Marks rows that tell other facts than there are now, and takes the mark from those that tell these. */
export async function markFactRows(
  db: Db,
  key: CodeKey,
  { digests, commit, now }: { digests: readonly FactDigest[]; commit: string; now: Date },
): Promise<void> {
  const column = (pick: (one: FactDigest) => string) => sql`${sql.param(digests.map(pick))}::text[]`;
  const { kind, folder, digest, changedAt } = sectionFacts;
  await db.execute(
    sql`update ${sectionFacts} set
          changed_at = case when ${digest} = now.digest then null else ${now.toISOString()}::timestamptz end,
          changed_commit = case when ${digest} = now.digest then null else ${commit} end
        from unnest(${column((one) => one.kind)}, ${column((one) => one.folder)}, ${column((one) => one.digest)})
          as now (kind, folder, digest)
        where ${ofCode(key)} and ${kind} = now.kind and ${folder} = now.folder
          and (${digest} = now.digest) = (${changedAt} is not null)`,
  );
}

/** Gives rows that nothing speaks against the digests of the same code by another version of ours. */
export async function takeOverDigests(db: Db, key: CodeKey, digests: readonly FactDigest[]): Promise<void> {
  const column = (pick: (one: FactDigest) => string) => sql`${sql.param(digests.map(pick))}::text[]`;
  const { kind, folder, digest, changedAt } = sectionFacts;
  await db.execute(
    sql`update ${sectionFacts} set digest = now.digest
        from unnest(${column((one) => one.kind)}, ${column((one) => one.folder)}, ${column((one) => one.digest)})
          as now (kind, folder, digest)
        where ${ofCode(key)} and ${kind} = now.kind and ${folder} = now.folder
          and ${changedAt} is null and ${digest} <> now.digest`,
  );
}

/** There is no code any more that could hold these facts. */
export async function markAllFactRows(db: Db, key: CodeKey, changedAt: Date): Promise<void> {
  await db
    .update(sectionFacts)
    .set({ changedAt, changedCommit: null })
    .where(and(ofCode(key), isNull(sectionFacts.changedAt)));
}
