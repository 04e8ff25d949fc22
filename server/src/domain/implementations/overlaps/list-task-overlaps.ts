import {
  maxMetSymbols,
  maxOverlappingFiles,
  type listTaskOverlaps as endpoint,
  type MetCall,
  type TaskOverlap,
} from "@cairn/contract/change-overlaps";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { FileLocation } from "@cairn/contract/task-locations";

import type { Ctx } from "#server/ctx.ts";
import {
  listOpenRows,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { getTaskLocations } from "#server/domain/tasks/get-task-locations.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import type { DiffHunk } from "#server/platform/git/diff/parse-diff.ts";

import { beginLook } from "./begin-look.ts";
import { digestChange, type ChangeDigest } from "./digest-change.ts";
import { digestLocations } from "./digest-locations.ts";
import { listChangedPaths } from "./list-changed-paths.ts";
import { meetByCalls } from "./meet-changes.ts";

/** Older ones are not compared. */
const maxOthers = 100;

/**
 * Open changes for other tasks in the files where a task probably lands, so that whoever begins it knows beforehand what
 * it will meet. Where a task lands is a guess, and so is this.
 */
export async function listTaskOverlaps(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "implementation.read");
  const others = await listOpenRows(ctx.db, { ...project, taskId: input.taskId }, maxOthers);
  // Asked for all the same: it says whether there is such a task.
  const { locations } = await getTaskLocations(ctx, input);
  const files = locations.filter((one): one is FileLocation => one.kind === "file" && !one.isGone);
  const content: TaskOverlap[] = [];
  let isPartial = false;
  const look = beginLook(ctx);
  const landings = files.length === 0 || others.length === 0 ? [] : await openLandings(ctx, project, files);
  for (const other of files.length === 0 ? [] : others) {
    const directory = codeDirectory(ctx, other.repository);
    const landing = landings.find(({ main }) => main.repositoryId === other.repositoryId) ?? null;
    const overlap = await findOverlap(look, other, { directory, files, landing }).catch((error: unknown) => {
      if (ctx.signal.aborted) throw error;
      if (look.aborted) isPartial = true;
      if (look.aborted) return null;
      ctx.log.warn({ error, implementationId: other.implementationId }, "whether a change overlaps is not known");
      return null;
    });
    if (overlap !== null) content.push(overlap);
  }
  return { content: content.toSorted((one, two) => weigh(two) - weigh(one)), isPartial };
}

function weigh({ files, calls }: TaskOverlap): number {
  return files.some(({ symbol }) => symbol !== null) ? 2 : Number(calls.length > 0);
}

/** Where the task lands in one repository, as if it were a change of all of these lines. */
interface Landing {
  main: IndexedRepository;
  digest: ChangeDigest;
}

async function openLandings(ctx: Ctx, project: ProjectKey, files: readonly FileLocation[]): Promise<Landing[]> {
  const codebases = await openCodebases(ctx, project);
  return await Promise.all(codebases.map(async (main) => ({ main, digest: await digestLocations(main, files) })));
}

/** Null where it changes none of the files, and nothing that is called there. */
async function findOverlap(
  signal: AbortSignal,
  other: NamedImplementationRow,
  { directory, files, landing }: { directory: string; files: readonly FileLocation[]; landing: Landing | null },
): Promise<TaskOverlap | null> {
  const changed = await listChangedPaths(directory, other, { signal });
  const shared = files.filter((file) => file.repositoryId === other.repositoryId && changed.has(file.path));
  const calls = await findCalls(signal, directory, other, landing);
  if (shared.length === 0 && calls.length === 0) return null;
  const hunks = shared.length === 0 ? new Map<string, DiffHunk[]>() : await readHunks(directory, other, signal);
  const named = shared.map((file) => {
    const isIn = (hunks.get(file.path) ?? []).some((hunk) => meets(hunk, file));
    return { path: file.path, symbol: isIn ? file.symbol : null };
  });
  const { taskId, projectTaskId, title } = other.task;
  return {
    implementationId: other.implementationId,
    task: { taskId, name: nameTask({ taskKey: other.taskKey, projectTaskId }), title },
    isRunning: other.runState !== "completed",
    files: named
      .toSorted((one, two) => Number(two.symbol !== null) - Number(one.symbol !== null))
      .slice(0, maxOverlappingFiles),
    calls: calls.slice(0, maxMetSymbols),
  };
}

async function findCalls(
  signal: AbortSignal,
  directory: string,
  other: NamedImplementationRow,
  landing: Landing | null,
): Promise<MetCall[]> {
  if (landing === null || landing.main.branch !== other.baseBranch) return [];
  return await meetByCalls(landing.main, landing.digest, await digestChange(directory, other, { signal }));
}

async function readHunks(
  directory: string,
  { baseOid, headOid }: NamedImplementationRow,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DiffHunk[]>> {
  if (headOid === null) return new Map();
  const { files } = await diffCommits(directory, { base: baseOid, head: headOid, contextLines: 0, signal });
  return new Map(files.map(({ path, oldPath, hunks }) => [oldPath ?? path, hunks]));
}

/** By the lines before the change, which are those of the index unless its branch has moved since. */
function meets({ oldStart, oldLines }: DiffHunk, { startLine, endLine }: FileLocation): boolean {
  if (startLine === null || endLine === null) return false;
  return oldStart <= endLine && oldStart + Math.max(oldLines, 1) - 1 >= startLine;
}
