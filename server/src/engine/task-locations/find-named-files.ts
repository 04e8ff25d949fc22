import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import type { NamedFile } from "./read-task-text.ts";
import type { FileVote } from "./task-location.ts";

/** A path with its folder, or one of a stack trace. */
const pathWeight = 0.55;
/** A file's name alone, shared out among all files that are called so. */
const nameWeight = 0.3;
/** Frames further from where the error arose say less. */
const laterFrame = 0.15;
/** `index.ts` names nothing. */
const maxAlike = 3;

/** Files that the text names by their path, the end of one, or as a stack trace or log has them. */
export function findNamedFiles(index: CodeIndex, named: readonly NamedFile[]): FileVote[] {
  if (named.length === 0) return [];
  const byName = Map.groupBy(index.files(), ({ path }) => bareName(path));
  return named.flatMap(({ path, line }, at): FileVote[] => {
    const alike = (byName.get(bareName(path)) ?? []).map((file) => file.path);
    const found = endingAlike(alike, path);
    if (found === null || found.paths.length > maxAlike) return [];
    const whole = found.folders > 0 || line !== null ? pathWeight : nameWeight;
    const weight = whole / found.paths.length / (1 + laterFrame * at);
    return found.paths.map((one) => ({ path: one, weight, kind: "named", words: [path], line }));
  });
}

/** Those that share most folders from their end on with the written path; null where none is called so. */
function endingAlike(alike: readonly string[], written: string): { paths: string[]; folders: number } | null {
  const wanted = foldersOf(written);
  const scored = alike.map((path) => ({ path, folders: sharedEnd(foldersOf(path), wanted) }));
  const most = Math.max(-1, ...scored.map(({ folders }) => folders));
  return most < 0 ? null : { paths: scored.flatMap((one) => (one.folders === most ? [one.path] : [])), folders: most };
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
  return shared;
}

function foldersOf(path: string): string[] {
  return path.toLowerCase().split("/").slice(0, -1);
}

/** Traces of what was compiled name `.js` where the code is `.ts`. */
function bareName(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/\.(?:[cm]?jsx?|tsx?)$/, ".ts");
}
