import type { CommandEnd, SandboxMount, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

interface OwnCommand {
  command: readonly string[];
  /** Whether it sees the home of commands too. */
  hasHome?: boolean;
  mounts?: readonly SandboxMount[];
  signal?: AbortSignal;
  onStdout?: (piece: Buffer) => void;
}

/** Runs a program of ours, mostly git, behind the walls, on the repository of a work copy that no other command sees. */
export type RunOwnCommand = (
  workCopy: WorkCopy,
  command: OwnCommand,
) => Promise<{ end: CommandEnd; /** The end of it. */ stderr: string }>;
