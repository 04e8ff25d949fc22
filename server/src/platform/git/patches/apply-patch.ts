import path from "node:path";

import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { readApplyProblems, type PatchProblem } from "./read-apply-problems.ts";

interface PatchToApply {
  /** Commit that it is applied to. */
  base: string;
  /** A unified diff whose headers were checked. */
  patch: string;
  /** Its paths begin with "a/" and "b/". */
  isPrefixed: boolean;
  /** An existing folder that nobody else uses meanwhile. */
  workDirectory: string;
  signal?: AbortSignal;
}

type AppliedPatch = { kind: "applied"; tree: string } | { kind: "refused"; problems: PatchProblem[] };

/**
 * The tree that a diff makes of a commit. Nothing is checked out and no branch moves. Git itself applies it: a hunk may
 * stand some lines away, but all that it says of the file must be there.
 */
export async function applyPatch(directory: string, work: PatchToApply): Promise<AppliedPatch> {
  const { base, patch, isPrefixed, workDirectory, signal } = work;
  if (!isObjectId(base)) throw new TypeError("Not an object id");
  const call = { directory, indexFile: path.join(workDirectory, "index"), signal };
  await runGit({ ...call, args: ["read-tree", "--end-of-options", base] });
  let complaint = "";
  const { exitCode } = await runGit({
    ...call,
    args: ["apply", "--cached", "--whitespace=nowarn", isPrefixed ? "-p1" : "-p0", "-"],
    input: [patch],
    acceptExitCodes: [0, 1, 128],
    onStderr: (text) => (complaint += text),
  });
  if (exitCode !== 0) return { kind: "refused", problems: readApplyProblems(complaint) };
  const { stdout } = await runGit({ ...call, args: ["write-tree"] });
  const tree = stdout.toString("latin1").trim();
  const links = await listNewLinks(directory, { base, tree, signal });
  return links.length === 0 ? { kind: "applied", tree } : { kind: "refused", problems: links };
}

/** Links and submodules that are in the tree and were not in the commit, or point elsewhere now. */
async function listNewLinks(
  directory: string,
  { base, tree, signal }: { base: string; tree: string; signal: AbortSignal | undefined },
): Promise<PatchProblem[]> {
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--end-of-options", base, tree];
  const { stdout } = await runGit({ directory, args, signal });
  const fields = stdout.toString("utf8").split("\0");
  const problems: PatchProblem[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const mode = fields[at]?.split(" ")[1] ?? "";
    const path = fields[at + 1] ?? "";
    if (mode === "120000" || mode === "160000") problems.push({ kind: "link", path, line: null });
  }
  return problems;
}
