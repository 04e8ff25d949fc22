import path from "node:path";
import { inspect } from "node:util";

import type { Source } from "@cairn/contract/sources";
import { sql } from "drizzle-orm";

import { listNewestCommits } from "#server/code-index/bench/load-push.ts";
import { followedMessage, indexRepository } from "#server/domain/indexing/index-repository.ts";
import { listStaleSectionIds, readPageSources, type SectionSources } from "#server/domain/ledger/section-sources.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import type { Logger } from "#server/platform/log/logger.ts";
import { decodeText } from "#server/text/decode-text.ts";

import { compareSections, type SectionDifference } from "./compare-sections.ts";
import { echoFacts } from "./echo-facts.ts";
import { rounded, summariseTimes } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";
import { openScratchProduct, type ScratchProduct } from "./scratch-product.ts";
import { readPushedLines, type GoldRange } from "./truly-stale.ts";
import { writeSections, type SaidSection } from "./write-sections.ts";

const replayedPushes = 40;

/** What one push did. */
interface PushFigures {
  sections: number;
  /** Sections with a cited line inside a hunk of git's diff. */
  stale: number;
  /**
   * Of those, the ones whose cited lines are all unchanged where the ledger says: git's diff matched repeated lines
   * differently.
   */
  unchanged: number;
  /** Sections that would read otherwise now. */
  differ: number;
  /** Of those that stood as fresh: the ones that say something untrue, and those that only have other examples. */
  untrueFresh: number;
  otherFresh: number;
  marked: number;
  missed: number;
  wrong: number;
  rewritten: number;
  /** Rows of the tables of pages that were written while the index moved, and while pages were written. */
  indexRows: number;
  writerRows: number;
  calls: number;
  ledgerMs: number;
}

/**
 * Replays pushes over pages of their own: which sections git says are stale, which were marked, which were written
 * again, and what that cost. A model that only repeats the facts it is given counts how often one would be asked.
 */
export async function replayPages(directory: string): Promise<string> {
  const { rows } = await replayPushesOverPages(directory);
  return formatReport(rows);
}

/** The same as figures: a row for each push, and the calls that writing all pages took. */
export async function replayPushesOverPages(directory: string): Promise<{ rows: PushFigures[]; firstCalls: number }> {
  return await inFolder(async (folder) => {
    const [first = "", ...pushes] = await listNewestCommits(directory, replayedPushes + 1);
    const name = path.basename(directory.replace(/\/(?:\.git|repo)$/, "")).slice(0, 40);
    const model = echoFacts();
    const ledgerMs = { last: 0 };
    const log = listenTo((durationMs) => void (ledgerMs.last = durationMs));
    const product = await openScratchProduct(folder, { directory, commit: first, name }, { log, model });
    try {
      await bringIndex(product);
      await writeAll(product);
      let former = first;
      let said: SaidSections = await writeSections(product);
      const rows: PushFigures[] = [];
      const firstCalls = model.calls;
      const requested = { calls: firstCalls };
      for (const commit of pushes) {
        const carry = await readPushedLines(directory, { from: former, to: commit });
        const { figures, saidNow } = await replayPush(product, { commit, carry, said });
        said = saidNow;
        rows.push({ ...figures, calls: model.calls - requested.calls, ledgerMs: ledgerMs.last });
        [former, requested.calls] = [commit, model.calls];
      }
      return { rows, firstCalls };
    } finally {
      await product.close();
    }
  });
}

const bringIndex = (product: ScratchProduct) => indexRepository(product.ctx, product, { isLastTry: true });

const writeAll = (product: ScratchProduct) => writePages(product.ctx, product);

type SaidSections = ReadonlyMap<string, SaidSection>;

interface ReplayedPush {
  commit: string;
  carry: (range: NonNullable<GoldRange>) => GoldRange;
  /** What the engine said of the commit before. */
  said: SaidSections;
}

async function replayPush(
  product: ScratchProduct,
  { commit, carry, said }: ReplayedPush,
): Promise<{ figures: Omit<PushFigures, "calls" | "ledgerMs">; saidNow: SaidSections }> {
  const { ctx } = product;
  const staleIds = async () => new Set(await listStaleSectionIds(ctx.db, product));
  const [ledger, former] = [await readLedger(product), await staleIds()];
  const before = await readTraces(product);
  await product.push(commit);
  await bringIndex(product);
  const indexed = await readTraces(product);
  const marked = without(await staleIds(), former);
  // Sections that waited for a person before say nothing about this push.
  const judged = [...ledger].filter(([sectionId]) => !former.has(sectionId));
  const isMet = ({ sources }: SectionSources) => sources.some((source) => carry(source) === null);
  const stale = new Set(judged.filter(([, section]) => isMet(section)).map(([sectionId]) => sectionId));
  const unmarked = without(stale, marked);
  const unchanged = await countUnchanged(product, unmarked);
  const saidNow = await writeSections(product);
  const differences = compareAll(said, saidNow, former);
  const fresh = new Map([...differences].filter(([id]) => !marked.has(id)));
  reportFresh(fresh, { commit, said: saidNow });
  const untrueFresh = [...fresh.values()].filter(({ untrue }) => untrue.length > 0).length;
  const texts = await readTexts(product);
  await writeAll(product);
  const after = await readTexts(product);
  const rewritten = [...texts].filter(([sectionId, text]) => after.get(sectionId) !== text);
  const figures = {
    sections: texts.size,
    stale: stale.size,
    unchanged,
    differ: differences.size,
    untrueFresh,
    otherFresh: fresh.size - untrueFresh,
    marked: marked.size,
    missed: unmarked.size - unchanged,
    wrong: without(without(marked, stale), new Set(differences.keys())).size,
    rewritten: rewritten.length,
    indexRows: countWritten(before, indexed),
    writerRows: countWritten(indexed, await readTraces(product)),
  };
  return { figures, saidNow };
}

/** Sections that would read otherwise now; those that waited for a person before are left out. */
function compareAll(
  said: SaidSections,
  saidNow: SaidSections,
  former: ReadonlySet<string>,
): Map<string, SectionDifference> {
  const ids = new Set([...said.keys(), ...saidNow.keys()]);
  return new Map(
    [...ids].flatMap((id): [string, SectionDifference][] => {
      const difference = former.has(id) ? null : compareSections(said.get(id), saidNow.get(id));
      return difference === null ? [] : [[id, difference]];
    }),
  );
}

/** What stood as fresh and is not true any more, line by line: each is a fault to find. */
function reportFresh(
  fresh: ReadonlyMap<string, SectionDifference>,
  { commit, said }: { commit: string; said: SaidSections },
): void {
  for (const [id, { untrue, other }] of fresh) {
    const section = said.get(id);
    const name = `${section?.page ?? "a page"}, ${section?.templateKey ?? "a section that is empty now"}`;
    if (untrue.length > 0)
      process.stderr.write(`untrue, stands as fresh at ${commit} (${name}):\n${untrue.join("\n")}\n`);
    if (other.length > 0) process.stderr.write(`other examples at ${commit} (${name}):\n${other.join("\n")}\n`);
  }
}

const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...ids].filter((id) => !others.has(id)));

/** The positions of every section's sources, by section. */
async function readLedger({ ctx, organizationId }: ScratchProduct): Promise<Map<string, SectionSources>> {
  const pages = await ctx.db.execute<{ id: string }>(sql`select artifact_id as id from artifacts`);
  const ledger = new Map<string, SectionSources>();
  for (const { id } of pages.rows)
    for (const entry of await readPageSources(ctx.db, { organizationId, artifactId: id })) ledger.set(...entry);
  return ledger;
}

/** The value that changes whenever a section was written again, also with the same result. */
async function readTexts({ ctx }: ScratchProduct): Promise<Map<string, string>> {
  const found = await ctx.db.execute<{ id: string; text: string }>(
    sql`select section_id as id, concat_ws(' ', generated_at, version_id, held_version_id, error) as text from sections`,
  );
  return new Map(found.rows.map(({ id, text }) => [id, text]));
}

/** The transaction that last wrote each row of the tables of pages. */
async function readTraces({ ctx }: ScratchProduct): Promise<Map<string, string>> {
  const tables = ["artifacts", "sections", "section_versions", "artifact_revisions"];
  const traces = new Map<string, string>();
  for (const table of tables) {
    const key = { sections: "section_id", section_versions: "version_id" }[table] ?? "artifact_id";
    const number = table === "artifact_revisions" ? "revision" : "0";
    const found = await ctx.db.execute<{ id: string; xmin: string }>(
      sql.raw(`select concat_ws(' ', ${key}, ${number}) as id, xmin::text from ${table}`),
    );
    for (const { id, xmin } of found.rows) traces.set(`${table} ${id}`, xmin);
  }
  return traces;
}

/** Rows that came, changed or went. */
function countWritten(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const gone = [...before.keys()].filter((key) => !after.has(key)).length;
  return gone + [...after].filter(([key, xmin]) => before.get(key) !== xmin).length;
}

/** Cited lines inside git's hunks although all of them are unchanged where the ledger says. */
async function countUnchanged(product: ScratchProduct, sectionIds: ReadonlySet<string>): Promise<number> {
  if (sectionIds.size === 0) return 0;
  const directory = product.ctx.mirrors.directory(product.repositoryId);
  let unchanged = 0;
  for (const [sectionId, { sources }] of await readLedger(product)) {
    if (!sectionIds.has(sectionId)) continue;
    const isThere = await Promise.all(sources.map((source) => isAtSource(directory, source)));
    if (isThere.every(Boolean)) unchanged += 1;
  }
  return unchanged;
}

async function isAtSource(directory: string, { commit, path, startLine, endLine, hash }: Source): Promise<boolean> {
  const { stdout, exitCode } = await runGit({
    directory,
    args: ["show", "--end-of-options", `${commit}:${path}`],
    acceptExitCodes: [0, 128],
  });
  const lines = toLines(decodeText(stdout)?.text ?? "").slice(startLine - 1, endLine);
  return exitCode === 0 && hashLines(lines) === hash;
}

/** Hears how long the ledger took, and repeats what went wrong. */
function listenTo(hear: (durationMs: number) => void): Logger {
  const complain = (fields: object, message: string) => void process.stderr.write(`${message} ${inspect(fields)}\n`);
  const log: Logger = {
    debug: (fields, message) => {
      if (message === followedMessage && "durationMs" in fields) hear(Number(fields.durationMs));
    },
    info: () => {},
    warn: complain,
    error: complain,
    child: () => log,
  };
  return log;
}

const columns = [
  "sections",
  "stale",
  "unchanged",
  "differ",
  "untrueFresh",
  "otherFresh",
  "marked",
  "missed",
  "wrong",
  "rewritten",
  "calls",
  "indexRows",
  "writerRows",
  "ledgerMs",
] as const;

/** A line for each push, and what all of them come to. Throws where a stale section was missed. */
function formatReport(rows: readonly PushFigures[]): string {
  const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(10)).join(" ");
  const sum = (pick: (row: PushFigures) => number, of = rows) => of.reduce((total, row) => total + pick(row), 0);
  const stale = sum((row) => row.stale - row.unchanged);
  const quiet = rows.filter((row) => row.marked === 0 && row.stale === 0);
  const times = summariseTimes(rows.map((row) => row.ledgerMs));
  const report = [
    line(["push", ...columns]),
    ...rows.map((row, at) => line([at + 1, ...columns.map((name) => row[name])])),
    `${rows.length} pushes; truly stale ${stale}, marked ${sum((row) => row.marked)}, missed ${sum((row) => row.missed)}, wrongly marked ${sum((row) => row.wrong)}`,
    `sections that read otherwise after a push ${sum((row) => row.differ)}; of them shown as fresh: untrue ${sum((row) => row.untrueFresh)}, with other examples ${sum((row) => row.otherFresh)}`,
    `rewritten ${sum((row) => row.rewritten)} (${rounded(sum((row) => row.rewritten) / Math.max(1, stale))} of truly stale), model calls ${sum((row) => row.calls)}`,
    `${quiet.length} pushes touch no cited line: ${sum((row) => row.indexRows + row.writerRows, quiet)} rows of pages written`,
    `rows of pages written while an index moved: ${sum((row) => row.indexRows)}; ledger p50 ${times.p50} ms, most ${times.max} ms`,
  ].join("\n");
  if (sum((row) => row.missed) > 0) throw new Error(report);
  return report;
}
