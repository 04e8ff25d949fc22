import type { ChangeOverview } from "@cairn/contract/change-overview";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

const maxFiles = 50;
const maxCommits = 100;
const maxAuthors = 3;

/** Who wrote most of the commits that touched these files before the change. */
export function countAuthors(
  before: CodeIndex,
  files: readonly DiffedFile[],
): Pick<ChangeOverview, "usualAuthors" | "formerCommits"> {
  const former = files.filter(({ status }) => status !== "added").slice(0, maxFiles);
  const commits = new Map(
    former
      .flatMap(({ path, oldPath }) => before.history.commitsTouching(oldPath ?? path, maxCommits))
      .map((commit) => [commit.oid, commit]),
  );
  // Many write with several addresses, and hardly two under one name.
  const byAuthor = Map.groupBy(commits.values(), ({ authorName }) => authorName);
  const counted = [...byAuthor].map(([name, own]) => ({ name, commits: own.length }));
  const usualAuthors = counted.toSorted((a, b) => b.commits - a.commits).slice(0, maxAuthors);
  return { usualAuthors, formerCommits: commits.size };
}
