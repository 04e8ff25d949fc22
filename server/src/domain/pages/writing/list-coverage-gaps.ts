import {
  maxMissingFacts,
  type listCoverageGaps as endpoint,
  type SectionCoverageGaps,
} from "@cairn/contract/coverage-gaps";
import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { readPageSources, type SectionSources } from "#server/domain/ledger/section-sources.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { listSectionRows, type SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import { listVersionRows } from "#server/domain/pages/store/sections.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { checkEvidence } from "#server/engine/evidence/evidence.ts";
import { findCoverageGaps, type CoverageGap } from "#server/engine/pages/write/find-coverage-gaps.ts";
import { compareTrees } from "#server/platform/git/diff/compare-trees.ts";

import { openCodebaseOf, subjectOf, type IndexedCode } from "./open-codebase.ts";
import { planOf, templateOf } from "./plan-of-page.ts";

/**
 * What sections that list facts (endpoints, settings, …) lack because it was added to the code where they cite nothing.
 * The ledger does not notice that, and a push must not write a page for it, so it is computed for readers.
 */
export async function listCoverageGaps(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const page = await requirePage(ctx, input, "artifact.read");
  const rows = (await listSectionRows(ctx.db, page)).filter(isSettled);
  if (rows.length === 0) return { sections: [] };
  const [codebase, ledger] = await Promise.all([
    openCodebaseOf(ctx, page, "artifact.read"),
    readPageSources(ctx.db, page),
  ]);
  const subject = subjectOf(codebase, page);
  const plan = planOf(codebase, page);
  const findChanged = createComparison(ctx, codebase);
  const versionIds = rows.flatMap(({ versionId }) => versionId ?? []);
  const versions = new Map((await listVersionRows(ctx.db, page, versionIds)).map((one) => [one.sectionId, one]));
  const sections: SectionCoverageGaps[] = [];
  for (const row of rows) {
    if (ctx.signal.aborted) throw new AppError("cancelled", { message: "Nobody waits for this any more" });
    const { sectionId, title, prompt, output, content } = row;
    const sources = ledger.get(sectionId)?.sources ?? [];
    const changed = await findChanged(commitsOf(row, versions.get(sectionId)?.sources ?? sources));
    if (changed.size === 0 || isStale(ledger.get(sectionId))) continue;
    const request = { title, prompt: prompt ?? "", output, template: templateOf(row, plan) };
    const found = await findCoverageGaps(request, subject, { written: { content, sources }, changed });
    const facts = await locate(codebase, found.slice(0, maxMissingFacts));
    if (facts.length > 0) sections.push({ sectionId, title, facts, total: found.length });
  }
  return { sections };
}

/** With the lines as they are at the indexed commit; without them nothing is claimed. */
async function locate(
  { repositories }: IndexedCode,
  found: readonly CoverageGap[],
): Promise<SectionCoverageGaps["facts"]> {
  const readers = new Map(repositories.map(({ repositoryId, reader }) => [repositoryId, reader]));
  const facts: SectionCoverageGaps["facts"] = [];
  for (const { kind, name, evidence } of found) {
    const source = await checkEvidence(readers, evidence);
    if (source !== null) facts.push({ kind, name, source });
  }
  return facts;
}

/** Written by an engine or a model, and neither waiting for it nor for a person's word. */
function isSettled(row: SectionRow): boolean {
  const isWritten = Boolean(row.prompt) && row.output !== "mermaid" && row.content !== "";
  return isWritten && row.status === "fresh" && row.heldVersionId === null && row.pausedAt === null;
}

/** It will be written again for what changed in its lines. */
function isStale(ledger: SectionSources | undefined): boolean {
  return ledger !== undefined && ledger.changed.length + ledger.changedLists.length > 0;
}

/** From which commit of each repository a section was written. */
function commitsOf(
  row: SectionRow,
  sources: readonly { repositoryId: string; commit: string }[],
): ReadonlyMap<string, string> {
  return new Map(sources.map(({ repositoryId, commit }) => [repositoryId, row.commit ?? commit]));
}

/** Paths that changed between commits and the index, by repository; each pair of commits is compared once. */
function createComparison(ctx: Ctx, { rows, repositories }: IndexedCode) {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const compare = async (repositoryId: string, from: string, to: string) => {
    const row = rows.find((one) => one.repositoryId === repositoryId);
    const comparing = row && compareTrees(codeDirectory(ctx, row), { from, to, signal: ctx.signal });
    const differences = await comparing?.catch((error: unknown) => {
      // Nobody has to do without the page where git takes too long.
      if (error instanceof AppError && !ctx.signal.aborted) return null;
      throw error;
    });
    // Without the former commit, as after a forced push, nobody can say what is new.
    return new Set((differences ?? []).flatMap(({ path, newOid }) => (newOid === null ? [] : [path])));
  };
  return async (commits: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const changed = new Map<string, ReadonlySet<string>>();
    for (const { repositoryId, index } of repositories) {
      const from = commits.get(repositoryId);
      if (from === undefined || from === index.commit) continue;
      const key = `${repositoryId} ${from}`;
      const comparing = known.get(key) ?? compare(repositoryId, from, index.commit);
      known.set(key, comparing);
      const paths = await comparing;
      if (paths.size > 0) changed.set(repositoryId, paths);
    }
    return changed;
  };
}
