import { maxResolvedFiles, type ConflictedFile, type ConflictSideName } from "@cairn/contract/conflict-resolution";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { ConflictedPath, ConflictStages } from "#server/platform/git/merging/merge-commits.ts";
import { splitMerged } from "#server/platform/git/merging/parse-conflicts.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { decodeText } from "#server/platform/git/trees/change-tree.ts";

/** A file that conflicts, with what git has of each side. */
export interface LoadedConflict extends ConflictedFile {
  stages: ConflictStages;
  /** Every line of it ends as on Windows; `pieces` never do. */
  isCrlf: boolean;
}

export interface LoadedConflicts {
  directory: string;
  head: string;
  tip: string;
  /** The merged files, with git's marks where they conflict. */
  tree: string;
  files: LoadedConflict[];
}

/** What conflicts now; `conflict` in words where nothing can be merged here, or too much conflicts. */
export async function loadConflicts(ctx: Ctx, row: NamedImplementationRow): Promise<LoadedConflicts> {
  const { headOid: head } = row;
  // What was decided is said also where the repository is gone.
  if (head === null || row.state !== "created") throw nothingToMerge();
  const directory = codeDirectory(ctx, row.repository);
  const tip = await resolveCommit(directory, row.baseBranch, { signal: ctx.signal });
  if (tip === null) throw nothingToMerge();
  const merged = await tryMerge(directory, { tip, head });
  if (merged.kind === "unrelated") {
    throw new AppError("conflict", { message: `It has no commit in common with ${row.baseBranch} any more.` });
  }
  const paths = merged.kind === "conflict" ? merged.files : [];
  if (paths.length > maxResolvedFiles) {
    const message = `${paths.length} files conflict: too many to resolve here. Bring ${row.baseBranch} into the branch on your own machine, and push.`;
    throw new AppError("conflict", { message });
  }
  const { tree } = merged;
  const entries = paths.length === 0 ? [] : await listTree(directory, tree, { signal: ctx.signal });
  const oids = new Map(entries.map(({ path, oid }) => [path, oid]));
  const files: LoadedConflict[] = [];
  for (const one of paths) {
    files.push(await loadFile(ctx, directory, { one, oid: oids.get(one.path) ?? null, tip, head }));
  }
  return { directory, head, tip, tree, files };
}

function nothingToMerge(): AppError {
  return new AppError("conflict", { message: "There is nothing to merge here." });
}

/** Where each side stands in git's words. */
export const stageOf: Record<ConflictSideName, keyof ConflictStages> = {
  base: "ours",
  change: "theirs",
  former: "base",
};

async function loadFile(
  { signal }: Pick<Ctx, "signal">,
  directory: string,
  { one, oid, tip, head }: { one: ConflictedPath; oid: string | null; tip: string; head: string },
): Promise<LoadedConflict> {
  const { path, reason, stages } = one;
  const sides = (["base", "change", "former"] as const).filter((side) => stages[stageOf[side]] !== null);
  const isPlain = [stages.ours, stages.theirs].every((stage) => stage?.mode.startsWith("100") === true);
  const text = isPlain && oid !== null ? await readText(directory, oid, signal) : null;
  const unified = text?.replaceAll("\r\n", "\n");
  const isCrlf = text !== null && text !== unified;
  const whole = { path, reason, sides, stages, pieces: null, isCrlf };
  // Lines of both kinds would all become of one.
  if (unified === undefined || (isCrlf && /(?<!\r)\n/.test(text))) return whole;
  const pieces = splitMerged(unified.split("\n"), { ours: tip, theirs: head });
  if (!pieces.some(({ kind }) => kind === "conflict")) return whole;
  return {
    ...whole,
    pieces: pieces.map((piece) =>
      piece.kind === "same" ? piece : { kind: "conflict", base: piece.ours, change: piece.theirs, former: piece.base },
    ),
  };
}

/** Larger ones nobody puts together in a browser. */
const maxTextBytes = 2_000_000;

/** Null where it is no text, or none that anybody edits. */
async function readText(directory: string, oid: string, signal: AbortSignal): Promise<string | null> {
  const bytes = (await readObject(directory, oid, { maxBytes: maxTextBytes, signal }))?.bytes ?? null;
  return bytes === null ? null : decodeText(bytes);
}
