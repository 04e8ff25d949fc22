import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { linkBroughtTasks } from "#server/domain/tasks/link-brought-tasks.ts";
import { lockTaskOrderOf } from "#server/domain/tasks/lock-task-order.ts";
import { matchTaskOrigins } from "#server/domain/tasks/match-task-origins.ts";
import { writeTasks, type BroughtTask } from "#server/domain/tasks/write-tasks.ts";

import type { ImportItem } from "./import-item.ts";
import {
  findImportOf,
  findItemTasks,
  forgetItems,
  keepItemTasks,
  listImportedTasks,
  listItems,
  listWaitingItems,
  lockImport,
  updateImport,
  type ImportKey,
} from "./task-imports.store.ts";

/** Few enough that others who write tasks of the product wait for a fraction of a second. */
const batchSize = 250;

/**
 * Writes the tasks of an import that was started, as the one who started it. Each step moves its position in the
 * transaction that writes its tasks: whenever the work is cut off, it goes on there, and no task is written twice.
 */
export async function importTasks(
  ctx: Ctx,
  { organizationId, importId }: { organizationId: string; importId: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const row = await findImportOf(ctx.db, { organizationId, importId });
  if (row?.state !== "running") return;
  const { projectId, createdBy } = row;
  const key = { organizationId, projectId, importId };
  try {
    if (createdBy === null) throw new AppError("forbidden", { message: "The account of who started it is gone." });
    const importer = withActor(ctx, { kind: "user", userId: createdBy });
    for (let isOver = false; !isOver; isOver = await takeStep(importer, key)) ctx.signal.throwIfAborted();
  } catch (error) {
    const isFinal = isLastTry || (error instanceof AppError && !error.isRetryable);
    if (ctx.signal.aborted || !isFinal) throw error;
    ctx.log.warn({ error, importId }, "an import of tasks stopped");
    const failure = error instanceof AppError && error.status < 500 ? error.message : "This server could not go on.";
    await updateImport(ctx.db, key, { state: "failed", failure });
  }
}

/** True once nothing is left to do, also because somebody else ended it. */
async function takeStep(ctx: Ctx, key: ImportKey): Promise<boolean> {
  const project = await requireProject(ctx, key, "task.write");
  return await ctx.db.transaction(async (tx) => {
    // The product's row first, as everywhere.
    await lockTaskOrderOf(tx, project);
    const row = await lockImport(tx, key);
    if (row?.state !== "running") return true;
    if (row.written < row.total) {
      const written = await writeBatch(ctx, tx, { project, key, after: row.written });
      await updateImport(tx, key, { written });
      return false;
    }
    const linked = await linkBatch(tx, { project, key, after: row.linked, last: row.total });
    if (linked > row.linked) {
      await updateImport(tx, key, { linked });
      return false;
    }
    await updateImport(tx, key, { state: "done" });
    return true;
  });
}

type Transaction = Parameters<Parameters<Ctx["db"]["transaction"]>[0]>[0];

interface ImportBatch {
  project: AccessedProject;
  key: ImportKey;
  /** The position of the last item that is done. */
  after: number;
}

async function writeBatch(ctx: Ctx, tx: Transaction, { project, key, after }: ImportBatch): Promise<number> {
  const rows = await listItems(tx, key, { after, limit: batchSize });
  const keys = rows.flatMap(({ item }) => item?.originKey ?? []);
  // Another import may have brought the same since the preview.
  const known = await matchTaskOrigins({ db: tx }, project, keys);
  const wanted = rows.flatMap(({ position, item }) =>
    item === null || (item.originKey !== null && known.has(item.originKey)) ? [] : [{ position, item }],
  );
  const taskIds = await writeTasks(
    ctx,
    tx,
    project,
    wanted.map(({ item }) => toBrought(item)),
  );
  await keepItemTasks(tx, key, { positions: wanted.map(({ position }) => position), taskIds });
  return rows.at(-1)?.position ?? after;
}

function toBrought({ blockers: _blockers, createdAt, ...item }: ImportItem): BroughtTask {
  return { ...item, createdAt: createdAt === null ? null : new Date(createdAt) };
}

/** After all are written, since a task may wait for one that comes later. Most wait for none, and are passed over. */
async function linkBatch(
  tx: Transaction,
  { project, key, after, last: end }: ImportBatch & { last: number },
): Promise<number> {
  const rows = await listWaitingItems(tx, key, { after, limit: batchSize });
  const positions = rows.flatMap(({ item }) => item?.blockers.filter((one) => typeof one === "number") ?? []);
  const written = await findItemTasks(tx, key, positions);
  const links = rows.flatMap(({ item, taskId }) => {
    if (item === null || taskId === null) return [];
    const blockerIds = item.blockers.flatMap((one) => (typeof one === "number" ? (written.get(one) ?? []) : one));
    return [{ taskId, blockerIds }];
  });
  if (links.length > 0) {
    await linkBroughtTasks(tx, project, { links, companions: await listImportedTasks(tx, key) });
  }
  const last = rows.length < batchSize ? end : (rows.at(-1)?.position ?? end);
  await forgetItems(tx, key, last);
  return last;
}
