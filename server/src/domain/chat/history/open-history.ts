import { AppError } from "@cairn/contract/errors";

import { applyPath } from "#server/code-index/analysis/extract/apply-path.ts";
import { unpackFacts } from "#server/code-index/analysis/parse/parse-blob.ts";
import { parseInThread } from "#server/code-index/analysis/parse/parser-pool.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { toLines, type CodeReader } from "#server/engine/evidence/evidence.ts";
import type {
  CodeHistory,
  Comparison,
  CommitMatch,
  Moment,
  ReadFile,
  CommitSummary,
} from "#server/engine/history/code-history.ts";
import { beforeMark } from "#server/engine/intent/interpret-moment.ts";
import { compareCommits } from "#server/platform/git/diff/compare-commits.ts";
import { compareTrees } from "#server/platform/git/diff/compare-trees.ts";
import { blameFile } from "#server/platform/git/history/blame-file.ts";
import { findFirstCommit } from "#server/platform/git/history/find-first-commit.ts";
import { findMergeOf } from "#server/platform/git/history/find-merge-of.ts";
import {
  findCommitAt,
  findRevision,
  findTagBefore,
  listTags,
  type Revision,
} from "#server/platform/git/history/find-revision.ts";
import { getCommit } from "#server/platform/git/history/get-commit.ts";
import { readHistory, type HistoryCommit } from "#server/platform/git/history/read-history.ts";
import { readLineHistory } from "#server/platform/git/history/read-line-history.ts";
import { readMerges } from "#server/platform/git/history/read-merges.ts";
import { findEntry } from "#server/platform/git/objects/list-tree.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";
import { decodeText } from "#server/text/decode-text.ts";

export interface HistoryTarget {
  repositoryId: string;
  /** Where git reads the repository. */
  directory: string;
  /** From where its history is seen. */
  commit: string;
  signal: AbortSignal;
}

const maxLineChanges = 60;
/** Of more, only the newest are compared. */
const maxComparedCommits = 3_000;
const maxShownCommits = 400;
const maxParsedBytes = 512 * 1024;

/** Of parsing old files: each needs threads of its own, and an agent may ask for hundreds at once. */
const parsing = createSemaphore({ atOnce: 2, longestMs: 60_000 });

/** The history of a repository as answers need it. The caller has already checked the right to the repository. */
export function openHistory(location: HistoryTarget): CodeHistory {
  const { repositoryId, directory, commit, signal } = location;
  const readers = new Map<string, CodeReader>();
  return {
    at(other) {
      const reader = readers.get(other) ?? openCodeReader({ repositoryId, directory, commit: other, signal });
      readers.set(other, reader);
      return reader;
    },
    async ofLines(lines) {
      const found = await readLineHistory(directory, { ...lines, commit, limit: maxLineChanges, signal });
      if (!found || found.changes.length === 0) return null;
      const changes = found.changes.map((change) => ({
        ...toReported(change),
        path: change.path,
        additions: change.additions,
        deletions: change.deletions,
        isFirstOfAll: change.parents.length === 0,
      }));
      return { changes, isWhole: found.isWhole };
    },
    async ofPath(path, limit) {
      const isFollowed = await isFile(location, path);
      const { commits } = await readHistory(directory, { commit, path, isFollowed, skip: 0, limit, signal });
      return commits.filter(({ parents }) => parents.length < 2).map(toReported);
    },
    async linesBy({ path, startLine, endLine }) {
      const blame = await blameFile(directory, { commit, path, signal });
      return (blame?.runs ?? []).flatMap((run) => {
        const from = Math.max(startLine, run.startLine);
        const to = Math.min(endLine, run.startLine + run.lineCount - 1);
        return from <= to ? [{ oid: run.oid, startLine: from, endLine: to }] : [];
      });
    },
    find: (moment) => findCommit(location, moment),
    merges: () =>
      unlessTooLong(signal, [], async () => (await readMerges(directory, commit, { signal })).map(toReported)),
    mergeOf: (oid) =>
      unlessTooLong(signal, null, async () => {
        const merge = await findMergeOf(directory, { oid, head: commit, signal });
        return merge === null ? null : toReported(await getCommit(directory, merge, { signal }));
      }),
    compare: (from, to) => compare(location, from, to),
    filesOf: (contents) => readFiles(location, contents),
  };
}

/** For optional parts of an answer: returns `nothing` where a history is too long for git to walk in time. */
async function unlessTooLong<T>(signal: AbortSignal, nothing: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return nothing;
    throw error;
  }
}

function toReported({ oid, author, authoredAt, subject, body }: HistoryCommit): CommitSummary {
  return { oid, authorName: author.name, authoredAt, subject, body };
}

/** Only a file has former names that can be followed. */
async function isFile({ directory, commit, signal }: HistoryTarget, path: string): Promise<boolean> {
  const entry = await findEntry(directory, { commit, path, signal });
  return entry !== null && entry.type !== "folder";
}

async function findCommit(location: HistoryTarget, moment: Moment): Promise<CommitMatch | null> {
  const found = await findNamedCommit(location, moment);
  if (!found) return null;
  const { directory, signal } = location;
  const { committedAt } = await getCommit(directory, found.oid, { signal });
  return { oid: found.oid, name: found.kind === "commit" ? null : found.name, committedAt };
}

async function findNamedCommit(location: HistoryTarget, moment: Moment): Promise<Revision | null> {
  const { directory, commit, signal } = location;
  switch (moment.type) {
    case "time": {
      const oid = await findCommitAt(directory, { head: commit, at: moment.at, signal });
      return oid === null ? null : { kind: "commit", name: oid, oid };
    }
    case "tag": {
      const tags = await listTags(directory, { signal });
      const tag = moment.which === "oldest" ? tags.at(-1) : tags[0];
      const found: Revision | null = tag ? { kind: "tag", name: tag.name, oid: tag.oid } : null;
      return found && moment.which === "one-before" ? await findBefore(location, found) : found;
    }
    case "first": {
      const oid = await findFirstCommit(directory, commit, { signal });
      return oid === null ? null : { kind: "commit", name: oid, oid };
    }
    case "name": {
      const isBefore = moment.name.startsWith(beforeMark);
      const found = await findRevision(directory, moment.name.replace(beforeMark, ""), { signal });
      return found && isBefore ? await findBefore(location, found) : found;
    }
  }
}

/** The tag before a tag, and the first parent of any other commit. */
async function findBefore({ directory, signal }: HistoryTarget, revision: Revision): Promise<Revision | null> {
  const { parents } = await getCommit(directory, revision.oid, { signal });
  const [parent] = parents;
  if (parent === undefined) return null;
  const tag = revision.kind === "tag" ? await findTagBefore(directory, parent, { signal }) : null;
  return tag ?? { kind: "commit", name: parent, oid: parent };
}

async function compare(location: HistoryTarget, from: string, to: string): Promise<Comparison | null> {
  const { directory, signal } = location;
  const [files, compared] = await Promise.all([
    compareTrees(directory, { from, to, signal }),
    compareCommits(directory, { from, to, limit: maxComparedCommits, signal }),
  ]);
  if (!files) return null;
  if (compared) {
    const commits = compared.came.map((one) => ({ ...one, authoredAt: one.committedAt }));
    return { files, commits, isCut: false };
  }
  const newest = await readHistory(directory, { commit: to, since: from, skip: 0, limit: maxShownCommits, signal });
  return { files, commits: newest.commits.map((one) => ({ ...toReported(one), paths: [] })), isCut: newest.hasMore };
}

async function readFiles(
  location: HistoryTarget,
  contents: readonly { path: string; oid: string }[],
): Promise<Map<string, ReadFile>> {
  const leave = await parsing.acquire(location.signal);
  try {
    return await parseFiles(location, contents);
  } finally {
    leave();
  }
}

async function parseFiles(
  { directory, signal }: HistoryTarget,
  contents: readonly { path: string; oid: string }[],
): Promise<Map<string, ReadFile>> {
  const bytesOf = new Map<string, Buffer>();
  const oids = [...new Set(contents.map(({ oid }) => oid))];
  for await (const { oid, bytes } of readBlobs(directory, oids, { maxBytes: maxParsedBytes, signal })) {
    if (bytes !== null) bytesOf.set(oid, bytes);
  }
  const tasks = contents.flatMap(({ path, oid }) => {
    const bytes = bytesOf.get(oid);
    return bytes ? [{ path, oid, bytes }] : [];
  });
  if (tasks.length === 0) return new Map();
  const half = Math.ceil(tasks.length / 2);
  const shares = [tasks.slice(0, half), tasks.slice(half)].filter((share) => share.length > 0);
  const parsed = (await Promise.all(shares.map((share) => parseInThread(share, signal)))).flat();
  return new Map(
    tasks.flatMap(({ path, oid }, at) => {
      const blob = parsed[at];
      if (blob?.oid !== oid) return [];
      const facts = applyPath(unpackFacts(blob.facts, blob.links), path);
      const text = decodeText(tasks[at]?.bytes ?? Buffer.alloc(0))?.text ?? "";
      return [[path, { facts, lines: toLines(text) }] as const];
    }),
  );
}
