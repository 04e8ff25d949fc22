import { isDeepStrictEqual } from "node:util";

import type { ListedFacts, Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { PageKey } from "#server/platform/db/row-keys.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";

import { createSourceChecker, doesNotResolve } from "./check-sources.ts";
import { findCode, followTo, type CitedCode } from "./find-code.ts";
import { createFollower } from "./follow-rows.ts";
import { listRowsOfSections, replaceRows, type RowChange, type SourceRow } from "./ledger.store.ts";
import { toSource } from "./to-source.ts";
import { writeListedFacts } from "./write-listed-facts.ts";

export interface CitingSection {
  sectionId: string;
  /** `[n]` in the section's text is the n-th of them, from 1. */
  sources: readonly Source[];
  /** Facts that the text lists or counts. */
  lists?: readonly ListedFacts[];
  /** They were checked when this text was written before: those that nobody can read any more count as changed. */
  isRestored?: boolean;
}

/** A commit that a repository's index is about to come to. */
export interface ExpectedCommit {
  repositoryId: string;
  commit: string;
}

/** A page, and where the code is about to be that new texts on it are about; absent where the index is there. */
export interface CitingPage extends PageKey {
  expected?: ExpectedCommit;
}

/**
 * Replaces the sources of sections of one page, within the caller's transaction. Each is read
 * again, unless its section had the same one before; throws for the first whose lines are not what it says:
 * `unprocessable`. The repositories are locked until the transaction ends: a later push follows
 * these rows too, and a push since the sources were read is caught up here, where lines may turn out to have
 * changed. Unchanged rows are not written. With `expected` the lines of that repository are followed to that commit instead, and
 * its lists are taken as they are: moving the index there compares them.
 */
export async function writePageSources(
  ctx: Ctx,
  tx: Db,
  page: CitingPage,
  sections: readonly CitingSection[],
): Promise<void> {
  const { organizationId } = page;
  const sectionIds = sections.map(({ sectionId }) => sectionId);
  const listFormer = () => listRowsOfSections(tx, { organizationId, sectionIds });
  const sources = sections.flatMap((section) => section.sources);
  const lists = sections.flatMap((section) => section.lists ?? []);
  const held = await holdCodes(ctx, tx, organizationId, [...sources, ...lists, ...(await listFormer())]);
  const expected = await findExpected(ctx, held, page);
  const codes = expected === null ? held : atCommit(held, expected);
  // Again, now that nobody moves them.
  const former = Map.groupBy(await listFormer(), (row) => row.sectionId);
  const wanted = await toRows(ctx, page, { sections, codes, former, expected });
  const changed = sectionIds.filter((id) => !isDeepStrictEqual(wanted.get(id) ?? [], former.get(id) ?? []));
  const rows = changed.flatMap((id) => wanted.get(id) ?? []);
  if (changed.length > 0) await replaceRows(tx, { organizationId, sectionIds: changed }, rows);
  await writeListedFacts(ctx, tx, page, { sections, expected });
}

type Codes = ReadonlyMap<string, CitedCode | null>;

/** Null where the index is there, or past it, by now. */
async function findExpected({ signal }: Ctx, codes: Codes, { expected }: CitingPage): Promise<ExpectedCommit | null> {
  const code = expected && codes.get(expected.repositoryId);
  if (!code) return null;
  const { directory, indexedCommit: commit } = code;
  if (commit === null) return expected;
  const isPast = (await findMergeBase(directory, { commit, other: expected.commit, signal })) === expected.commit;
  return isPast ? null : expected;
}

function atCommit(codes: Codes, { repositoryId, commit }: ExpectedCommit): Codes {
  const code = codes.get(repositoryId);
  return code ? new Map([...codes, [repositoryId, { ...code, indexedCommit: commit }]]) : codes;
}

/**
 * Also those cited before: a run that moves an index waits for these rows while it holds its repository's lock, so the
 * repositories must be locked before any row is written.
 */
async function holdCodes(
  ctx: Ctx,
  tx: Db,
  organizationId: string,
  cited: readonly { repositoryId: string }[],
): Promise<Codes> {
  const codes = new Map<string, CitedCode | null>();
  for (const repositoryId of [...new Set(cited.map((one) => one.repositoryId))].toSorted())
    codes.set(repositoryId, await findCode(ctx, { organizationId, repositoryId }, { db: tx, isHeld: true }));
  return codes;
}

/** By section, in the order of their numbers. */
async function toRows(
  ctx: Ctx,
  page: PageKey,
  given: {
    sections: readonly CitingSection[];
    codes: Codes;
    former: ReadonlyMap<string, SourceRow[]>;
    expected: ExpectedCommit | null;
  },
): Promise<Map<string, SourceRow[]>> {
  const { sections, codes, former, expected } = given;
  const check = createSourceChecker(ctx);
  const rows: SourceRow[] = [];
  const added: SourceRow[] = [];
  for (const { sectionId, sources, isRestored } of sections)
    for (const [at, source] of sources.entries()) {
      const key = { organizationId: page.organizationId, artifactId: page.artifactId, sectionId, number: at + 1 };
      const same = former.get(sectionId)?.find((row) => isDeepStrictEqual(toSource(row), toSource(source)));
      if (same) {
        rows.push({ ...same, ...key });
        continue;
      }
      const blob = await check(codes.get(source.repositoryId) ?? null, source);
      if (blob === null && isRestored !== true) throw doesNotResolve(source);
      const changedAt = blob === null ? ctx.now() : null;
      const row = { ...key, ...toSource(source), blob: blob ?? "", changedAt, changedCommit: null, comparedBlob: null };
      rows.push(row);
      if (blob !== null) added.push(row);
    }
  const nameOf = ({ sectionId, number }: Pick<SourceRow, "sectionId" | "number">) => `${sectionId} ${number}`;
  const changes = new Map((await followAdded(ctx, codes, added)).map((change) => [nameOf(change), change]));
  // Nothing but that commit may be left of where they were read.
  for (const row of added) {
    if (row.repositoryId === expected?.repositoryId && !changes.has(nameOf(row))) row.commit = expected.commit;
  }
  return Map.groupBy(
    rows.map((row) => ({ ...row, ...changes.get(nameOf(row)) })),
    (row) => row.sectionId,
  );
}

/** Follows rows to the commits of their repositories' indexes; most are there already. */
async function followAdded(ctx: Ctx, codes: Codes, added: readonly SourceRow[]): Promise<RowChange[]> {
  const places = Map.groupBy(added, ({ repositoryId, commit }) => `${repositoryId} ${commit}`);
  const changes: RowChange[] = [];
  for (const rows of places.values()) {
    const [first] = rows;
    const code = first && codes.get(first.repositoryId);
    if (!first || !code || code.indexedCommit === null || code.indexedCommit === first.commit) continue;
    const way = { formerCommit: first.commit, commit: code.indexedCommit };
    changes.push(...(await createFollower(ctx, followTo(ctx, code, way)).follow(rows)));
  }
  return changes;
}
