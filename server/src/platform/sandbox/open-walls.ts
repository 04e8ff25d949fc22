import type { CommandOptions, SandboxedCommand, SandboxLimits, SandboxMount } from "./port/sandbox-port.ts";
import { limitedCommand, neededPrograms } from "./process/limits.ts";
import { type LimitWatch, runCommand } from "./process/run-command.ts";
import { startWalled } from "./process/start-walled.ts";
import { watchMemory } from "./process/watch-memory.ts";
import { explainFailure, explainMissing, explainSystem } from "./readiness/explain-failure.ts";
import { createFilterProgram } from "./seccomp/filter-program.ts";
import { findProgram, isProgram } from "./walls/find-program.ts";
import type { SandboxAccount } from "./walls/sandbox-account.ts";
import { wallCommand } from "./walls/wall-arguments.ts";

/** A command and everything it may see and use. */
export interface WalledCommand extends Pick<CommandOptions, "onOutput" | "signal"> {
  command: readonly string[];
  mounts: readonly SandboxMount[];
  env: Readonly<Record<string, string>>;
  /** Where it starts, inside. */
  folder: string;
  /** Whose files it works on, where this server is root; null for its own account. */
  account: SandboxAccount | null;
  limits: SandboxLimits;
  watches?: readonly LimitWatch[];
  /** One of ours, and not somebody else's. */
  isOwn: boolean;
}

/** Starts a command behind walls. Throws an AppError with the cure where this machine cannot have them. */
export function startBehindWalls(walled: WalledCommand, searchPath: string): SandboxedCommand {
  const { limits, onOutput, signal } = walled;
  const bubblewrap = requirePrograms(searchPath);
  if (process.arch !== "x64" && process.arch !== "arm64") throw explainSystem(`${process.platform}-${process.arch}`);
  if (process.getuid?.() === 0 && walled.account === null) throw new TypeError("Root must name a sandbox's account");
  const call = wallCommand({ bubblewrap, ...walled }, limitedCommand(walled.command, limits, walled));
  const filter = createFilterProgram(process.arch);
  return runCommand({
    open: () => startWalled({ ...call, filter }),
    limits,
    watches: [watchMemory(limits.memoryBytes), ...(walled.watches ?? [])],
    onOutput,
    signal,
    explain: explainFailure,
  });
}

function requirePrograms(searchPath: string): string {
  if (process.platform !== "linux") throw explainSystem(process.platform);
  const bubblewrap = findProgram("bwrap", searchPath);
  if (bubblewrap === null) throw explainMissing("bwrap");
  const missing = neededPrograms.find((program) => !isProgram(program));
  if (missing !== undefined) throw explainMissing(missing);
  return bubblewrap;
}
