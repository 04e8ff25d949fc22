import type { CommandOutcome } from "@cairn/contract/service-commands";

import { readChangedCoverage } from "#server/domain/implementations/coverage/read-changed-coverage.ts";
import type { ChangedCoverage } from "#server/domain/implementations/coverage/relate-coverage.ts";
import { putCheckFile } from "#server/domain/service-commands/running/put-check-file.ts";
import {
  runServiceCommand,
  type ServiceCommandEnd,
} from "#server/domain/service-commands/running/run-service-command.ts";
import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";
import type { TestCase } from "#server/platform/test-reports/test-case.ts";

import type { CheckSide, CheckToRun } from "./check-to-run.ts";
import { askForReport, collectReports, reportEnvironment } from "./collect-reports.ts";
import { parseReport } from "./parse-report.ts";
import type { ProofRun } from "./proof-run.ts";
import { startInstall } from "./start-install.ts";

/** What came of a check that was run once. */
export interface RanCheck {
  outcome: Exclude<CommandOutcome, "stopped">;
  exitCode: number | null;
  message: string;
  durationMs: number;
  tail: string;
  cases: TestCase[] | null;
  /** Which of the changed lines ran, where the service's tests told it. */
  coverage: ChangedCoverage | null;
}

/** What is run, and how. */
interface CheckToWatch {
  check: CheckToRun;
  side: CheckSide;
  /** Nothing was spoilt on purpose, so that what its tests cover is what those of the side do. */
  isGenuine: boolean;
  onOutput: (read: () => string) => void;
}

/** Of the output that tests are looked for in; the rest is not read. */
const maxReadBytes = 4 * 1024 ** 2;

/**
 * Runs a check in a work copy. Rejects with the signal's reason where it was stopped; where all the time is used up, that
 * is what the outcome says.
 */
export async function runCheck(
  run: ProofRun,
  workCopy: WorkCopy,
  { check, side, isGenuine, onOutput }: CheckToWatch,
): Promise<RanCheck> {
  const { ctx } = run.work;
  if (check.file !== null) {
    const { folder } = run.commands;
    const problem = await putCheckFile(ctx.sandbox, workCopy, { folder, file: check.file, signal: run.signal });
    endIfStopped(run);
    if (problem !== null) return notRun(`The test could not be put at ${check.file.path}: ${problem}.`);
  }
  const since = new Date();
  const isTest = check.kind === "test" || check.kind === "criterion";
  const written = collectOutput();
  const { command } = check;
  const isTrusted = side === "base";
  const sandbox = check.kind === "install" ? startInstall(ctx.sandbox, { command, isTrusted }) : ctx.sandbox;
  const end = await runServiceCommand(written.watch(sandbox), workCopy, {
    folder: run.commands.folder,
    command: isTest ? askForReport(command) : command,
    ...(isTest ? { env: reportEnvironment } : {}),
    signal: run.signal,
    onOutput: (tail) => onOutput(() => tail.read()),
    secrets: listSecrets(ctx.settings),
  });
  endIfStopped(run);
  if (end.outcome === "stopped") return { ...withoutCases(end), outcome: "limit", message: outOfTime };
  if (!isTest) return judge(check, { end, output: written.read(), cases: null });
  const junit = await collectReports(ctx.sandbox, workCopy, { since, signal: run.signal });
  const isTold = check.kind === "test" && side === "result" && isGenuine;
  const coverage = isTold
    ? await readChangedCoverage({ ...run, ...run.work, folder: run.commands.folder }, workCopy, since)
    : null;
  endIfStopped(run);
  const cases = parseReport({ output: written.read("stdout"), junit });
  return { ...judge(check, { end, output: written.read(), cases }), coverage };
}

const outOfTime = "It was ended because the run may not take longer (RUN_MAX_MINUTES).";

/** What was never begun. */
export function notRun(message: string): RanCheck {
  return { outcome: "not-run", exitCode: null, message, durationMs: 0, tail: "", cases: null, coverage: null };
}

/** Throws where nobody may go on. */
export function endIfStopped({ work }: Pick<ProofRun, "work">): void {
  work.ctx.signal.throwIfAborted();
}

/** What was wanted, and what its own report says beside its exit code: a runner that ends well with a failed test did not. */
function judge(
  { expected }: CheckToRun,
  { end, output, cases }: { end: ServiceCommandEnd; output: string; cases: TestCase[] | null },
): RanCheck {
  const ran = { ...withoutCases(end), cases };
  if (end.outcome === "limit") return { ...ran, outcome: "limit" };
  if (end.exitCode !== expected.exitCode) {
    const wanted = expected.exitCode === 0 ? "" : ` Exit code ${expected.exitCode} was wanted.`;
    return { ...ran, outcome: "failed", message: `${end.message}${wanted}` };
  }
  const { outputContains } = expected;
  if (outputContains !== null && !output.includes(outputContains)) {
    return { ...ran, outcome: "failed", message: `${end.message} Its output does not hold “${outputContains}”.` };
  }
  const failed = cases?.filter(({ state }) => state === "failed") ?? [];
  const isFailed = expected.exitCode === 0 && failed.length > 0;
  if (isFailed) return { ...ran, outcome: "failed", message: `${end.message} But ${failed.length} tests failed.` };
  return { ...ran, outcome: "passed" };
}

function withoutCases({ exitCode, message, durationMs, tail }: ServiceCommandEnd) {
  return { exitCode, message, durationMs, tail, cases: null, coverage: null };
}

/** Keeps what commands write beside what is shown of it. */
function collectOutput() {
  const pieces: { piece: Buffer; from: string }[] = [];
  let bytes = 0;
  return {
    watch: (sandbox: Pick<Sandbox, "start">): Pick<Sandbox, "start"> => ({
      start: (command, options) =>
        sandbox.start(command, {
          ...options,
          onOutput(piece, stream) {
            options.onOutput?.(piece, stream);
            if (bytes >= maxReadBytes) return;
            pieces.push({ piece, from: stream });
            bytes += piece.length;
          },
        }),
    }),
    /** Of both outputs, unless one is named. */
    read(stream?: "stdout" | "stderr"): string {
      const wanted = pieces.filter(({ from }) => stream === undefined || from === stream);
      return Buffer.concat(wanted.map(({ piece }) => piece)).toString("utf8");
    },
  };
}
