import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { compareFacts, type FactComparison } from "./facts/compare-facts.ts";
import { loadConnectionTruth } from "./facts/connection-truth.ts";
import { loadEndpointTruth } from "./facts/endpoint-truth.ts";
import { findFacts } from "./facts/found-facts.ts";
import { listFacts } from "./facts/list-facts.ts";
import { loadOperationTruth } from "./facts/operation-truth.ts";
import { loadSettingTruth } from "./facts/setting-truth.ts";
import { loadTableTruths } from "./facts/table-truth.ts";
import type { FactTruth, ReadText } from "./facts/truth.ts";
import { nameOfRepository } from "./find-git-directory.ts";
import { onIndex } from "./on-index.ts";

/** No repository of the product: only this one is looked at. */
const repositoryId = "00000000-0000-4000-8000-000000000000";
const shownByDefault = 10;
const maxMs = 600_000;

export interface FactsWanted {
  directories: readonly string[];
  isJson: boolean;
  /** With all differences, not only the first ones. */
  isVerbose: boolean;
  /** Lists the facts of a kind instead, to be judged by reading; null to compare. */
  show: string | null;
}

/**
 * Compares the facts that the product reads in the code with what repositories commit themselves: OpenAPI documents,
 * dumps of their database, example files of their environment; and for some with what their documents and declarations tell of who
 * talks to whom, which was read by a person. Those files are hidden from the product meanwhile.
 */
export async function evaluateFacts({ directories, isJson, isVerbose, show }: FactsWanted): Promise<string> {
  const lines: string[] = [];
  for (const directory of directories) {
    const name = nameOfRepository(directory);
    if (show !== null) {
      const shown = await onRepository(
        directory,
        async (repository) => await listFacts(openScope(repository, "/"), show),
      );
      lines.push(name, ...shown.map((line) => `  ${line}`));
      continue;
    }
    const comparisons = await compareRepository(directory, name);
    if (isJson) lines.push(...comparisons.map((one) => JSON.stringify({ repository: name, ...one })));
    else lines.push(name, ...comparisons.flatMap((one) => report(one, isVerbose ? Infinity : shownByDefault)));
  }
  return lines.join("\n");
}

async function onRepository<T>(directory: string, work: (repository: PageRepository) => Promise<T>): Promise<T> {
  const branch = await findDefaultBranch(directory);
  const commit = branch === null ? null : await resolveCommit(directory, branch);
  if (commit === null) throw new Error(`${directory} holds no commit`);
  return await onIndex({ directory, commit }, async (index) => {
    const reader = openCodeReader({ directory, commit, repositoryId, signal: AbortSignal.timeout(maxMs) });
    return await work({ repositoryId, name: "", index, reader });
  });
}

async function compareRepository(directory: string, name: string): Promise<FactComparison[]> {
  return await onRepository(directory, async ({ index, ...rest }) => {
    const read: ReadText = async (file) => (await rest.reader.readLines(file))?.join("\n") ?? null;
    const comparisons: FactComparison[] = [];
    for (const truth of await loadTruths(index, read, name)) {
      const repository = { ...rest, index: hideFiles(index, truth.files) };
      const comparison = compareFacts(truth, await findFacts(openScope(repository, "/"), truth.kind));
      // A schema from which the code is written is no second witness of it.
      if (truth.kind !== "operations" || comparison.found > 0) comparisons.push(comparison);
    }
    return comparisons;
  });
}

async function loadTruths(index: CodeIndex, read: ReadText, name: string): Promise<FactTruth[]> {
  const paths = index.files().map((file) => file.path);
  const truths = [
    await loadEndpointTruth(paths, read),
    await loadOperationTruth(paths, read),
    await loadSettingTruth(paths, read),
    await loadConnectionTruth(name),
  ];
  return [...truths.filter((truth) => truth !== null), ...(await loadTableTruths(paths, read))];
}

/** The same index as if the commit did not hold these files. */
function hideFiles(index: CodeIndex, hidden: readonly string[]): CodeIndex {
  const isHidden = new Set(hidden);
  const files = index.files().filter((file) => !isHidden.has(file.path));
  return {
    ...index,
    files: () => files,
    facts: (file) => (isHidden.has(file) ? null : index.facts(file)),
    tables: () => index.tables(isHidden),
    endpointsOf: (file) => (isHidden.has(file) ? [] : index.endpointsOf(file)),
  };
}

function report(comparison: FactComparison, shown: number): string[] {
  const { kind, truthFiles, listed, found, matched, unlisted, missed, details } = comparison;
  return [
    `  ${kind}: precision ${percent(matched, found)}, recall ${percent(matched, listed)} (${matched} of ${found} found, ${listed} listed in ${truthFiles.join(", ")})`,
    ...unlisted.slice(0, shown).map(({ key, path: file, line }) => `    + ${key}  ${file}:${line}`),
    ...missed.slice(0, shown).map((key) => `    - ${key}`),
    ...(details === null ? [] : reportDetails(details, shown)),
  ];
}

function reportDetails(
  { defaults, required, differing }: NonNullable<FactComparison["details"]>,
  shown: number,
): string[] {
  return [
    `    defaults: precision ${percent(defaults.matched, defaults.found)}, recall ${percent(defaults.matched, defaults.listed)}; required: ${percent(required.matched, required.listed)} (${defaults.listed} and ${required.listed} told)`,
    ...differing.slice(0, shown).map((line) => `    ~ ${line}`),
  ];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((part / whole) * 100).toFixed(1)} %`;
}
