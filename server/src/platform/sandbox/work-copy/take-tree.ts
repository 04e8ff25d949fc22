import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import { receiveTree } from "#server/platform/git/incoming/receive-tree.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import type { TakenTree, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import type { RunOwnCommand } from "./run-own-command.ts";
import { partsOfWorkCopy } from "./work-copy-folders.ts";

const packName = "outgoing.pack";
const maxChangedFiles = 20_000;

/**
 * Prints the tree, and writes what the repository lacks of it into a file that no command was ever near. Files as old as the
 * index are compared first: \`git add\` would take all of them for changed and write each once more.
 */
const script = `
set -eu
git update-index -q --refresh || true
base=$(git rev-parse 'HEAD^{tree}')
git add --all
tree=$(git write-tree)
if [ "$tree" != "$base" ]; then
  printf '%s\\n^%s\\n' "$tree" "$base" | git pack-objects --revs --stdout --quiet > "$GIT_DIR/${packName}"
fi
printf '%s\\n' "$tree"
`;

/**
 * Takes the files of a work copy into the repository that it came from, as a tree. Git reads them behind the walls, with
 * settings that no command could change; what leaves is a pack, which is checked before anybody sees any of it. Null
 * where nothing differs from the commit. Throws an AppError that names what may not come in.
 */
export async function takeTree(
  workCopy: WorkCopy,
  { runOwn, signal }: { runOwn: RunOwnCommand; signal?: AbortSignal },
): Promise<TakenTree | null> {
  const repository = path.dirname(workCopy.objects);
  const { tree: base } = await readCommitHeader(repository, workCopy.commit, { signal });
  let stdout = "";
  const command = ["/bin/sh", "-c", script];
  const onStdout = (piece: Buffer) => (stdout += piece.toString("latin1"));
  const { end, stderr } = await runOwn(workCopy, { command, signal, onStdout });
  const tree = stdout.trim();
  if (end.reason === "stopped") throw new AppError("cancelled", { message: "Stopped." });
  // Whoever ended it, such as a machine without memory, need not be there the next time.
  if (end.reason === "signal") throw new AppError("unavailable", { message: `Git ${end.message} over the files.` });
  if (end.exitCode !== 0 || !isObjectId(tree)) throw unreadable(end.message, stderr);
  if (tree === base) return null;
  const pack = await openPack(path.join(workCopy.directory, partsOfWorkCopy.repository, packName));
  try {
    const quarantine = path.join(workCopy.directory, `incoming-${randomUUID()}`);
    const incoming = { tree, base, quarantine, pack: pack.createReadStream(), maxFiles: maxChangedFiles, signal };
    return { tree, changedFiles: await receiveTree(repository, incoming) };
  } finally {
    await pack.close();
  }
}

/** A file and nothing else: neither a link to one nor a pipe that never ends. */
async function openPack(file: string) {
  const pack = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await pack.stat()).isFile()) return pack;
  await pack.close();
  throw new TypeError("A pack is no file");
}

/** Git says which file it is about; its name is somebody else's. */
function unreadable(how: string, stderr: string): AppError {
  const [said = ""] = stderr.split("\n").filter((line) => /^(?:error|fatal): /.test(line));
  const visible = said
    .replace(/^\w+: /, "")
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 300);
  const message = /does not have a commit checked out/.test(said)
    ? `A folder is a git repository of its own: ${visible}. The change was not taken.`
    : `Git could not read the changed files: ${visible === "" ? how : visible}. The change was not taken.`;
  return new AppError("unprocessable", { message, cause: new Error(stderr) });
}
