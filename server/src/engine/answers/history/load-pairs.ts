import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { CodeHistory, Comparison, FileDifference, ReadFile } from "#server/engine/history/code-history.ts";
import type { FilePair } from "#server/engine/history/compare-facts.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";

import type { CommitRange } from "./find-commit-range.ts";

/** Files whose declarations are compared; for the others only commits are listed. */
const maxComparedFiles = 30;

const maxLookedThrough = 800;
const filesPerTurn = 40;

/** The only kind of facts that a question asks for; null for all. */
export type WantedFacts = "setting" | "endpoint" | null;

/** What is compared: all of a comparison, or what of it is about a subject. */
export type Chosen = Pick<Comparison, "commits" | "files">;

/** Source files at both commits: of many those that most commits changed. `left` is how many others there are. */
export async function loadPairs(
  { index, reader }: Codebase,
  history: CodeHistory,
  { files, commits, range, wanted }: Chosen & { range: CommitRange; wanted: WantedFacts },
): Promise<{ pairs: FilePair[]; left: number }> {
  const kinds = new Map(index.files().map(({ path, kind }) => [path, kind]));
  const isSource = ({ path }: FileDifference) => {
    const kind = kinds.get(path) ?? "source";
    const isCode = (kind === "source" || kind === "config") && !notCode.test(path);
    return isCode && !path.startsWith(".") && !isBesideCode(path);
  };
  const touches = countTouches(commits);
  const byTouches = files.filter(isSource).toSorted((a, b) => (touches.get(b.path) ?? 0) - (touches.get(a.path) ?? 0));
  const source = wanted === null ? byTouches : await holdingFirst(index, byTouches, wanted);
  const chosen = source.slice(0, maxComparedFiles);
  const [before, after] = await Promise.all([
    history.filesOf(
      chosen.flatMap(({ oldPath, oldOid }) => (oldPath && oldOid ? [{ path: oldPath, oid: oldOid }] : [])),
    ),
    range.isNow
      ? readNow({ index, reader }, chosen)
      : history.filesOf(chosen.flatMap(({ path, newOid }) => (newOid ? [{ path, oid: newOid }] : []))),
  ]);
  const pairs = chosen.map(({ path, oldPath, oldOid, newOid }) => ({
    path,
    oldPath,
    before: oldOid === null ? null : (before.get(oldPath ?? path) ?? null),
    after: newOid === null ? null : (after.get(path) ?? null),
    isKnown: (!oldOid || before.has(oldPath ?? path)) && (!newOid || after.has(path)),
  }));
  // One side that could not be read would look like something that came or went.
  return { pairs: pairs.filter(({ isKnown }) => isKnown), left: source.length - chosen.length };
}

/**
 * Files with the requested kind of facts first; only a limited number is inspected, yielding to other work in between.
 */
async function holdingFirst(
  index: Codebase["index"],
  files: readonly FileDifference[],
  wanted: NonNullable<WantedFacts>,
): Promise<FileDifference[]> {
  const holding = new Set<FileDifference>();
  for (const [at, file] of files.slice(0, maxLookedThrough).entries()) {
    if (at % filesPerTurn === 0) await new Promise(setImmediate);
    const { configKeys = [], endpoints = [] } = index.facts(file.path) ?? {};
    if ((wanted === "setting" ? configKeys : endpoints).length > 0) holding.add(file);
  }
  return files.toSorted((a, b) => Number(holding.has(b)) - Number(holding.has(a)));
}

function countTouches(commits: Chosen["commits"]): Map<string, number> {
  const touches = new Map<string, number>();
  for (const path of commits.flatMap(({ paths }) => paths)) touches.set(path, (touches.get(path) ?? 0) + 1);
  return touches;
}

const notCode =
  /\.(?:md|mdx|rst|txt|lock|snap|svg|png|jpe?g|json|ya?ml|css|scss|html?)$|(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?)(?:[/._-]|$)/i;

/** As the index has them already. */
async function readNow(
  { index, reader }: Pick<Codebase, "index" | "reader">,
  files: readonly FileDifference[],
): Promise<Map<string, ReadFile>> {
  const read = await Promise.all(
    files.map(async ({ path, newOid }) => {
      const facts = newOid === null ? null : index.facts(path);
      const lines = facts && (await reader.readLines(path));
      return facts && lines ? [[path, { facts, lines }] as const] : [];
    }),
  );
  return new Map(read.flat());
}
