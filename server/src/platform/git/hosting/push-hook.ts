import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Called by git for each ref of a push; the name of the protected one comes in the environment. */
const updateHook = `#!/bin/sh
# A protected branch may grow. It can be neither rewritten nor deleted.
set -u
ref=$1 old=$2 new=$3
test "$ref" = "$CAIRN_PROTECTED_REF" || exit 0
case $old in
  *[!0]*) ;;
  *) exit 0 ;;
esac
case $new in
  *[!0]*) git merge-base --is-ancestor "$old" "$new" && exit 0 ;;
esac
printf '%s\\n' "This branch is protected: it can be neither rewritten nor deleted." >&2
printf '%s\\n' "An Admin can change this in the repository's settings." >&2
exit 1
`;

/** Called by git once for a push to the branch of an implementation; what may come in is said by a program of ours. */
const branchHook = `#!/bin/sh
exec "$CAIRN_NODE" "$CAIRN_PUSH_CHECK"
`;

/** The program behind it. */
export const branchPushCheck = fileURLToPath(new URL("./check-branch-push.ts", import.meta.url));

/** The folder of the hook for pushes to the branch of an implementation. */
export function branchHooksDirectory(dataDirectory: string): string {
  return path.join(hooksDirectory(dataDirectory), "branch");
}

/** The folder of the hook: outside any repository, so that nothing a repository holds is ever run. */
export function hooksDirectory(dataDirectory: string): string {
  return path.join(dataDirectory, "hooks");
}

/** Writes the hooks. */
export async function writePushHooks(dataDirectory: string): Promise<void> {
  await writeHook(hooksDirectory(dataDirectory), "update", updateHook);
  await writeHook(branchHooksDirectory(dataDirectory), "pre-receive", branchHook);
}

/** Atomically: when several servers start on one data directory, each sees a whole file. */
async function writeHook(directory: string, name: string, content: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unfinished = path.join(directory, `${name}.${process.pid}.unfinished`);
  await writeFile(unfinished, content);
  await chmod(unfinished, 0o700);
  await rename(unfinished, path.join(directory, name));
}
