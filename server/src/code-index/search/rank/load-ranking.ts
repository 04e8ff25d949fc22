import type { Steps } from "#server/code-index/runtime/steps.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { carryPostings } from "./carry-postings.ts";
import { gatherCommitPostings } from "./commit-postings.ts";
import { describeFiles } from "./describe-files.ts";
import { pairTests } from "./pair-tests.ts";
import { gatherPostings } from "./postings.ts";
import type { Postings, PostingSource } from "./postings.ts";
import type { RankingData } from "./rank-files.ts";

/** Ranking data with the files it was made of, for the next snapshot. */
export interface Ranking {
  files: readonly StoredFile[];
  data: RankingData;
}

/** Everything ranking reads, from that of an earlier snapshot of the same index where there is one. */
export function* loadRanking(input: {
  files: readonly StoredFile[];
  commits: readonly CommitRecord[];
  /** Packed terms of a blob by its row. */
  terms: (blob: number) => Uint8Array | null;
  former: Ranking | null;
}): Steps<Ranking> {
  const { files, commits, former } = input;
  const numbers = new Map(files.map(({ path }, number) => [path, number]));
  const source = (number: number): PostingSource => {
    const file = files[number];
    if (file === undefined) throw new RangeError(`There is no file number ${number}`);
    return { path: file.path, terms: input.terms(file.blob) };
  };
  const data = {
    files,
    postings: (former && carry(former, files, source)) ?? (yield* gatherPostings(files.length, source)),
    history: yield* gatherCommitPostings(commits, numbers, former?.data.history),
    testPairs: pairTests(files),
    descriptions: describeFiles(files),
  };
  return { files, data };
}

function carry(
  former: Ranking,
  files: readonly StoredFile[],
  source: (number: number) => PostingSource,
): Postings | null {
  const formerFiles = new Map(former.files.map((file, number) => [file.path, { blob: file.blob, number }]));
  const formerNumbers = Int32Array.from(files, ({ path, blob }) => {
    const known = formerFiles.get(path);
    return known?.blob === blob ? known.number : -1;
  });
  return carryPostings(former.data.postings, { formerNumbers, source });
}
