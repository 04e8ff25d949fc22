import { AppError } from "@cairn/contract/errors";

import { runGit } from "#server/platform/git/process/run-git.ts";

const nothing = "0".repeat(40);

interface RefMove {
  /** Full name. */
  ref: string;
  oid: string;
  /** Where it must stand before; null where it must not exist. */
  expected: string | null;
  signal?: AbortSignal;
}

/**
 * Moves a ref if it stands where it is expected to, or stands at the goal already. False when it stands elsewhere: then
 * nothing changed.
 */
export async function moveRef(directory: string, { ref, oid, expected, signal }: RefMove): Promise<boolean> {
  const args = ["update-ref", "--end-of-options", ref, oid, expected ?? nothing];
  try {
    await runGit({ directory, args, signal });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || signal?.aborted === true) throw error;
    const now = await readRef(directory, ref, { signal });
    if (now === oid) return true;
    if (now !== expected) return false;
    throw error;
  }
}

/** The commit of a ref of any kind, by its full name; null where there is none. */
export async function readRef(
  directory: string,
  ref: string,
  { signal }: { signal?: AbortSignal },
): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { exitCode, stdout } = await runGit({ directory, args, signal, acceptExitCodes: [0, 1] });
  return exitCode === 0 ? stdout.toString("latin1").trim() : null;
}
