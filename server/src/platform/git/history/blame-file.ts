import { AppError } from "@cairn/contract/errors";

import { isBinary } from "#server/platform/git/objects/is-binary.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { toIsoDate } from "#server/platform/git/process/git-date.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import type { Person } from "./read-history.ts";

interface BlameRun {
  /** Counted from 1. */
  startLine: number;
  lineCount: number;
  oid: string;
}

interface BlamedCommit {
  oid: string;
  author: Person;
  /** ISO 8601 with offset. */
  authoredAt: string;
  subject: string;
}

export interface FileBlame {
  /** In the order of lines, without gaps. */
  runs: BlameRun[];
  /** Each commit that a run names, once. */
  commits: BlamedCommit[];
}

const maxBytes = 1_048_576;
const maxLines = 20_000;
const timeoutMs = 10_000;
/** A `.mailmap` of the repository would name other people than the commits do. */
const config = ["mailmap.blob="];

/** Which commit last touched each line of a text file. Null when there is no file at the path. */
export async function blameFile(
  directory: string,
  location: { commit: string; path: string; signal?: AbortSignal },
): Promise<FileBlame | null> {
  const { commit, path, signal } = location;
  const blob = await readBlob(directory, { ...location, maxBytes });
  if (blob === null) return null;
  requireText(blob);
  if (blob.size === 0) return { runs: [], commits: [] };
  const { stdout } = await runGit({
    directory,
    args: ["blame", "--incremental", "--no-progress", "--no-textconv", commit, "--", path],
    config,
    timeoutMs,
    signal,
  });
  return parseBlame(stdout.toString("utf8"));
}

function requireText({ type, bytes }: { type: string; bytes: Buffer | null }): void {
  if (type !== "file") throw new AppError("unprocessable", { message: "Only the lines of files have authors." });
  if (bytes === null || countLines(bytes) > maxLines) {
    throw new AppError("too_large", { message: "This file is too long to tell who wrote each line." });
  }
  if (isBinary(bytes)) throw new AppError("unprocessable", { message: "This file is not text: it has no lines." });
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const runPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) \d+ (\d+) (\d+)$/;

/**
 * Git names runs as it finds them, each as "<id> <line then> <line> <count>", some lines about the commit the first
 * time it comes up, and at last "filename <path>".
 */
function parseBlame(output: string): FileBlame {
  const runs: BlameRun[] = [];
  const commits = new Map<string, BlamedCommit>();
  let about = new Map<string, string>();
  let isBetween = true;
  for (const line of output.split("\n")) {
    const [, oid, startLine, lineCount] = (isBetween && runPattern.exec(line)) || [];
    if (oid !== undefined) {
      runs.push({ startLine: Number(startLine), lineCount: Number(lineCount), oid });
      about = new Map();
      isBetween = false;
      continue;
    }
    const space = line.indexOf(" ");
    const name = space === -1 ? line : line.slice(0, space);
    about.set(name, space === -1 ? "" : line.slice(space + 1));
    if (name !== "filename") continue;
    isBetween = true;
    const commit = runs.at(-1)?.oid;
    if (commit !== undefined && about.has("author")) commits.set(commit, toCommit(commit, about));
  }
  return { runs: joinNeighbours(runs), commits: [...commits.values()] };
}

function toCommit(oid: string, about: Map<string, string>): BlamedCommit {
  return {
    oid,
    author: { name: about.get("author") ?? "", email: about.get("author-mail")?.replace(/^<|>$/g, "") ?? "" },
    authoredAt: toIsoDate(Number(about.get("author-time")), about.get("author-tz") ?? ""),
    subject: about.get("summary") ?? "",
  };
}

/** Adjacent lines of one commit are one run, wherever they were in that commit. */
function joinNeighbours(runs: readonly BlameRun[]): BlameRun[] {
  const joined: BlameRun[] = [];
  for (const run of runs.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = joined.at(-1);
    if (last?.oid === run.oid) last.lineCount += run.lineCount;
    else joined.push({ ...run });
  }
  return joined;
}
