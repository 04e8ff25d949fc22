import { writeFile } from "node:fs/promises";
import path from "node:path";

import { sql } from "drizzle-orm";

import { listNewestCommits } from "#server/code-index/bench/load-push.ts";
import { seededNumbers } from "#server/code-index/testing/seeded-numbers.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { followTo } from "#server/domain/ledger/find-code.ts";
import { previewFollow } from "#server/domain/ledger/preview-follow.ts";
import { listStaleSectionIds, readPageSources, type SectionSources } from "#server/domain/ledger/section-sources.ts";
import { carryOutDecisions, type SectionDecision } from "#server/domain/pages/editing/carry-out-decisions.ts";
import { proposeSections, type ProposedSection } from "#server/domain/pages/writing/propose-sections.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { openCommitIndex, withIndex } from "#server/domain/search/open-commit-index.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { silentLogger } from "#server/platform/log/logger.ts";

import { compareSections } from "./compare-sections.ts";
import { nameOfRepository } from "./find-git-directory.ts";
import { rounded, summariseTimes } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";
import { openScratchProduct, type ScratchProduct } from "./scratch-product.ts";
import { seedChange } from "./seed-change.ts";
import { readPushedLines } from "./truly-stale.ts";
import { writeSections, type SaidSection } from "./write-sections.ts";

/** So many of the newest commits are taken as changes that wait for their merge, one after the other. */
const pastChanges = 8;
const seededChanges = 6;
const seed = 19;
const maxIndexMs = 600_000;

interface ChangeFigures {
  sections: number;
  /** Sections that the change makes untrue: a cited line or a list is another, and they would read otherwise. */
  untrue: number;
  found: number;
  /** Of those that are untrue. */
  foundUntrue: number;
  /** Found although nothing in them is untrue. */
  wrong: number;
  /** Parts that come onto a page. */
  added: number;
  /** Published texts that an engine would write otherwise at the merged commit. */
  unequal: number;
  /** Sections that stand as stale after the merge. */
  stale: number;
  ms: number;
  /** The sections that were missed or shown for nothing, and those that are written otherwise, with what they say. */
  told: string[];
}

/**
 * Takes past commits as changes, or such that are made to contradict a section each: what the review would show, against
 * what is untrue by git's own hunks and by writing all sections anew; then everything is accepted and merged, and the
 * pages are compared with pages written from scratch.
 */
export async function evaluateDocuments(
  origin: string,
  { isSeeded, isVerbose }: { isSeeded: boolean; isVerbose: boolean },
): Promise<string> {
  const rows = await inFolder(async (folder) => {
    const directory = isSeeded ? await copyForSeeds(origin, folder) : origin;
    const [first = "", ...past] = await listNewestCommits(directory, isSeeded ? 1 : pastChanges + 1);
    const name = nameOfRepository(origin).slice(0, 40);
    const product = await openScratchProduct(folder, { directory, commit: first, name }, { log: silentLogger });
    try {
      await bringIndex(product);
      // The change is there before it is merged, as one that was pushed to another branch.
      const alternates = path.join(product.ctx.mirrors.directory(product.repositoryId), "objects/info/alternates");
      await writeFile(alternates, `${path.join(directory, "objects")}\n`);
      await writePages(product.ctx, product);
      const changes = isSeeded ? seedChanges(product, { directory, first }) : past;
      const found: ChangeFigures[] = [];
      let from = first;
      for await (const to of changes) {
        found.push(await mergeChange(product, { directory, from, to }));
        from = to;
      }
      return found;
    } finally {
      await product.close();
    }
  });
  return [...(isVerbose ? rows.flatMap(({ told }, at) => [`change ${at + 1}`, ...told]) : []), formatReport(rows)].join(
    "\n",
  );
}

/** A repository whose own objects are those of the seeds alone. */
async function copyForSeeds(origin: string, folder: string): Promise<string> {
  const copy = path.join(folder, "seeds.git");
  const [newest = ""] = await listNewestCommits(origin, 1);
  await runGit({ directory: origin, args: ["init", "--quiet", "--bare", "--initial-branch=main", copy] });
  await writeFile(path.join(copy, "objects/info/alternates"), `${path.join(origin, "objects")}\n`);
  await runGit({ directory: copy, args: ["update-ref", "refs/heads/main", newest] });
  return copy;
}

/** Each on top of the one before it, by what the sections rest on then. */
async function* seedChanges(
  product: ScratchProduct,
  { directory, first }: { directory: string; first: string },
): AsyncGenerator<string> {
  const random = seededNumbers(seed);
  let from = first;
  for (let at = 0; at < seededChanges; at += 1) {
    const change = await seedChange(directory, { from, cited: await readCited(product), random });
    if (change === null) return;
    from = change.commit;
    yield from;
  }
}

const bringIndex = (product: ScratchProduct) => indexRepository(product.ctx, product, { isLastTry: true });

async function mergeChange(
  product: ScratchProduct,
  { directory, from, to }: { directory: string; from: string; to: string },
): Promise<ChangeFigures> {
  const { ctx } = product;
  const carry = await readPushedLines(directory, { from, to });
  const before = await writeSections(product);
  const cited = await readCited(product);
  const startedAt = performance.now();
  const proposed = await propose(product, to);
  const ms = performance.now() - startedAt;
  await publish(product, proposed, to);
  await product.push(to);
  await bringIndex(product);
  const stale = await listStaleSectionIds(ctx.db, product);
  const now = await writeSections(product);
  const untrue = new Set(
    [...cited.keys()].filter((id) => {
      const difference = compareSections(before.get(id), now.get(id));
      const isMet = (cited.get(id)?.sources ?? []).some((source) => carry(source) === null);
      return difference !== null && (difference.untrue.length > 0 || isMet);
    }),
  );
  // A removed section is on no page afterwards; whatever it was is not written any more.
  const removed = proposed.flatMap(({ sectionId, outcome }) => (outcome.kind === "removed" ? (sectionId ?? []) : []));
  for (const id of removed) if (before.has(id)) untrue.add(id);
  const found = new Set(proposed.flatMap(({ sectionId }) => sectionId ?? []));
  const sectionIds = await listSectionIds(product);
  const again = await proposeSections(ctx, { ...product, sectionIds });
  // Sections whose lines changed and whose text did not are confirmed, as after any push: the next change finds them fresh.
  await writePages(ctx, product);
  const isPublished = (one: ProposedSection) => one.sectionId === null || found.has(one.sectionId);
  const isMet = (id: string) => (cited.get(id)?.sources ?? []).some((source) => carry(source) === null);
  const wrong = [...found].filter((id) => !untrue.has(id) && !isMet(id));
  const unequal = again.filter(isPublished);
  const tell = (what: string) => (id: string) => tellSection(what, before.get(id), now.get(id));
  return {
    sections: cited.size,
    untrue: untrue.size,
    found: found.size,
    foundUntrue: [...untrue].filter((id) => found.has(id)).length,
    wrong: wrong.length,
    added: proposed.filter(({ sectionId }) => sectionId === null).length,
    unequal: unequal.length,
    stale: stale.length,
    ms,
    told: [
      ...[...untrue].filter((id) => !found.has(id)).flatMap(tell("missed")),
      ...wrong.flatMap(tell("wrong")),
      ...unequal.flatMap(({ title, outcome, former }) => [
        `unequal: ${title} (${outcome.kind})`,
        ...("text" in outcome ? tellLines(former?.content ?? "", outcome.text.content) : []),
      ]),
      ...[...stale].flatMap(tell("stale")),
    ],
  };
}

function tellSection(what: string, before: SaidSection | undefined, now: SaidSection | undefined): string[] {
  const { page, templateKey } = before ?? now ?? { page: "?", templateKey: "?" };
  const difference = compareSections(before, now);
  return [
    `${what}: ${page} · ${templateKey}`,
    ...(difference?.untrue ?? []),
    ...(difference?.other ?? []).map((line) => `(${line})`),
  ];
}

function tellLines(before: string, now: string): string[] {
  const [old, fresh] = [before.split("\n"), now.split("\n")];
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `- ${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

async function propose(product: ScratchProduct, commit: string): Promise<ProposedSection[]> {
  const { ctx, organizationId, projectId, repositoryId } = product;
  const row = await findRepository(ctx, product);
  if (row === null) throw new Error("The repository is gone");
  const code = ctx.mirrors.directory(repositoryId);
  const index = await openCommitIndex(ctx, row, { code, commit, maxWaitMs: maxIndexMs });
  const merged = withIndex(ctx, repositoryId, index);
  const way = { formerCommit: row.indexedCommit, commit };
  const broken = await previewFollow(merged, followTo(merged, { organizationId, repositoryId, directory: code }, way));
  const sectionIds = broken.map(({ sectionId }) => sectionId);
  return await proposeSections(merged, { organizationId, projectId, sectionIds });
}

async function publish(product: ScratchProduct, proposed: readonly ProposedSection[], commit: string): Promise<void> {
  const { ctx, organizationId, repositoryId } = product;
  const decisions = proposed.flatMap(({ outcome, former, ...section }): SectionDecision[] => {
    if (outcome.kind === "unwritten") return [];
    const { title, prompt, output } = section;
    const text =
      outcome.kind === "removed" ? null : { ...outcome.text, title, prompt, output, commit, generatedAt: ctx.now() };
    const decided = { decision: "accepted", decidedBy: null, formerVersionId: former?.versionId ?? null } as const;
    return [{ ...section, ...decided, text }];
  });
  const reasons = await ctx.db.transaction((tx) =>
    carryOutDecisions(ctx, tx, {
      organizationId,
      decisions,
      publishedBy: null,
      decidedWith: commit,
      expected: { repositoryId, commit },
    }),
  );
  const reason = reasons.find((one) => one !== null && one !== "A page needs a section.");
  if (reason) throw new Error(reason);
}

/** What each section rests on. */
async function readCited({ ctx, organizationId }: ScratchProduct): Promise<Map<string, SectionSources>> {
  const pages = await ctx.db.execute<{ id: string }>(sql`select artifact_id as id from artifacts`);
  const cited = new Map<string, SectionSources>();
  for (const { id } of pages.rows)
    for (const entry of await readPageSources(ctx.db, { organizationId, artifactId: id })) cited.set(...entry);
  return cited;
}

async function listSectionIds({ ctx }: ScratchProduct): Promise<string[]> {
  const found = await ctx.db.execute<{ id: string }>(sql`select section_id as id from sections`);
  return found.rows.map(({ id }) => id);
}

const columns = ["sections", "untrue", "found", "foundUntrue", "wrong", "added", "unequal", "stale", "ms"] as const;

function formatReport(rows: readonly ChangeFigures[]): string {
  const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(11)).join(" ");
  const sum = (pick: (row: ChangeFigures) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const [untrue, found] = [sum((row) => row.untrue), sum((row) => row.found)];
  const recall = rounded(sum((row) => row.foundUntrue) / Math.max(1, untrue));
  const precision = rounded((found - sum((row) => row.wrong)) / Math.max(1, found));
  const times = summariseTimes(rows.map((row) => row.ms));
  return [
    line(["change", ...columns]),
    ...rows.map((row, at) => line([at + 1, ...columns.map((name) => Math.round(row[name]))])),
    `${rows.length} changes; untrue ${untrue}, found ${found}, recall ${recall}, precision ${precision}`,
    `published ${found + sum((row) => row.added)}; other than from scratch ${sum((row) => row.unequal)}; stale after merging ${sum((row) => row.stale)}`,
    `worked out in p50 ${times.p50} ms, most ${times.max} ms`,
  ].join("\n");
}
