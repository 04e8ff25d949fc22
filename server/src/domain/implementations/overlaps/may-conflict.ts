import type { ChangedFile, ChangeDigest } from "./digest-change.ts";

/** Changes so near to each other conflict; farther ones never do. */
const nearLines = 3;

/**
 * Whether merging two changes can conflict at all, so that it has to be tried. Lines are compared as each counts them before it,
 * which is the same where they began at the same commit; where they did not, any file in common makes it worth a try.
 */
export function mayConflict(one: ChangeDigest, other: ChangeDigest, isSameBase: boolean): boolean {
  const theirs = new Map(other.files.flatMap((file) => pathsOf(file).map((path) => [path, file] as const)));
  return one.files.some((file) =>
    pathsOf(file).some((path) => {
      const same = theirs.get(path);
      return same !== undefined && (!isSameBase || !isPlain(file) || !isPlain(same) || areNear(file, same));
    }),
  );
}

function pathsOf({ path, oldPath }: ChangedFile): string[] {
  return oldPath === null ? [path] : [path, oldPath];
}

function isPlain({ status, isBinary, isTruncated }: ChangedFile): boolean {
  return status === "modified" && !isBinary && !isTruncated;
}

/** Both are in the order of their lines, so that whichever ends first is done with. */
function areNear({ hunks: ours }: ChangedFile, { hunks: theirs }: ChangedFile): boolean {
  let here = 0;
  let there = 0;
  for (;;) {
    const hunk = ours[here];
    const near = theirs[there];
    if (hunk === undefined || near === undefined) return false;
    if (hunk.oldStart + hunk.oldLines + nearLines < near.oldStart) here += 1;
    else if (near.oldStart + near.oldLines + nearLines < hunk.oldStart) there += 1;
    else return true;
  }
}
