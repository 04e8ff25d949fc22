import type { ConflictResolution, resolveConflicts as endpoint } from "@cairn/contract/conflict-resolution";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { toGitPerson } from "#server/domain/implementations/merge/write-merge-message.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { queueReviewerCommit } from "#server/domain/implementations/reviewer-commits/queue-reviewer-commit.ts";
import { findPerson } from "#server/domain/implementations/store/runs.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { parseConflicts } from "#server/platform/git/merging/parse-conflicts.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";
import { replaceEntries, writeBlob, type EntryChange } from "#server/platform/git/trees/replace-entries.ts";

import { loadConflicts, stageOf, type LoadedConflict, type LoadedConflicts } from "./load-conflicts.ts";
import { requireSeen } from "./require-seen.ts";

/** Merges the base branch into the change as somebody decided file by file, and has the result checked. */
export async function resolveConflicts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  await requireProject(ctx, input, "repository.push");
  const row = await requireImplementation(ctx, input, "implementation.merge");
  const conflicts = await loadConflicts(ctx, row);
  requireSeen(conflicts, input);
  const changes = await readResolutions(ctx, conflicts, input.files);
  const { directory, tree: merged, head, tip } = conflicts;
  const { signal } = ctx;
  const tree = await replaceEntries(directory, { tree: merged, changes, signal }).catch((error: unknown) => {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    throw new AppError("conflict", { message: "The files that you chose do not fit into one tree of folders." });
  });
  const person = await findPerson(ctx.db, userId);
  if (person === null) throw new AppError("unauthenticated", { message: "Sign in to continue" });
  const names = conflicts.files.map(({ path }) => path);
  const message = `Merge ${row.baseBranch} into ${row.workingBranch}\n\nConflicts resolved by hand:\n${names.map(toListItem).join("")}`;
  const commit = await writeTreeCommit(directory, {
    tree,
    parents: [head, tip],
    message,
    author: toGitPerson(person),
    date: ctx.now(),
    signal,
  });
  await queueReviewerCommit(ctx, row, {
    commit,
    step: "merge-conflicts-implementation",
    summary: `${row.baseBranch} is merged in, with ${sayFiles(names)} resolved by hand.`,
  });
  return await getImplementation(ctx, row);
}

/** A name with a line break in it must not look like several. */
function toListItem(name: string): string {
  return `- ${/\p{Cc}/u.test(name) ? JSON.stringify(name) : name}\n`;
}

function sayFiles(names: readonly string[]): string {
  const [first = ""] = names;
  return names.length === 1 ? first : `${names.length} files`;
}

async function readResolutions(
  ctx: Pick<Ctx, "signal">,
  conflicts: LoadedConflicts,
  resolutions: readonly ConflictResolution[],
): Promise<EntryChange[]> {
  const byPath = new Map(resolutions.map((resolution) => [resolution.path, resolution]));
  const known = new Set(conflicts.files.map(({ path }) => path));
  const stray = resolutions.find(({ path }) => !known.has(path));
  if (stray !== undefined) throw refuse(`${stray.path} does not conflict`);
  const changes: EntryChange[] = [];
  for (const file of conflicts.files) {
    const resolution = byPath.get(file.path);
    if (resolution === undefined) throw refuse(`Say what becomes of ${file.path}`);
    changes.push(await readResolution(ctx, conflicts, { file, resolution }));
  }
  return changes;
}

async function readResolution(
  { signal }: Pick<Ctx, "signal">,
  { directory, tip, head }: LoadedConflicts,
  { file, resolution }: { file: LoadedConflict; resolution: ConflictResolution },
): Promise<EntryChange> {
  const { path, stages, pieces, isCrlf } = file;
  if (resolution.kind === "side") return { path, entry: stages[stageOf[resolution.side]] };
  if (pieces === null) throw refuse(`Choose a side of ${path}: its lines cannot be put together`);
  const text = resolution.text.replaceAll("\r\n", "\n");
  if (parseConflicts(text.split("\n"), { ours: tip, theirs: head }).length > 0) {
    throw refuse(`${path} still holds marks of a conflict`);
  }
  const oid = await writeBlob(directory, isCrlf ? text.replaceAll("\n", "\r\n") : text, signal);
  return { path, entry: { mode: stages.theirs?.mode ?? "100644", oid } };
}

function refuse(message: string): AppError {
  return new AppError("invalid_input", { message });
}
