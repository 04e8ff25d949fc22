import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Starting git takes many times longer than this. `unknown`: only git can answer. */
type BranchLookup = { kind: "found"; oid: string } | { kind: "missing" } | { kind: "unknown" };

/** The commit of a branch, read from git's files. The name must be one that git allows. */
export async function readBranch(directory: string, name: string): Promise<BranchLookup> {
  const ref = `refs/heads/${name}`;
  const loose = await readFile(join(directory, ref), "latin1").catch(toCode);
  if (typeof loose === "string") return found(/^(.*)\n$/.exec(loose)?.[1]);
  // An empty folder of that name may stay behind. Anything else is not how this keeps its branches.
  if (loose.code !== "ENOENT" && loose.code !== "EISDIR") return { kind: "unknown" };
  // A branch is packed before its own file is removed, so this order misses none.
  const packed = await readFile(join(directory, "packed-refs")).catch(toCode);
  if (!Buffer.isBuffer(packed)) {
    const hasBranches = packed.code === "ENOENT" && (await isFolder(join(directory, "refs", "heads")));
    return { kind: hasBranches ? "missing" : "unknown" };
  }
  // No ref holds a space or a line break, so this is a whole line: "<id> <ref>".
  const end = packed.indexOf(` ${ref}\n`);
  if (end === -1) return { kind: "missing" };
  return found(packed.toString("latin1", packed.lastIndexOf("\n", end) + 1, end));
}

/** What is no id may be the name of another ref. */
function found(oid: string | undefined): BranchLookup {
  return oid !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(oid)
    ? { kind: "found", oid }
    : { kind: "unknown" };
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function toCode(error: NodeJS.ErrnoException): { code: string | undefined } {
  return { code: error.code };
}
