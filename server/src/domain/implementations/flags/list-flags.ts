import type { ChangeFlag } from "@cairn/contract/change-flags";
import { LRUCache } from "lru-cache";

import type { CommitDiff } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { flagChange } from "./flag-change.ts";
import { flagTests } from "./flag-tests.ts";
import { readChange, type ChangeCommits } from "./read-change.ts";

type FlagsByPath = ReadonlyMap<string, readonly ChangeFlag[]>;

/** Of all repositories together; two commits always come to the same. */
const known = new LRUCache<string, FlagsByPath, ChangeCommits>({
  max: 200,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context }) => listFlags((await readChange(context)).files),
});

/** What to look at twice in each file of a change that was read, by path. */
function listFlags(files: readonly DiffedFile[]): FlagsByPath {
  const ofTests = flagTests(files);
  return new Map(
    files.map((file) => [
      file.path,
      [
        ...(ofTests.get(file.path) ?? []),
        ...flagChange(file),
        ...(file.isTruncated ? (["unread"] satisfies ChangeFlag[]) : []),
      ],
    ]),
  );
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
