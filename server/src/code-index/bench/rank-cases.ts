import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { CommitRecord, GitSource } from "#server/git-source.ts";

import { listNewestCommits } from "./load-push.ts";

/** A question that history has answered: the words of a commit, and the files it changed. */
export interface LocalisationCase {
  /** Id of the commit. */
  id: string;
  query: string;
  /** Source files that the commit changed and the snapshot has; never empty. */
  gold: string[];
}

export interface LocalisationSet {
  /** To be indexed; all cases are younger. */
  commit: string;
  cases: LocalisationCase[];
}

/** Far more than any number of cases. */
const maxCommits = 100_000;
/** A commit that changes more source files is no case: there is no single location to find. */
const maxGold = 10;
const robots = /\[bot\]|\b(?:dependabot|renovate|greenkeeper|snyk|github-actions|release-please)\b/i;
const chore =
  /^\s*(?:v?\d+\.\d+|(?:chore|build|ci)\((?:release|deps|deps-dev)\)|bump\b|release\b|prepare (?:for |the )?(?:release|next)|(?:update|upgrade) (?:dependency|dependencies|lockfile)|version packages|\[maven-release)/i;
const trailer = /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|cc|change-id|reviewed-on)\s*:.*$/gim;

/**
 * What the commits since a snapshot changed, with their messages as queries. The snapshot is `commits` first
 * parents before `until`, so neither its files nor its history know any of them. Releases, updates of dependencies and
 * the commits of robots are left out.
 */
export async function makeLocalisationSet(input: {
  source: GitSource;
  /** Bare, the one that `source` reads. */
  directory: string;
  words: "message" | "subject";
  /** Default 200; fewer where history is shorter than twice as many. */
  commits?: number;
  /** How many first parents before HEAD the last case is; default 0. */
  until?: number;
}): Promise<LocalisationSet> {
  const { source, directory, words, commits = 200, until = 0 } = input;
  const line = (await listNewestCommits(directory, until + commits * 2)).reverse();
  const last = line[Math.min(until, line.length - 1)] ?? "";
  const commit = line[until + Math.min(commits, (line.length - until) >> 1)] ?? last;
  const comparison = await source.compareCommits(commit, last, { limit: maxCommits });
  const tree = await source.listTree(commit);
  const sources = new Set(tree.flatMap(({ path, mode }) => (isSource(path, mode) ? [path] : [])));
  const cases = (comparison?.came ?? []).flatMap((record) => {
    const changed = record.paths.filter((path) => classifyPath(path).kind === "source");
    const gold = changed.filter((path) => sources.has(path));
    const query = words === "subject" ? record.subject : messageOf(record);
    return isInformative(record) && gold.length > 0 && changed.length <= maxGold
      ? [{ id: record.oid, query, gold }]
      : [];
  });
  return { commit, cases };
}

function isSource(path: string, mode: string): boolean {
  return mode.startsWith("100") && classifyPath(path).kind === "source";
}

function isInformative({ authorName, authorEmail, subject }: CommitRecord): boolean {
  return subject.trim() !== "" && !chore.test(subject) && !robots.test(`${authorName} ${authorEmail}`);
}

/** The whole message as its author wrote it, without the lines that git and its tools add. */
function messageOf({ subject, body }: CommitRecord): string {
  return `${subject}\n\n${body}`.replaceAll(trailer, "").trim();
}
