import type { Mutation } from "#server/domain/implementations/mutations/choose-mutations.ts";
import type { NewRunCheck } from "#server/domain/implementations/store/run-checks.store.ts";
import { putCheckFile } from "#server/domain/service-commands/running/put-check-file.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import { sideNames, type CheckSide, type CheckToRun } from "./check-to-run.ts";
import { keyOfCheck } from "./key-of-check.ts";
import { nameCheck } from "./name-check.ts";
import type { CheckResults, ProofRun } from "./proof-run.ts";
import { createProgress } from "./report-progress.ts";
import { endIfStopped, notRun, runCheck, type RanCheck } from "./run-check.ts";

/** Some checks that are run one after the other in one fresh work copy. */
export interface CopyOfChecks {
  side: CheckSide;
  /** From 1, or one of those below for runs that do not count. */
  repetition: number;
  checks: readonly CheckToRun[];
  /** What is run before them, in order, and not written down. */
  before: readonly CheckToRun[];
  /** What is spoilt on purpose, once everything is installed. */
  mutation?: Mutation;
}

/** Of runs that do not count: with a test that was made to fail on purpose, and with a change that was. */
export const probeRepetition = 0;
export const mutationRepetition = -1;

/** What ran before on the same commit with the same commands is worth as much, for so long. */
const reusedMs = 7 * 24 * 60 * 60_000;

/**
 * Runs checks in a fresh work copy and writes down each as it ends; what a former try of this run wrote down, or another
 * implementation at the same commit, is not run again. Answers all that is known of the change by now.
 */
export async function runInCopy(run: ProofRun, copy: CopyOfChecks): Promise<CheckResults> {
  await reusePassed(run, copy);
  const known = await listKeys(run);
  const missing = copy.checks.filter((check) => !known.has(keyOfCheck(run, { ...copy, check })));
  if (missing.length > 0) {
    if (run.isOver()) await writeAll(run, copy, missing, notRun("There was no time left for it (RUN_MAX_MINUTES)."));
    else await runMissing(run, copy, missing);
  }
  // A change that was mended since was another one.
  return (await run.record.list()).filter(({ side, commit }) => commit === run.commits[side]);
}

/**
 * What need not be run. What did not pass in a former run of the implementation may have been the machine's fault, and that
 * somebody has seen to since.
 */
async function listKeys({ record, work: { row } }: ProofRun): Promise<ReadonlySet<string>> {
  const rows = await record.list();
  return new Set(rows.filter((one) => one.attempt === row.attempt || one.outcome === "passed").map(({ key }) => key));
}

async function runMissing(run: ProofRun, copy: CopyOfChecks, missing: readonly CheckToRun[]): Promise<void> {
  const { ctx, directory: repository } = run.work;
  const first = copy.checks.findIndex((check) => missing.includes(check));
  // What is known already must have happened in this copy as well.
  const before = [...copy.before, ...copy.checks.slice(0, first)];
  const workCopy = await ctx.sandbox.makeWorkCopy({ repository, commit: run.commits[copy.side], signal: ctx.signal });
  try {
    const blocked = await prepare(run, copy, { workCopy, before });
    if (blocked === null) await runEach(run, copy, { workCopy, missing });
    else await writeAll(run, copy, missing, notRun(blocked));
  } finally {
    await ctx.sandbox.removeWorkCopy(workCopy);
  }
}

/** Why the checks cannot be run after all; null where they can. What was not built may still be tested. */
async function prepare(
  run: ProofRun,
  copy: CopyOfChecks,
  { workCopy, before }: { workCopy: WorkCopy; before: readonly CheckToRun[] },
): Promise<string | null> {
  const [installs, others] = [true, false].map((isInstall) =>
    before.filter(({ kind }) => (kind === "install") === isInstall),
  );
  for (const check of installs ?? []) {
    const { outcome, message } = await runShown(run, copy, { workCopy, check });
    if (outcome !== "passed") return `Install did not work. ${message}`;
  }
  const problem = await putMutation(run, copy, workCopy);
  if (problem !== null) return problem;
  for (const check of others ?? []) await runShown(run, copy, { workCopy, check });
  return null;
}

async function putMutation(run: ProofRun, { mutation }: CopyOfChecks, workCopy: WorkCopy): Promise<string | null> {
  if (mutation === undefined) return null;
  const { signal } = run;
  const problem = await putCheckFile(run.work.ctx.sandbox, workCopy, { folder: "", file: mutation, signal });
  endIfStopped(run);
  return problem === null ? null : `${mutation.path} could not be spoilt: ${problem}.`;
}

async function runEach(
  run: ProofRun,
  copy: CopyOfChecks,
  { workCopy, missing }: { workCopy: WorkCopy; missing: readonly CheckToRun[] },
): Promise<void> {
  for (const [at, check] of missing.entries()) {
    const ran = await runShown(run, copy, { workCopy, check });
    await writeAll(run, copy, [check], ran);
    const rest = missing.slice(at + 1);
    if (run.isOver()) return writeAll(run, copy, rest, notRun("There was no time left for it (RUN_MAX_MINUTES)."));
    if (check.kind === "install" && ran.outcome !== "passed") {
      return writeAll(run, copy, rest, notRun(`Install did not work. ${ran.message}`));
    }
  }
}

/** Its last lines are shown while it runs. */
async function runShown(
  run: ProofRun,
  { side, ...copy }: CopyOfChecks,
  { workCopy, check }: { workCopy: WorkCopy; check: CheckToRun },
): Promise<RanCheck> {
  const title = `${nameCheck(run, check)}, ${sayCopy({ side, mutation: copy.mutation, repetition: 1 })}`;
  const progress = createProgress((lines) => run.record.show({ title, command: check.command, lines }));
  progress.show(() => "");
  try {
    const isGenuine = copy.mutation === undefined && copy.repetition >= 1;
    return await runCheck(run, workCopy, { check, side, isGenuine, onOutput: (read) => progress.show(read) });
  } finally {
    await progress.end();
  }
}

async function writeAll(
  run: ProofRun,
  copy: CopyOfChecks,
  checks: readonly CheckToRun[],
  ran: RanCheck,
): Promise<void> {
  endIfStopped(run);
  if (checks.length === 0) return;
  // What was made to fail on purpose does well to fail.
  const kind = ran.outcome === "passed" || copy.repetition < 1 ? "note" : "problem";
  const entries = checks.map(
    (check) =>
      ({
        kind,
        text: `${nameCheck(run, check)}, ${sayCopy(copy)}: ${ran.message}`,
      }) as const,
  );
  const rows = checks.map((check) => ({ ...toRow(run, copy, check), ...ran }));
  await run.record.write(rows, entries);
}

/** "with the change, run 2" */
function sayCopy({ side, repetition, mutation }: Pick<CopyOfChecks, "side" | "repetition" | "mutation">): string {
  if (mutation !== undefined) return `with ${mutation.path}:${mutation.line} spoilt on purpose`;
  if (repetition === probeRepetition) return "made to fail on purpose";
  return `${sideNames[side]}${repetition === 1 ? "" : `, run ${repetition}`}`;
}

function toRow(
  run: ProofRun,
  { side, repetition, mutation }: CopyOfChecks,
  check: CheckToRun,
): Omit<NewRunCheck, keyof RanCheck> {
  const { kind, criterionId, command } = check;
  const { ctx, row } = run.work;
  const key = keyOfCheck(run, { check, side, repetition, mutation });
  const when = { attempt: row.attempt, createdAt: ctx.now(), isReused: false };
  return { kind, criterionId, side, repetition, commit: run.commits[side], command, key, ...when };
}

/**
 * What passed on the base before, by whichever implementation, is taken over. What failed is not: a machine that lacked a
 * program then may have it now, and a check that only failed for that would seem to be met by the change.
 */
async function reusePassed(run: ProofRun, copy: CopyOfChecks): Promise<void> {
  if (copy.side !== "base") return;
  const { ctx, row } = run.work;
  const keys = copy.checks.map((check) => keyOfCheck(run, { ...copy, check }));
  const found = await run.record.findPassed(keys, new Date(ctx.now().getTime() - reusedMs));
  if (found.length === 0) return;
  const rows = found.map(
    ({ implementationId: _other, organizationId: _organization, sequence: _sequence, ...known }) => ({
      ...known,
      attempt: row.attempt,
      isReused: true,
    }),
  );
  await run.record.write(rows, []);
}
