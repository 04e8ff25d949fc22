import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

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

/** The folder of the hook: outside any repository, so that nothing a repository holds is ever run. */
export function hooksDirectory(dataDirectory: string): string {
  return path.join(dataDirectory, "hooks");
}

/** Writes the hook atomically: when several servers start on one data directory, each sees a whole file. */
export async function writePushHook(dataDirectory: string): Promise<void> {
  const directory = hooksDirectory(dataDirectory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unfinished = path.join(directory, `update.${process.pid}.unfinished`);
  await writeFile(unfinished, updateHook);
  await chmod(unfinished, 0o700);
  await rename(unfinished, path.join(directory, "update"));
}
