import type { CommandOutcome } from "@cairn/contract/service-commands";

import type {
  CommandEnd,
  CommandOptions,
  Sandbox,
  SandboxLimits,
  WorkCopy,
} from "#server/platform/sandbox/port/sandbox-port.ts";
import type { Secret } from "#server/platform/secrets/secret.ts";

import { commandEnvironment, withOwnPrograms } from "./command-environment.ts";
import { createOutputTail, type OutputTail } from "./output-tail.ts";

export interface ServiceCommandOptions {
  /** Relative to the work copy; "" is its top. */
  folder: string;
  /** One line for `/bin/sh -c`. */
  command: string;
  /** Variables beside those that every command of a service sees. */
  env?: Readonly<Record<string, string>>;
  /** Over the server's own. */
  limits?: Partial<SandboxLimits>;
  signal: AbortSignal;
  /** Called when something was written, with what has been written so far. */
  onOutput?: (tail: Pick<OutputTail, "read">) => void;
  /** Never shown, should the command have come across one. */
  secrets?: readonly Secret[];
}

/** How a command of a service ended. */
export interface ServiceCommandEnd {
  outcome: Exclude<CommandOutcome, "not-run">;
  /** Null when it was ended before it ended by itself. */
  exitCode: number | null;
  /** A sentence for people: "It ended with exit code 1." */
  message: string;
  durationMs: number;
  /** The last of what it wrote: at most 200 lines and 64 KB, without secrets. */
  tail: string;
  /** More than that was written. */
  isCut: boolean;
}

/** Runs one command of a service in a work copy. Rejects with an AppError where there is no sandbox; nothing has begun then. */
export async function runServiceCommand(
  sandbox: Pick<Sandbox, "start">,
  workCopy: WorkCopy,
  options: ServiceCommandOptions,
): Promise<ServiceCommandEnd> {
  const { tail, sandboxed } = prepare(workCopy, options);
  const { stdin, ended } = sandbox.start(["/bin/sh", "-c", withOwnPrograms(options.command)], sandboxed);
  stdin.end();
  return describe(await ended, tail);
}

/**
 * Runs the install command of a service, which may reach registries and whose result is put back where it is known: before
 * anything else runs in the work copy. `isTrusted`: people have taken its commit in.
 */
export async function runServiceInstall(
  sandbox: Pick<Sandbox, "install">,
  workCopy: WorkCopy,
  { isTrusted, ...options }: ServiceCommandOptions & { isTrusted: boolean },
): Promise<ServiceCommandEnd> {
  const { tail, sandboxed } = prepare(workCopy, options);
  const end = await sandbox.install({ ...sandboxed, command: withOwnPrograms(options.command), isTrusted });
  const described = describe(end, tail);
  const said = end.isRestored ? ["What an earlier install left was put back."] : [described.message];
  return { ...described, message: [...said, ...end.refusals].join(" ") };
}

function prepare(workCopy: WorkCopy, { folder, env, limits, signal, onOutput, secrets }: ServiceCommandOptions) {
  const tail = createOutputTail(secrets);
  const sandboxed: Omit<CommandOptions, "mounts"> = {
    workCopy,
    folder: folder === "" ? "." : folder,
    env: { ...commandEnvironment, ...env },
    ...(limits ? { limits } : {}),
    signal,
    onOutput(piece, stream) {
      tail.add(piece, stream);
      onOutput?.(tail);
    },
  };
  return { tail, sandboxed };
}

function describe(end: CommandEnd, tail: OutputTail): ServiceCommandEnd {
  return {
    outcome: outcomeOf(end),
    exitCode: end.exitCode,
    message: `It ${end.message}${hintAt(end)}.`,
    durationMs: Math.round(end.durationMs),
    tail: tail.read(),
    isCut: tail.isCut(),
  };
}

function outcomeOf({ reason, exitCode }: CommandEnd): ServiceCommandEnd["outcome"] {
  if (reason === "stopped") return "stopped";
  if (reason === "exited") return exitCode === 0 ? "passed" : "failed";
  return reason === "signal" ? "failed" : "limit";
}

/** What shells say by exit codes of their own. */
function hintAt({ reason, exitCode }: CommandEnd): string {
  if (reason !== "exited") return "";
  if (exitCode === 127) return ": a program that it starts was not found";
  return exitCode === 126 ? ": a program that it starts may not be executed" : "";
}
