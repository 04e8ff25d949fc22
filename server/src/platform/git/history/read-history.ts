import { AppError, notFound } from "@cairn/contract/errors";

import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { parseRawDate } from "#server/platform/git/process/git-date.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

export interface Person {
  name: string;
  email: string;
}

export interface HistoryCommit {
  oid: string;
  /** Empty for a first commit. */
  parents: string[];
  author: Person;
  /** ISO 8601 with offset. */
  authoredAt: string;
  committer: Person;
  committedAt: string;
  /** First paragraph of the message on one line; may be empty. */
  subject: string;
  /** The rest of the message; may be empty, and is cut where it is absurdly long. */
  body: string;
}

export interface HistoryPage {
  commits: (HistoryCommit & {
    /** Where the followed file stood in this commit; null when no file was followed. */
    path: string | null;
  })[];
  hasMore: boolean;
}

interface HistoryQuery {
  /** Newest commit of the history. */
  commit: string;
  /** Only commits that touch this file or folder. */
  path?: string | undefined;
  /** Follows the file at `path` through renames. */
  isFollowed?: boolean;
  /** Leaves out commits of one parent. */
  onlyMerges?: boolean;
  /** Full id of a commit: it and what it is made of are left out. */
  since?: string;
  skip: number;
  limit: number;
  signal?: AbortSignal;
}

const timeoutMs = 10_000;
/** Git cannot skip while it follows a file, so everything before a page is read again. */
const maxFollowed = 20_000;

/** One page of a history, newest first. */
export async function readHistory(directory: string, request: HistoryQuery): Promise<HistoryPage> {
  const { commit, path, skip, limit, signal } = request;
  const excluded = request.since === undefined ? [] : [request.since];
  if (![commit, ...excluded].every(isObjectId)) throw notFound("Commit");
  const isFollowed = request.isFollowed === true && path !== undefined;
  if (isFollowed && skip + limit > maxFollowed) {
    throw new AppError("invalid_input", {
      message: `The history of a single file can be read back to its last ${maxFollowed.toLocaleString("en")} commits.`,
    });
  }
  const range = isFollowed
    ? ["--follow", "--name-only", `--max-count=${skip + limit + 1}`]
    : [`--skip=${skip}`, `--max-count=${limit + 1}`];
  const { stdout } = await runGit({
    directory,
    args: [
      ...logArguments,
      ...range,
      ...(request.onlyMerges === true ? ["--merges"] : []),
      "--end-of-options",
      commit,
      ...excluded.map((oid) => `^${oid}`),
      "--",
      ...(path === undefined ? [] : [path]),
    ],
    timeoutMs,
    signal,
  });
  const found = parseLog(stdout).slice(isFollowed ? skip : 0);
  return { commits: found.slice(0, limit), hasMore: found.length > limit };
}

/** NUL, and `commitFields` fields divided by NUL, as `toCommit` reads them; dates as `--date=raw` has them. */
export const commitFormat = "%x00%H%x00%P%x00%an%x00%ae%x00%ad%x00%cn%x00%ce%x00%cd%x00%s%x00%b";
export const commitFields = 10;
const logArguments = [
  "log",
  "-z",
  "--date=raw",
  "--no-show-signature",
  "--no-ext-diff",
  "--no-textconv",
  `--format=${commitFormat}`,
];
const maxBodyCharacters = 100_000;

/** The empty piece that opens each record ends the paths of the one before: no path is empty. */
function parseLog(output: Buffer): HistoryPage["commits"] {
  const pieces = output.toString("utf8").split("\0");
  const commits: HistoryPage["commits"] = [];
  let path: string | null = null;
  for (let start = 1; start + commitFields <= pieces.length;) {
    const commit = toCommit(pieces.slice(start, start + commitFields));
    start += commitFields;
    for (; start < pieces.length && pieces[start] !== ""; start += 1) {
      // Git puts one line break between message and paths. Merges name none: the file is still at the same path.
      path = pieces[start]?.replace(/^\n/, "") ?? path;
    }
    commits.push({ ...commit, path });
    start += 1;
  }
  return commits;
}

export function toCommit(fields: readonly string[]): HistoryCommit {
  const [oid = "", parents = "", authorName = "", authorEmail = "", authored = "", ...rest] = fields;
  const [committerName = "", committerEmail = "", committed = "", subject = "", body = ""] = rest;
  return {
    oid,
    parents: parents === "" ? [] : parents.split(" "),
    author: { name: authorName, email: authorEmail },
    authoredAt: parseRawDate(authored),
    committer: { name: committerName, email: committerEmail },
    committedAt: parseRawDate(committed),
    subject,
    body: body.trimEnd().slice(0, maxBodyCharacters),
  };
}
