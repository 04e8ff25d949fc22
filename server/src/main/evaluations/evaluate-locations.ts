import { readFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { hashLines, type CodeReader } from "#server/engine/evidence/evidence.ts";
import { findTaskLocations } from "#server/engine/task-locations/find-task-locations.ts";
import type { TaskLocation } from "#server/engine/task-locations/task-location.ts";
import type { GitSource } from "#server/git-source.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { findGitDirectory } from "./find-git-directory.ts";
import { summariseTimes } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";

const caseSchema = z.object({
  /** A git repository or its bare directory, from the folder of the file of cases. */
  repository: z.string(),
  issue: z.union([z.string(), z.number()]),
  title: z.string(),
  body: z.string(),
  /** The commit that settled the issue; its first parent is what is asked. */
  commit: z.string(),
});
type IssueCase = z.output<typeof caseSchema>;

interface JudgedIssue extends IssueCase {
  /** Source files that the commit changed and its parent has. */
  gold: string[];
  located: TaskLocation[];
  nothing: string | null;
  /** Of the first changed file among the files; Infinity where none is there. */
  rank: number;
  ms: number;
  /** The same without what the task's repository holds in memory: lines, word counts, endpoints. */
  firstMs: number;
  /** Sources of reasons, and those of them that stand in git as cited. */
  sources: number;
  standing: number;
}

/** No repository of the product: the search knows this one alone. */
const repositoryId = "00000000-0000-4000-8000-000000000000";

/** How well issues that were settled lead to the files that settled them, each asked of the state before. */
export async function evaluateLocations(wanted: {
  /** The file of cases. */
  directory: string;
  isJson: boolean;
  isVerbose: boolean;
}): Promise<string> {
  const cases = z.array(caseSchema).parse(JSON.parse(await readFile(wanted.directory, "utf8")));
  const folder = path.dirname(wanted.directory);
  const byRepository = Map.groupBy(cases, ({ repository }) => path.resolve(folder, repository));
  const judged: JudgedIssue[] = [];
  for (const [directory, own] of byRepository)
    judged.push(...(await judgeRepository(await findGitDirectory(directory), own)));
  if (wanted.isJson) return judged.map((one) => JSON.stringify(one)).join("\n");
  return [...(wanted.isVerbose ? judged.map(report) : []), ...table(judged)].join("\n");
}

async function judgeRepository(directory: string, cases: readonly IssueCase[]): Promise<JudgedIssue[]> {
  const source = createMirrorSource(directory);
  return await inFolder(async (folder) => {
    const judged: JudgedIssue[] = [];
    for (const one of cases) {
      const commit = await resolveCommit(directory, one.commit);
      const [parent] = commit === null ? [] : (await readCommitHeader(directory, commit, {})).parents;
      if (commit === null || parent === undefined) throw new Error(`${directory} holds no commit ${one.commit}`);
      await updateIndex({ source, commit: parent, directory: folder });
      const index = openIndex(folder, source);
      if (index === null) throw new Error("The index could not be opened");
      const gold = await changedSources(source, index, { parent, commit });
      if (gold.length > 0) judged.push(await judge(one, { index, directory, gold }));
    }
    return judged;
  });
}

/** Source files that differ between a commit and its parent, of those that the parent's index knows. */
export async function changedSources(
  source: GitSource,
  index: CodeIndex,
  { parent, commit }: { parent: string; commit: string },
): Promise<string[]> {
  const known = new Set(index.files().map((file) => file.path));
  const comparison = await source.compareCommits(parent, commit, { limit: 1 });
  const changed = (comparison?.files ?? []).map((file) => file.path);
  return changed.filter((file) => known.has(file) && classifyPath(file).kind === "source");
}

async function judge(
  one: IssueCase,
  { index, directory, gold }: { index: CodeIndex; directory: string; gold: string[] },
): Promise<JudgedIssue> {
  const open = () => {
    const signal = new AbortController().signal;
    return openCodeReader({ repositoryId, directory, signal, commit: index.commit, files: () => index.files() });
  };
  const task = { title: one.title, description: one.body, criteria: [] };
  const locate = async () => {
    const started = performance.now();
    const found = await findTaskLocations(task, [{ repositoryId, name: "own", index, reader: open() }]);
    return { found, ms: performance.now() - started };
  };
  // As after a while of use.
  await index.prepare();
  await index.warmLines();
  const first = await locate();
  const { found, ms } = await locate();
  const files = found.locations.flatMap((location) => (location.kind === "file" ? [location.path] : []));
  const at = files.findIndex((file) => gold.includes(file));
  const checked = await countStanding(open(), found.locations);
  const { locations: located, nothing } = found;
  return { ...one, gold, located, nothing, rank: at === -1 ? Infinity : at + 1, ms, firstMs: first.ms, ...checked };
}

async function countStanding(reader: CodeReader, located: readonly TaskLocation[]) {
  const sources = located.flatMap(({ why }) => why.flatMap(({ source }) => source ?? []));
  const standing = await Promise.all(
    sources.map(async ({ path: file, startLine, endLine, hash }) => {
      const lines = await reader.readLines(file);
      return hashLines((lines ?? []).slice(startLine - 1, endLine)) === hash;
    }),
  );
  return { sources: sources.length, standing: standing.filter(Boolean).length };
}

function report({ repository, issue, title, rank, gold, located, nothing }: JudgedIssue): string {
  const files = located.filter(({ kind }) => kind === "file").slice(0, 5);
  const lines = files.map(
    (location) =>
      `    ${location.kind === "file" ? `${location.path}:${location.startLine} ${location.symbol ?? ""}` : ""}`,
  );
  const head = `${rank === Infinity ? "-" : rank} ${repository} #${issue} ${title}${nothing === null ? "" : ` (${nothing})`}`;
  return [head, `  changed: ${gold.slice(0, 5).join(" ")}`, ...lines].join("\n");
}

function table(judged: readonly JudgedIssue[]): string[] {
  const rows = [...Map.groupBy(judged, ({ repository }) => repository), ["all", judged] as const];
  const sum = (of: (one: JudgedIssue) => number) => judged.reduce((total, one) => total + of(one), 0);
  const times = summariseTimes(judged.map(({ ms }) => ms));
  const first = summariseTimes(judged.map(({ firstMs }) => firstMs));
  return [
    ...rows.map(
      ([name, own]) => `${name}: ${own.length} issues, a changed file among the first 1, 5 and 10: ${shares(own)}`,
    ),
    `${judged.filter(({ nothing }) => nothing !== null).length} without any location`,
    `${sum(({ standing }) => standing)} of ${sum(({ sources }) => sources)} cited lines stand in git as cited`,
    `${times.p50} ms each, 95th percentile ${times.p95} ms; asked for the first time ${first.p50} ms and ${first.p95} ms`,
  ];
}

function shares(judged: readonly JudgedIssue[]): string {
  const within = (limit: number) => judged.filter(({ rank }) => rank <= limit).length / Math.max(1, judged.length);
  return [1, 5, 10].map((limit) => `${(within(limit) * 100).toFixed(1)} %`).join(" ");
}
