import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

/** What becomes of one path of a tree. */
export interface EntryChange {
  path: string;
  /** Null: it goes. */
  entry: { mode: string; oid: string } | null;
}

/** The tree with these paths replaced; nothing is checked out. Throws where one is a folder of another. */
export async function replaceEntries(
  directory: string,
  { tree, changes, signal }: { tree: string; changes: readonly EntryChange[]; signal?: AbortSignal },
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-index-"));
  try {
    const call = { directory, indexFile: path.join(folder, "index"), signal };
    await runGit({ ...call, args: ["read-tree", "--end-of-options", tree] });
    const gone = "0".repeat(tree.length);
    const line = ({ path: name, entry }: EntryChange) => `${entry?.mode ?? "0"} ${entry?.oid ?? gone}\t${name}\0`;
    // What goes makes room for what comes.
    const sorted = changes.toSorted((one, other) => Number(one.entry !== null) - Number(other.entry !== null));
    await runGit({ ...call, args: ["update-index", "-z", "--index-info"], input: sorted.map(line) });
    const { stdout } = await runGit({ ...call, args: ["write-tree"] });
    return stdout.toString("latin1").trim();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Stores a text and answers its id. */
export async function writeBlob(directory: string, content: string, signal?: AbortSignal): Promise<string> {
  const { stdout } = await runGit({ directory, args: ["hash-object", "-w", "--stdin"], input: [content], signal });
  return stdout.toString("latin1").trim();
}
