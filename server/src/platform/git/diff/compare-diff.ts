import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { decodeText } from "#server/text/decode-text.ts";

import { diffCommits } from "./diff-commits.ts";
import type { DiffedFile } from "./parse-diff.ts";

interface Comparing {
  report: (text: string) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Compares the product's diff of a commit and its first parent with git's own: names, kinds of change, modes and counts
 * of lines are git's, and each file's hunks, applied to its old lines, give its new ones.
 */
export async function compareDiff(
  directory: string,
  commit: string,
  { report, signal }: Comparing,
): Promise<{ files: number; truncatedFiles: number }> {
  const { parents } = await readCommitHeader(directory, commit, { signal });
  const base = parents[0] ?? null;
  const { files, isTruncated } = await diffCommits(directory, { base, head: commit, contextLines: 3, signal });
  const args = ["diff-tree", "-r", "-z", "-M", "-l1000", "--no-commit-id", "--no-abbrev", "--raw", "--numstat"];
  const revisions = base === null ? ["--root", "--end-of-options", commit] : ["--end-of-options", base, commit];
  const { stdout } = await runGit({ directory, args: [...args, ...revisions], signal });
  const expected = parseRawAndCounts(stdout.toString("utf8"));
  if (files.length !== expected.length && !isTruncated) {
    report(`diff of ${commit}: ${files.length} files, git has ${expected.length}`);
  }
  for (const [position, file] of files.entries()) {
    const wanted = expected[position];
    if (wanted === undefined) continue;
    if (summarize(file) !== wanted.summary) report(`diff of ${commit}: ${summarize(file)}, git has ${wanted.summary}`);
    if (!file.isTruncated && !file.isBinary && wanted.isContent) {
      const [before, after] = await Promise.all(
        [wanted.oldId, wanted.newId].map((id) => readText(directory, id, signal)),
      );
      if (apply(file, before ?? "") !== after) report(`diff of ${commit}: hunks of ${JSON.stringify(file.path)}`);
    }
  }
  return { files: files.length, truncatedFiles: files.filter((file) => file.isTruncated).length };
}

interface ExpectedFile {
  summary: string;
  oldId: string;
  newId: string;
  /** Both sides are content of this repository. */
  isContent: boolean;
}

const statusLetters = { added: "A", deleted: "D", modified: "M", renamed: "R", copied: "C", "type-changed": "T" };

function summarize(file: DiffedFile): string {
  const { oldMode, newMode, oldPath, path, isBinary, additions, deletions } = file;
  const counts = isBinary ? "- -" : `${additions} ${deletions}`;
  const modes = `${oldMode ?? "000000"} ${newMode ?? "000000"}`;
  return `${statusLetters[file.status]} ${modes} ${counts} ${JSON.stringify([oldPath, path])}`;
}

/** First ":<mode> <mode> <id> <id> <status>" and its paths for every file, then the counts of lines in the same order. */
function parseRawAndCounts(output: string): ExpectedFile[] {
  const pieces = output.split("\0").slice(0, -1);
  const files: { modes: string; letter: string; paths: string; oldId: string; newId: string; isContent: boolean }[] =
    [];
  let at = 0;
  while (pieces[at]?.startsWith(":") === true) {
    const [oldMode = "", newMode = "", oldId = "", newId = "", status = ""] = (pieces[at] ?? "").slice(1).split(" ");
    const isPair = /^[RC]/.test(status);
    const names = pieces.slice(at + 1, at + (isPair ? 3 : 2));
    files.push({
      modes: `${oldMode} ${newMode}`,
      letter: status.charAt(0),
      paths: JSON.stringify(isPair ? names : [null, ...names]),
      oldId,
      newId,
      isContent: oldMode !== "160000" && newMode !== "160000" && status !== "T",
    });
    at += 1 + names.length;
  }
  return files.map(({ modes, letter, paths, oldId, newId, isContent }) => {
    const [added = "", deleted = "", path = ""] = (pieces[at] ?? "").split("\t");
    at += path === "" ? 3 : 1;
    return { summary: `${letter} ${modes} ${added} ${deleted} ${paths}`, oldId, newId, isContent };
  });
}

/** Byte for byte, and "" for a side that does not exist. */
async function readText(directory: string, oid: string, signal?: AbortSignal): Promise<string> {
  if (/^0+$/.test(oid)) return "";
  const object = await readObject(directory, oid, { maxBytes: Number.MAX_SAFE_INTEGER, signal });
  return (object?.bytes && decodeText(object.bytes)?.text) ?? "";
}

/** The new content by the hunks; null when they do not fit the old. */
function apply(file: DiffedFile, before: string): string | null {
  const old = before.split(/(?<=\n)/);
  const result: string[] = [];
  let next = 0;
  for (const hunk of file.hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    result.push(...old.slice(next, start));
    next = start;
    for (const { type, content, oldLine, newLine, isUnended } of hunk.lines) {
      const text = isUnended === true ? content : `${content}\n`;
      if (type !== "added" && (old[next] !== text || oldLine !== next + 1)) return null;
      if (type !== "added") next += 1;
      if (type !== "deleted") result.push(text);
      if (type !== "deleted" && newLine !== result.length) return null;
    }
  }
  return [...result, ...old.slice(next)].join("");
}
