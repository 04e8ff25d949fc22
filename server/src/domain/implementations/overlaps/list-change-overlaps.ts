import {
  maxOverlappingFiles,
  type ChangeOverlap,
  type listChangeOverlaps as endpoint,
} from "@cairn/contract/change-overlaps";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import {
  listOtherOpenRows,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { findConflictsAfter, mergeFirst, type MergedFirst } from "./find-conflicts-after.ts";
import { listChangedPaths } from "./list-changed-paths.ts";

/** Older ones are not compared. */
const maxOthers = 100;

/**
 * Other finished changes of the same branch that change the same files. Where they meet, merging both is tried, so that a
 * conflict is known before either is merged.
 */
export async function listChangeOverlaps(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  if (row.state !== "created" || row.headOid === null) return { content: [] };
  const directory = codeDirectory(ctx, row.repository);
  const own = await listChangedPaths(directory, row, ctx);
  const others = await listOtherOpenRows(ctx.db, row, maxOthers);
  const meeting = (
    await Promise.all(others.map(async (other) => ({ other, files: await listShared(ctx, directory, { own, other }) })))
  ).filter(({ files }) => files.length > 0);
  if (meeting.length === 0) return { content: [] };
  const tip = await resolveCommit(directory, row.baseBranch, ctx);
  const first = await mergeFirst(directory, tip, row.headOid);
  const content = await Promise.all(meeting.map((one) => compare(directory, first, one)));
  return { content: content.toSorted((one, other) => other.conflicts.length - one.conflicts.length) };
}

interface MeetingChange {
  other: NamedImplementationRow;
  /** Paths that both change. */
  files: readonly string[];
}

async function listShared(
  ctx: Ctx,
  directory: string,
  { own, other }: { own: ReadonlySet<string>; other: NamedImplementationRow },
): Promise<string[]> {
  return [...(await listChangedPaths(directory, other, ctx))].filter((path) => own.has(path));
}

async function compare(directory: string, first: MergedFirst, { other, files }: MeetingChange): Promise<ChangeOverlap> {
  const conflicts =
    other.headOid === null ? new Set<string>() : await findConflictsAfter(directory, first, other.headOid);
  const shown = files
    .toSorted((one, two) => Number(conflicts.has(two)) - Number(conflicts.has(one)))
    .slice(0, maxOverlappingFiles);
  const { taskId, projectTaskId, title } = other.task;
  return {
    implementationId: other.implementationId,
    projectImplementationId: other.projectImplementationId,
    task: { taskId, name: nameTask({ taskKey: other.taskKey, projectTaskId }), title },
    files: shown,
    fileCount: files.length,
    conflicts: shown.filter((path) => conflicts.has(path)),
  };
}
