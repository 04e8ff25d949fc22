import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

const timeoutMs = 3_000;
/** Two hundred thousand commits between the two; taking more of them apart keeps everybody else waiting. */
const maxOutputBytes = 16 * 1024 * 1024;

/**
 * The merge by which a commit came to the line of first parents that ends in `head`; null for a commit of that line
 * itself, and for one that `head` does not reach.
 */
export async function findMergeOf(
  directory: string,
  { oid, head, signal }: { oid: string; head: string; signal?: AbortSignal | undefined },
): Promise<string | null> {
  if (!isObjectId(oid) || !isObjectId(head)) return null;
  const { stdout } = await runGit({
    directory,
    args: ["rev-list", "--ancestry-path", "--parents", "--end-of-options", head, `^${oid}`, "--"],
    timeoutMs,
    maxOutputBytes,
    signal,
  });
  const parentOf = new Map<string, string>();
  for (const line of stdout.toString("latin1").split("\n")) {
    const [descendant = "", first = ""] = line.split(" ");
    parentOf.set(descendant, first);
  }
  // Down the line of first parents, as far as the commit is reached from there.
  let merge = head;
  for (let parent = parentOf.get(merge); parent !== undefined; parent = parentOf.get(merge)) {
    if (parent === oid) return null;
    if (!parentOf.has(parent)) return merge;
    merge = parent;
  }
  return null;
}
