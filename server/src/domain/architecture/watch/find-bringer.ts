import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import type { CodeLocation } from "@cairn/contract/code-graph";

import type { Ctx } from "#server/ctx.ts";
import { unlessMissing } from "#server/domain/ledger/load-content.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { readHistory, type HistoryCommit } from "#server/platform/git/history/read-history.ts";

import type { LocatedLines } from "./place-lines.ts";

type Bringer = Pick<ArchitectureChange, "commit" | "isCommitKnown" | "sinceCommit" | "author" | "subject">;

/** A push with more commits to one file is not looked through. */
const maxCommits = 200;

/**
 * Of the commits that came since `sinceCommit` the first one after which a file has one of the lines more often, or of
 * what vanished less often. Where none has, as where the other end changed, it is the only commit that came, or nobody knows.
 */
export async function findBringer(
  { signal }: Pick<Ctx, "signal">,
  { directory, index }: Pick<IndexedRepository, "directory" | "index">,
  search: {
    change: ArchitectureChange["change"];
    evidence: readonly CodeLocation[];
    sinceCommit: string | null;
    lines: LocatedLines;
  },
): Promise<Bringer> {
  const { change, evidence, sinceCommit, lines } = search;
  const head = index.commit;
  const unknown = { commit: head, isCommitKnown: false, sinceCommit, author: null, subject: null };
  if (sinceCommit === null || sinceCommit === head) return unknown;
  const listed = async (path?: string) => {
    const range = { commit: head, since: sinceCommit, skip: 0, limit: maxCommits, signal };
    return await unlessMissing(readHistory(directory, path === undefined ? range : { ...range, path }));
  };
  for (const place of evidence) {
    const text = await lines.textOf(place);
    const history = text === null ? null : await listed(place.path);
    if (text === null || history === null || history.hasMore) continue;
    const countAt = async (commit: string) => await lines.count({ ...place, commit }, text);
    const before = await countAt(sinceCommit);
    for (const commit of history.commits.toReversed()) {
      const now = await countAt(commit.oid);
      if (change === "vanished" ? now < before : now > before) return known(commit, sinceCommit);
    }
  }
  const all = await listed();
  const [only] = all?.commits ?? [];
  return only !== undefined && all?.commits.length === 1 ? known(only, sinceCommit) : unknown;
}

function known({ oid, author, subject }: HistoryCommit, sinceCommit: string): Bringer {
  return { commit: oid, isCommitKnown: true, sinceCommit, author: author.name, subject };
}
