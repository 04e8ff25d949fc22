import type { CommandEnd, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

interface OwnGitCommand {
  command: readonly string[];
  signal?: AbortSignal;
  onStdout?: (piece: Buffer) => void;
}

/** Runs our own git behind the walls, on the repository of a work copy that no other command sees. */
export type RunOwnGit = (
  workCopy: WorkCopy,
  command: OwnGitCommand,
) => Promise<{ end: CommandEnd; /** The end of it. */ stderr: string }>;
