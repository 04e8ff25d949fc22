import {
  maxOverlappingFiles,
  type ChangeOverlap,
  type listChangeOverlaps as endpoint,
} from "@cairn/contract/change-overlaps";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import {
  listOtherOpenRows,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";

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
  const found = await Promise.all(others.map((other) => compare(ctx, directory, { row, own, other })));
  const content = found.filter((one) => one !== null);
  return { content: content.toSorted((one, other) => other.conflicts.length - one.conflicts.length) };
}

async function compare(
  ctx: Ctx,
  directory: string,
  { row, own, other }: { row: NamedImplementationRow; own: ReadonlySet<string>; other: NamedImplementationRow },
): Promise<ChangeOverlap | null> {
  const files = [...(await listChangedPaths(directory, other, ctx))].filter((path) => own.has(path));
  const [tip, head] = [row.headOid, other.headOid];
  if (files.length === 0 || tip === null || head === null) return null;
  const merged = await tryMerge(directory, { tip, head });
  const conflicts = new Set(merged.kind === "conflict" ? merged.files.map(({ path }) => path) : []);
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
