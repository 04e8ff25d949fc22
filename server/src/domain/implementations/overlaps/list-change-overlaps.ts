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
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { beginLook, knownWithin } from "./begin-look.ts";
import { findConflictsAfter, mergeFirst, type MergedFirst } from "./find-conflicts-after.ts";
import { listChangedPaths } from "./list-changed-paths.ts";
import { meetChanges, noneMet, openMainCode, type ChangesMet } from "./meet-changes.ts";
import { workInTurn } from "./work-in-turn.ts";

/** Older ones are not compared. */
const maxOthers = 100;
const atOnce = 4;

const nothing: ResultOf<typeof endpoint> = { content: [], isPartial: false };

/**
 * Other finished changes of the same branch that change the same files, or declarations that the other one calls. Where they meet
 * in files, merging both is tried, so that a conflict is known before either is merged.
 */
export async function listChangeOverlaps(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  if (row.state !== "created" || row.headOid === null) return nothing;
  const directory = codeDirectory(ctx, row.repository);
  const others = await listOtherOpenRows(ctx.db, row, maxOthers);
  if (others.length === 0) return nothing;
  const look = beginLook(ctx);
  const own = await listChangedPaths(directory, row, ctx);
  const main = await openMainCode(ctx, row);
  const compared = await workInTurn(others, atOnce, async (other) => {
    const paths = await knownWithin(ctx, look, () => listChangedPaths(directory, other, { signal: look }));
    const met = await meetChanges(ctx, { look, directory, main, one: row, other });
    const files = [...(paths ?? [])].filter((path) => own.has(path));
    return { other, files, met: met ?? noneMet, isKnown: paths !== null && met !== null };
  });
  const meeting = compared.filter(({ files, met }) => files.length > 0 || met.calls.length > 0);
  const isKnown = compared.every((one) => one.isKnown);
  if (meeting.length === 0) return { content: [], isPartial: !isKnown };
  const isMergeTried = meeting.some(({ files }) => files.length > 0);
  const tip = isMergeTried ? await resolveCommit(directory, row.baseBranch, ctx) : null;
  const first = isMergeTried ? await mergeFirst(directory, tip, row.headOid) : null;
  const tried = await workInTurn(meeting, atOnce, async (one) => {
    const conflicts = await knownWithin(ctx, look, () => unlessAborted(findConflicts(directory, first, one), look));
    return { overlap: describe(one, conflicts ?? new Set()), isKnown: conflicts !== null };
  });
  const content = tried.map(({ overlap }) => overlap).toSorted((one, two) => weigh(two) - weigh(one));
  return { content, isPartial: !isKnown || tried.some((one) => !one.isKnown) };
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

async function findConflicts(
  directory: string,
  first: MergedFirst | null,
  { other, files }: MeetingChange,
): Promise<ReadonlySet<string>> {
  const isTried = first !== null && other.headOid !== null && files.length > 0;
  return isTried ? await findConflictsAfter(directory, first, other.headOid ?? "") : new Set();
}

function describe({ other, files, met }: MeetingChange, conflicts: ReadonlySet<string>): ChangeOverlap {
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
