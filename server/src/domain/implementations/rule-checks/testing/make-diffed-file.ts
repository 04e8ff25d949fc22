import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

/** A file as a diff has it, with these lines added from the fourth on. */
export function makeDiffedFile(path: string, added: readonly string[], more: Partial<DiffedFile> = {}): DiffedFile {
  const lines = added.map((content, at) => ({ type: "added" as const, content, oldLine: null, newLine: at + 4 }));
  return {
    path,
    oldPath: null,
    status: "modified",
    additions: added.length,
    deletions: 0,
    oldMode: "100644",
    newMode: "100644",
    isBinary: false,
    isTruncated: false,
    hunks: [{ oldStart: 3, oldLines: 0, newStart: 4, newLines: added.length, heading: "", lines }],
    ...more,
  };
}
