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

function areNear(one: ChangedFile, other: ChangedFile): boolean {
  return one.hunks.some((hunk) =>
    other.hunks.some(
      (near) =>
        hunk.oldStart <= near.oldStart + near.oldLines + nearLines &&
        near.oldStart <= hunk.oldStart + hunk.oldLines + nearLines,
    ),
  );
}
