import {
  maxMetSymbols,
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
import { meetChanges, openMainCode, type ChangesMet } from "./meet-changes.ts";
import { workInTurn } from "./work-in-turn.ts";

/** Older ones are not compared. */
const maxOthers = 100;
const atOnce = 4;

/**
 * Other finished changes of the same branch that change the same files, or declarations that the other one calls. Where they meet
 * in files, merging both is tried, so that a conflict is known before either is merged.
 */
export async function listChangeOverlaps(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  if (row.state !== "created" || row.headOid === null) return { content: [] };
  const directory = codeDirectory(ctx, row.repository);
  const others = await listOtherOpenRows(ctx.db, row, maxOthers);
  if (others.length === 0) return { content: [] };
  const own = await listChangedPaths(directory, row, ctx);
  const main = await openMainCode(ctx, row);
  const compared = await workInTurn(others, atOnce, async (other) => ({
    other,
    files: [...(await listChangedPaths(directory, other, ctx))].filter((path) => own.has(path)),
    met: await meetChanges(ctx, { directory, main, one: row, other }),
  }));
  const meeting = compared.filter(({ files, met }) => files.length > 0 || met.calls.length > 0);
  if (meeting.length === 0) return { content: [] };
  const isMergeTried = meeting.some(({ files }) => files.length > 0);
  const tip = isMergeTried ? await resolveCommit(directory, row.baseBranch, ctx) : null;
  const first = isMergeTried ? await mergeFirst(directory, tip, row.headOid) : null;
  const content = await workInTurn(meeting, atOnce, (one) => compare(directory, first, one));
  return { content: content.toSorted((one, two) => weigh(two) - weigh(one)) };
}

/** Lines weigh more than declarations, and these more than calls. */
function weigh({ conflicts, symbols, calls }: ChangeOverlap): number {
  if (conflicts.length > 0) return 1_000 + conflicts.length;
  if (symbols.length > 0) return 100 + symbols.length;
  return calls.some(({ part }) => part !== "body") ? 2 : Number(calls.length > 0);
}

interface MeetingChange {
  other: NamedImplementationRow;
  /** Paths that both change. */
  files: readonly string[];
  met: ChangesMet;
}

async function compare(
  directory: string,
  first: MergedFirst | null,
  { other, files, met }: MeetingChange,
): Promise<ChangeOverlap> {
  const isTried = first !== null && other.headOid !== null && files.length > 0;
  const conflicts = isTried ? await findConflictsAfter(directory, first, other.headOid ?? "") : new Set<string>();
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
    // A conflict in the file says more.
    symbols: met.symbols.filter(({ path }) => !conflicts.has(path)).slice(0, maxMetSymbols),
    calls: met.calls.slice(0, maxMetSymbols),
  };
}
