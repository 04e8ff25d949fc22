import type {
  CommandEnd,
  CommandOptions,
  SandboxedCommand,
  SandboxLimits,
} from "#server/platform/sandbox/port/sandbox-port.ts";

import { describeEnd, readExitCode, signalOffset } from "./describe-end.ts";
import type { WalledEnd, WalledProcess } from "./start-walled.ts";

/** Calls `onOver` once when something of the command is over its limit. */
export type LimitWatch = (walled: WalledProcess, onOver: (reason: CommandEnd["reason"]) => void) => () => void;

interface CommandToRun extends Pick<CommandOptions, "onOutput" | "signal"> {
  open: () => WalledProcess;
  limits: SandboxLimits;
  watches: readonly LimitWatch[];
  /** Turns what the program that builds the walls wrote where it could not into an error. */
  explain: (stderr: string) => Error;
}

/** Enough of error output to explain walls that could not be built. */
const keptStderrBytes = 8 * 1024;

/** Starts a command behind walls and ends it, with all it started, at the first limit that it passes. */
export function runCommand(command: CommandToRun): SandboxedCommand {
  const startedAt = performance.now();
  const walled = command.open();
  let cause: CommandEnd["reason"] | null = null;
  const end = (reason: CommandEnd["reason"]): void => {
    cause ??= reason;
    walled.kill();
  };
  const output = readOutput(walled, { ...command, onOver: () => end("output") });
  const stopWatching = watchAll(walled, { ...command, end });
  const ended = walled.ended
    .then((over) => {
      const isUnbuilt = cause === null && over.exitCode === null && over.wallExitCode <= signalOffset;
      if (isUnbuilt) throw command.explain(output.stderrTail());
      const durationMs = performance.now() - startedAt;
      return conclude({ over, cause, limits: command.limits, outputBytes: output.bytes(), durationMs });
    })
    .finally(stopWatching);
  // Whoever only reads the output learns of the end there.
  ended.catch(() => undefined);
  return { stdin: walled.stdin, ended };
}

interface Conclusion extends Pick<CommandEnd, "outputBytes" | "durationMs"> {
  over: WalledEnd;
  /** Why we ended it; null where we did not. */
  cause: CommandEnd["reason"] | null;
  limits: SandboxLimits;
}

function conclude({ over, cause, limits, ...measured }: Conclusion): CommandEnd {
  const exitCode = cause === null ? over.exitCode : null;
  const known = cause === null ? readExitCode(exitCode ?? over.wallExitCode) : { reason: cause, signal: null };
  const end = { ...known, exitCode, ...measured };
  return { ...end, message: describeEnd(end, limits) };
}

interface Reading extends Pick<CommandOptions, "onOutput"> {
  limits: SandboxLimits;
  onOver: () => void;
}

function readOutput(walled: WalledProcess, { limits, onOutput, onOver }: Reading) {
  let bytes = 0;
  let stderrTail = Buffer.alloc(0);
  for (const stream of ["stdout", "stderr"] as const) {
    walled[stream]
      .on("error", () => undefined)
      .on("data", (piece: Buffer) => {
        const kept = piece.subarray(0, Math.max(0, limits.outputBytes - bytes));
        bytes += kept.length;
        if (kept.length > 0) onOutput?.(kept, stream);
        if (stream === "stderr") stderrTail = Buffer.concat([stderrTail, kept]).subarray(-keptStderrBytes);
        if (kept.length < piece.length) onOver();
      });
  }
  return { bytes: () => bytes, stderrTail: () => stderrTail.toString("utf8") };
}

interface Watching extends Pick<CommandOptions, "signal"> {
  limits: SandboxLimits;
  watches: readonly LimitWatch[];
  end: (reason: CommandEnd["reason"]) => void;
}

function watchAll(walled: WalledProcess, { limits, watches, signal, end }: Watching): () => void {
  const onAbort = () => end("stopped");
  const deadline = setTimeout(() => end("timeout"), limits.wallMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const stops = watches.map((watch) => watch(walled, end));
  return () => {
    clearTimeout(deadline);
    signal?.removeEventListener("abort", onAbort);
    for (const stop of stops) stop();
  };
}
