import type { ChangeFlag } from "@cairn/contract/change-flags";
import { LRUCache } from "lru-cache";

import type { CommitDiff } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { flagChange } from "./flag-change.ts";
import { flagTests } from "./flag-tests.ts";
import { workOnChange, type ChangeCommits } from "./read-change.ts";

/** Of files that have any. */
type FlagsByPath = ReadonlyMap<string, readonly ChangeFlag[]>;

/** Of all paths that are kept together. */
const maxKeptCharacters = 16 * 1024 * 1024;
/** What a path takes beside its characters. */
const charactersBeside = 100;

/** Of all repositories together; two commits always come to the same. */
const known = new LRUCache<string, FlagsByPath, ChangeCommits>({
  max: 200,
  maxSize: maxKeptCharacters,
  sizeCalculation: (flags) => [...flags.keys()].reduce((sum, path) => sum + path.length + charactersBeside, 1),
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context, options }) =>
    await workOnChange(context, options, ({ files }) => listFlags(files)),
});

/** What to look at twice in each file of a change that was read, by path. */
function listFlags(files: readonly DiffedFile[]): FlagsByPath {
  const ofTests = flagTests(files);
  const flags = files.map(
    (file) =>
      [
        file.path,
        [
          ...(ofTests.get(file.path) ?? []),
          ...flagChange(file),
          ...(file.isTruncated ? (["unread"] satisfies ChangeFlag[]) : []),
        ],
      ] as const,
  );
  return new Map(flags.filter(([, found]) => found.length > 0));
}

/** The same of a change as people are shown it: where that is not all of it, the rest is read for its flags. */
export async function readFlags(diff: CommitDiff, commits: ChangeCommits, signal: AbortSignal): Promise<FlagsByPath> {
  if (isWhole(diff)) return listFlags(diff.files);
  const { directory, base, head } = commits;
  const flags = known.forceFetch(`${directory} ${base} ${head}`, { context: commits });
  return await unlessAborted(flags, signal);
}

function isWhole({ files, isTruncated }: CommitDiff): boolean {
  return !isTruncated && files.every((file) => !file.isTruncated);
}
