import type { ExecutableCheck } from "@cairn/contract/criterion-checks";

import type { Ctx } from "#server/ctx.ts";
import { putCheckFile } from "#server/domain/service-commands/running/put-check-file.ts";
import {
  runServiceCommand,
  runServiceInstall,
  type ServiceCommandEnd,
} from "#server/domain/service-commands/running/run-service-command.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";

import type { TaskCode } from "./gather-checked-code.ts";

interface TriedCheck {
  /** It ran, and did not end as it must once the criterion is met. */
  isRed: boolean;
  /** In a whole sentence. */
  message: string;
  /** The last lines that it wrote. */
  tail: string;
}

const shownLines = 40;
/** How a shell says that a program is not there, or may not be started. */
const missingProgram = new Set([126, 127]);

/**
 * Runs a check once on the code as it is, in a fresh work copy, after the service's install and build. A check that passes
 * there, or that could not be run at all, says nothing of a change.
 */
export async function tryOnBase(
  ctx: Ctx,
  { code, check }: { code: TaskCode; check: ExecutableCheck },
): Promise<TriedCheck> {
  const sandbox = await ctx.sandbox.check();
  if (!sandbox.isUsable) return untried(sandbox.reason);
  const { directory: repository, commit } = code;
  const workCopy = await ctx.sandbox.makeWorkCopy({ repository, commit, signal: ctx.signal });
  try {
    return await tryIn(ctx, workCopy, { code, check });
  } finally {
    await ctx.sandbox.removeWorkCopy(workCopy);
  }
}

async function tryIn(
  ctx: Ctx,
  workCopy: WorkCopy,
  { code, check }: { code: TaskCode; check: ExecutableCheck },
): Promise<TriedCheck> {
  const { folder, commands } = code;
  const options = { folder, signal: ctx.signal, secrets: listSecrets(ctx.settings) };
  if (commands.install !== null) {
    const install = { ...options, command: commands.install, isTrusted: true };
    const { outcome, message } = await runServiceInstall(ctx.sandbox, workCopy, install);
    ctx.signal.throwIfAborted();
    if (outcome !== "passed") return untried(`Install did not work. ${message}`);
  }
  // What was not built may still be tried.
  if (commands.build !== null) await runServiceCommand(ctx.sandbox, workCopy, { ...options, command: commands.build });
  ctx.signal.throwIfAborted();
  if (check.kind === "test-file") {
    const problem = await putCheckFile(ctx.sandbox, workCopy, { folder, file: check, signal: ctx.signal });
    if (problem !== null) return untried(`The test could not be put at ${check.path}: ${problem}.`);
  }
  let output = "";
  const written = { start: watch(ctx.sandbox, (piece) => (output = (output + piece).slice(-maxReadCharacters))) };
  const end = await runServiceCommand(written, workCopy, { ...options, command: check.command });
  ctx.signal.throwIfAborted();
  return judge(check, { end, output });
}

/** Of what a command writes; what stands before that is not looked through. */
const maxReadCharacters = 4 * 1024 ** 2;

function watch(sandbox: Ctx["sandbox"], onText: (piece: string) => void): Ctx["sandbox"]["start"] {
  return (command, options) =>
    sandbox.start(command, {
      ...options,
      onOutput(piece, stream) {
        options.onOutput?.(piece, stream);
        onText(piece.toString("utf8"));
      },
    });
}

function judge(check: ExecutableCheck, { end, output }: { end: ServiceCommandEnd; output: string }): TriedCheck {
  const tail = end.tail.split("\n").slice(-shownLines).join("\n");
  if (end.outcome === "limit" || end.outcome === "stopped") return { ...untried(end.message), tail };
  const wanted = check.kind === "command" ? check : { exitCode: 0, outputContains: null };
  const isEnded = end.exitCode === wanted.exitCode;
  if (isEnded && (wanted.outputContains === null || output.includes(wanted.outputContains))) {
    const message = `But \`${check.command}\` passes on the code as it is, so it would say nothing of a change.`;
    return { isRed: false, message, tail };
  }
  if (missingProgram.has(end.exitCode ?? 0)) return { ...untried(`\`${check.command}\` could not be started.`), tail };
  const missed = isEnded ? ` Its output does not hold “${wanted.outputContains}”.` : "";
  return { isRed: true, message: `Tried on the code as it is, it fails. ${end.message}${missed}`, tail };
}

function untried(reason: string): TriedCheck {
  return { isRed: false, message: `It could not be tried: ${reason}`, tail: "" };
}
