import { chmod, chown, mkdir } from "node:fs/promises";
import path from "node:path";

import { AppError, notFound } from "@cairn/contract/errors";

import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { chooseAccount } from "#server/platform/sandbox/walls/sandbox-account.ts";
import { requireFreeDisk } from "#server/platform/uploads/require-free-disk.ts";

import type { RunOwnCommand } from "./run-own-command.ts";
import { insidePaths, partsOfWorkCopy } from "./work-copy-folders.ts";

/** The repository that we keep for later, and a copy of it for whoever works there. */
const script = `
set -eu
git init --quiet --template= --initial-branch=work --object-format="$2"
printf '%s\\n' "$3" > "$GIT_DIR/objects/info/alternates"
git reset --quiet --hard "$1"
cp -R "$GIT_DIR" "$GIT_WORK_TREE/.git"
`;

/**
 * Fills the folders of a work copy with the files of its commit. Git does it behind the walls, with the repository's
 * objects shown read-only: no file system trick of a repository meets the machine.
 */
export async function makeWorkCopy(
  workCopy: WorkCopy,
  { runOwn, leastFreeBytes, signal }: { runOwn: RunOwnCommand; leastFreeBytes: number; signal?: AbortSignal },
): Promise<void> {
  const { commit, directory, objects } = workCopy;
  if (!isObjectId(commit)) throw notFound("Commit");
  await readCommitHeader(path.dirname(objects), commit, { signal });
  await mkdir(directory);
  await chmod(directory, 0o711);
  await requireFreeDisk(directory, leastFreeBytes);
  const account = chooseAccount();
  for (const part of Object.values(partsOfWorkCopy)) {
    const folder = path.join(directory, part);
    await mkdir(folder, { mode: 0o700 });
    if (account !== null) await chown(folder, account.uid, account.gid);
  }
  const format = commit.length === 64 ? "sha256" : "sha1";
  const command = ["/bin/sh", "-c", script, "make", commit, format, insidePaths.objects];
  const { end, stderr } = await runOwn(workCopy, { command, signal });
  if (end.exitCode === 0) return;
  if (end.reason === "stopped") throw new AppError("cancelled", { message: "Stopped." });
  const message = `The files of this commit could not be put into a work copy: git ${end.message}.`;
  throw new AppError("unavailable", { message, cause: new Error(stderr) });
}
