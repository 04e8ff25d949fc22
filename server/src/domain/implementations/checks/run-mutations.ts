import {
  chooseMutations,
  isMutable,
  type MutableHunk,
  type Mutation,
} from "#server/domain/implementations/mutations/choose-mutations.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";

import type { CheckToRun } from "./check-to-run.ts";
import type { SpoiltChange } from "./judge-mutations.ts";
import { keyOfCheck } from "./key-of-check.ts";
import type { ProofRun } from "./proof-run.ts";
import { mutationRepetition, runInCopy } from "./run-in-copy.ts";
import { listPreparations } from "./run-service-checks.ts";

/** Each may take a build, so a large change is not tried in all its parts. */
const maxRuns = 24;
const maxFileBytes = 500_000;
/** As people read a diff: what is changed within three lines of one another is one part. */
const contextLines = 3;

interface JudgingChecks {
  /** Of criteria that seem proven. */
  proven: readonly CheckToRun[];
  /** What else may notice, asked where those do not. */
  others: readonly CheckToRun[];
}

/**
 * Spoils the change a little, part by part, each in a fresh work copy, and looks whether any check turns red. A part is tried
 * in up to three ways, until one is noticed.
 */
export async function runMutations(run: ProofRun, checks: JudgingChecks): Promise<SpoiltChange> {
  const noticedBy = new Set<string>();
  const unnoticed: { where: string; what: string }[] = [];
  const hunks = checks.proven.length === 0 ? [] : await listHunks(run);
  let tried = 0;
  let runs = 0;
  for (const { where, mutations } of hunks) {
    let outcome: MutationOutcome = "unnoticed";
    for (const mutation of mutations) {
      const isOver = runs >= maxRuns || run.isOver();
      runs += 1;
      outcome = isOver ? "unknown" : await tryMutation(run, { checks, mutation, noticedBy });
      if (outcome !== "unnoticed") break;
    }
    if (outcome === "unknown") continue;
    tried += 1;
    if (outcome === "unnoticed") unnoticed.push({ where, what: mutations[0]?.what ?? "" });
  }
  const silent = checks.proven.map(({ criterionId }) => criterionId ?? "").filter((id) => !noticedBy.has(id));
  return { total: hunks.length, tried, unnoticed, silent: new Set(silent) };
}

type MutationOutcome = "noticed" | "unnoticed" | "unknown";

/** The criteria are asked first, and what else there is only where they notice nothing. */
async function tryMutation(
  run: ProofRun,
  { checks, mutation, noticedBy }: { checks: JudgingChecks; mutation: Mutation; noticedBy: Set<string> },
): Promise<MutationOutcome> {
  const byCriteria = await runSpoilt(run, checks.proven, mutation);
  for (const { criterionId } of byCriteria.red) noticedBy.add(criterionId ?? "");
  if (byCriteria.red.length > 0) return "noticed";
  const byOthers = await runSpoilt(run, checks.others, mutation);
  if (byOthers.red.length > 0) return "noticed";
  return byCriteria.isRun && byOthers.isRun ? "unnoticed" : "unknown";
}

/** Which of the checks turn red, and whether all of them could be run. */
async function runSpoilt(
  run: ProofRun,
  checks: readonly CheckToRun[],
  mutation: Mutation,
): Promise<{ red: CheckToRun[]; isRun: boolean }> {
  if (checks.length === 0) return { red: [], isRun: true };
  const copy = { side: "result", repetition: mutationRepetition, mutation } as const;
  const results = await runInCopy(run, { ...copy, checks, before: listPreparations(run) });
  const outcomes = new Map(results.map(({ key, outcome }) => [key, outcome]));
  const outcomeOf = (check: CheckToRun) => outcomes.get(keyOfCheck(run, { ...copy, check })) ?? "not-run";
  const red = checks.filter((check) => outcomeOf(check) === "failed" || outcomeOf(check) === "limit");
  return { red, isRun: checks.every((check) => outcomeOf(check) !== "not-run") };
}

async function listHunks({ work: { ctx, directory }, commits }: ProofRun): Promise<MutableHunk[]> {
  const { base, result: head } = commits;
  const { files } = await diffCommits(directory, { base, head, contextLines, signal: ctx.signal });
  const hunks: MutableHunk[] = [];
  for (const file of files.filter(isMutable)) hunks.push(...(await listHunksOf(file)));
  return hunks;

  async function listHunksOf(file: DiffedFile): Promise<MutableHunk[]> {
    const request = { commit: head, path: file.path, maxBytes: maxFileBytes, signal: ctx.signal };
    const bytes = (await readBlob(directory, request))?.bytes ?? null;
    const text = bytes?.toString("utf8") ?? "";
    // What would not come back as it was is left alone.
    return bytes === null || !Buffer.from(text).equals(bytes) ? [] : chooseMutations(file, text);
  }
}
