import { runGit } from "#server/platform/git/process/run-git.ts";

/** One path that differs between two trees. */
export interface RawChange {
  /** Null where the name is no UTF-8. */
  path: string | null;
  /** Six digits; zeros for what is deleted. */
  mode: string;
  oid: string;
}

/** What a later tree has other than an earlier one, each path by itself: folders are gone into, nothing is a rename. */
export async function readChanges(
  directory: string,
  { from, to, signal }: { from: string; to: string; signal?: AbortSignal },
): Promise<RawChange[]> {
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--end-of-options", from, to];
  const { stdout } = await runGit({ directory, args, signal });
  return parseChanges(stdout);
}

/** What `git diff-tree -r -z --raw` writes, with full ids and without renames. */
export function parseChanges(stdout: Buffer): RawChange[] {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const changes: RawChange[] = [];
  for (let start = 0; start < stdout.length;) {
    const pathStart = stdout.indexOf(0, start) + 1;
    const end = stdout.indexOf(0, pathStart);
    const [, mode = "", , oid = ""] = stdout.toString("latin1", start, pathStart - 1).split(" ");
    changes.push({ path: decode(decoder, stdout.subarray(pathStart, end)), mode, oid });
    start = end + 1;
  }
  return changes;
}

function decode(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
