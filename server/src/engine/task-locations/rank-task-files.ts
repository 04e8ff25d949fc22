import type { CodeIndex, CommitHit, SearchHit } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";

import { inOneLanguage } from "./in-one-language.ts";
import type { ReadTask } from "./read-task-text.ts";
import type { FileVote, UnreadReason } from "./task-location.ts";

export interface RankedTaskFile {
  path: string;
  kind: FileKind;
  score: number;
  /** What speaks for it beside its words. */
  reasons: UnreadReason[];
}

/** The search has weighed history by itself; this much more for what commits that say nearly the same changed. */
const historyWeight = 0.02;
/** What a file is worth that a likely one imports: a share of that one, less where many import it. */
const importWeight = 0.05;
const importing = 6;
const searched = 60;
/** Steps that brought a database to its state of today are seldom changed again. */
const migrationShare = 0.5;
const migrationPath = /(?:^|\/)(?:migrations?|migrate|alembic|changelogs?)\//i;

/** The texts that a task is searched by: its title, and all that it says, in which the search weighs the title more. */
export function queriesOf({ title, prose, errors, output }: ReadTask): { title: string; whole: string } {
  return { title, whole: [title, "", errors.join("\n"), prose, output].join("\n") };
}

/** Files by how probably a task changes them, best first; without tests, documents and generated ones it does not ask for. */
export function rankTaskFiles(
  index: CodeIndex,
  read: ReadTask,
  known: { votes: readonly FileVote[]; commits: readonly CommitHit[]; under: string },
): RankedTaskFile[] {
  const { title, whole } = queriesOf(read);
  const kinds = kindsFor(title);
  const options = { limit: searched, kinds: [...kinds], ...(known.under === "" ? {} : { under: known.under }) };
  const ranking = openRanking(index, { kinds, under: known.under });
  ranking.addHits(index.search(whole, options));
  for (const { path, weight, ...reason } of known.votes) ranking.add(path, weight, reason);
  addHistory(ranking, known.commits);
  addImports(ranking, index);
  return ranking.best(/\bmigrat/i.test(whole));
}

/** Code and configuration, and what else its title asks for. */
function kindsFor(title: string): Set<FileKind> {
  const kinds = new Set<FileKind>(["source", "config"]);
  if (/\b(?:tests?|specs?|flaky|e2e|fixtures?|coverage|mocks?)\b/i.test(title)) kinds.add("test");
  return kinds;
}

type OpenRanking = ReturnType<typeof openRanking>;

function openRanking(index: CodeIndex, wanted: { kinds: ReadonlySet<FileKind>; under: string }) {
  const files = new Map(index.files().map((file) => [file.path, file]));
  const ranked = new Map<string, RankedTaskFile>();
  const isInside = (path: string) => wanted.under === "" || path.startsWith(`${wanted.under.replace(/\/$/, "")}/`);
  const add = (path: string, score: number, reason: UnreadReason | null): void => {
    const kind = files.get(path)?.kind;
    if (kind === undefined || !wanted.kinds.has(kind) || !isInside(path)) return;
    const one = ranked.get(path) ?? { path, kind, score: 0, reasons: [] };
    ranked.set(path, one);
    one.score += score;
    if (reason) one.reasons.push(reason);
  };
  const sorted = () => [...ranked.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return {
    add,
    addHits(hits: readonly SearchHit[]): void {
      const top = hits[0]?.score || 1;
      for (const { path, score } of hits) add(path, score / top, null);
    },
    sorted,
    best(isAboutMigrations: boolean): RankedTaskFile[] {
      for (const one of ranked.values())
        if (!isAboutMigrations && migrationPath.test(one.path)) one.score *= migrationShare;
      return inOneLanguage(sorted());
    },
  };
}

/** What commits alike changed, each commit the less for a file the more it changed. */
function addHistory(ranking: OpenRanking, commits: readonly CommitHit[]): void {
  const votes = new Map<string, { score: number; subjects: string[] }>();
  for (const { commit, coverage } of commits)
    for (const path of commit.paths) {
      const vote = votes.get(path) ?? { score: 0, subjects: [] };
      vote.score += coverage ** 2 / Math.sqrt(commit.paths.length);
      vote.subjects.push(commit.subject);
      votes.set(path, vote);
    }
  const top = Math.max(0, ...[...votes.values()].map(({ score }) => score)) || 1;
  for (const [path, { score, subjects }] of votes)
    ranking.add(path, (historyWeight * score) / top, { kind: "history", words: subjects.slice(0, 3), line: null });
}

/** What the likeliest files use; a file that is not likely by itself does not become so. */
function addImports(ranking: OpenRanking, index: CodeIndex): void {
  const all = ranking.sorted();
  const likely = new Map(all.map((one) => [one.path, one.score]));
  for (const { path, score } of all.slice(0, importing))
    for (const edge of index.importsOf(path)) {
      if (edge.path === path || !likely.has(edge.path)) continue;
      const users = index.importersOf(edge.path).length;
      const reason = { kind: "imports" as const, words: [path], line: null };
      ranking.add(edge.path, (importWeight * score) / Math.sqrt(1 + users), reason);
    }
}
