import { AppError } from "@cairn/contract/errors";

import { commitChange } from "#server/domain/implementations/phases/commit-change.ts";
import { saySize } from "#server/domain/implementations/phases/measure-change.ts";
import type { PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { fitLineEndings, readLineEndings, type LineEndings } from "#server/engine/patches/fit-line-endings.ts";
import type { ReadPatch } from "#server/engine/patches/read-patch.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { applyPatch } from "#server/platform/git/patches/apply-patch.ts";

import { explainProblems } from "./explain-problems.ts";
import { readBrief } from "./read-brief.ts";
import { sayWhatBecame } from "./say-what-became.ts";

/** Applies the diff and commits what comes of it. */
export const buildDiff: RunPhase = {
  step: "build-implementation",
  async intend({ ctx }) {
    return { at: ctx.now().toISOString() };
  },
  async perform(work, { at = "" }) {
    const { ctx, row, directory } = work;
    const base = row.baseOid ?? "";
    const tree = await applyToBase(work, base);
    const oid = await commitChange(work, { tree, base, date: new Date(at), text: "The diff of the task, as it is." });
    const { files } = await diffCommits(directory, { base, head: oid, contextLines: 0, signal: ctx.signal });
    return {
      oid,
      summary: `${saySize(files)}, in commit ${oid.slice(0, 8)}.`,
      found: { headOid: oid },
      answers: { agent: ctx.settings.appName, content: await sayWhatBecame(work, oid) },
    };
  },
};

async function applyToBase({ ctx, row, directory, workDirectory }: PhaseWork, base: string): Promise<string> {
  const { signal } = ctx;
  const read = readBrief(row);
  const patch = fitLineEndings(read, await loadEndings({ ctx, directory }, { base, read }));
  const applied = await applyPatch(directory, { base, patch, isPrefixed: read.isPrefixed, workDirectory, signal });
  if (applied.kind === "refused") {
    throw new AppError("conflict", { message: explainProblems(applied.problems, read, row.baseBranch) });
  }
  if (applied.tree === (await readCommitHeader(directory, base, { signal })).tree) {
    throw new AppError("conflict", { message: `The diff changes nothing: ${row.baseBranch} holds all of it already.` });
  }
  return applied.tree;
}

/** How the files end their lines that the diff is about; what is no text does not matter. */
async function loadEndings(
  { ctx, directory }: Pick<PhaseWork, "ctx" | "directory">,
  { base, read }: { base: string; read: ReadPatch },
): Promise<(path: string) => LineEndings | null> {
  const wanted = new Set(read.files.map(({ oldPath }) => oldPath));
  const entries = (await listTree(directory, base, { signal: ctx.signal })).filter(({ path }) => wanted.has(path));
  const endings = new Map<string, LineEndings>();
  const oids = entries.map(({ oid }) => oid);
  let at = 0;
  for await (const { bytes } of readBlobs(directory, oids, { signal: ctx.signal })) {
    const entry = entries[at];
    if (entry !== undefined && bytes !== null) endings.set(entry.path, readLineEndings(bytes));
    at += 1;
  }
  return (path) => endings.get(path) ?? null;
}
