import { AppError } from "@cairn/contract/errors";

import { runGit } from "#server/platform/git/process/run-git.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

/** Others who move a branch hold its lock for a moment. */
const config = ["core.filesRefLockTimeout=5000"];

interface BranchMove {
  /** Full name. */
  ref: string;
  from: string;
  to: string;
  /** Refs by their full names that must stand where they are given, or nothing moves. */
  unmoved: readonly { ref: string; oid: string }[];
  signal?: AbortSignal;
}

/** Moves a branch while others stand still, all or nothing. False where one of them stands elsewhere. */
export async function moveBranch(directory: string, { ref, from, to, unmoved, signal }: BranchMove): Promise<boolean> {
  const commands = [
    "start",
    ...unmoved.map((other) => `verify ${other.ref} ${other.oid}`),
    `update ${ref} ${to} ${from}`,
    "prepare",
    "commit",
  ];
  try {
    const input = [`${commands.join("\n")}\n`];
    await runGit({ directory, args: ["update-ref", "--stdin"], input, config, signal });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || signal?.aborted === true) throw error;
    const wanted = [{ ref, oid: from }, ...unmoved];
    const now = await Promise.all(wanted.map((one) => readRef(directory, one.ref, { signal })));
    if (wanted.some(({ oid }, at) => now[at] !== oid)) return false;
    throw error;
  }
}
