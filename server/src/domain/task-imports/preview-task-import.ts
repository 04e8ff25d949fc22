import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { maxPreviewRows, type ImportRow, type previewTaskImport as endpoint } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { getTaskImport } from "./get-task-import.ts";
import { loadImportGround } from "./load-import-ground.ts";
import { readSource } from "./read-source.ts";
import { resolveTasks } from "./resolve-tasks.ts";
import { deletePreviews, findEarlierStart, insertImport } from "./task-imports.store.ts";

/** Long enough to look at a preview over lunch, or over night. */
const previewMaxAgeMs = 24 * 60 * 60 * 1_000;

/** Reads what somebody brings and keeps it, so that what they see is what is written when they start it. */
export async function previewTaskImport(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.write");
  const project = { organizationId, projectId };
  const { kind, name, file, tasks, contentHash } = await readSource(ctx, project, input.source);
  const { items, rows } = resolveTasks(tasks, await loadImportGround(ctx, project, tasks));
  const importId = ctx.newId();
  const counters = { total: items.length, written: 0, linked: 0, kept: 0 };
  const createdBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const moments = { createdAt: ctx.now(), startedAt: null };
  const row = { ...project, importId, kind, name, contentHash, ...counters, createdBy, ...moments };
  await ctx.db.transaction(async (tx) => {
    await deletePreviews(tx, project, { before: new Date(ctx.now().getTime() - previewMaxAgeMs) });
    await insertImport(tx, { ...row, state: "preview", failure: null }, items);
  });
  return {
    import: await getTaskImport(ctx, { ...project, importId }),
    file,
    rows: chooseRows(rows),
    refused: rows.filter(({ refusal }) => refusal !== null).length,
    noted: rows.filter(({ refusal, notes }) => refusal === null && notes.length > 0).length,
    earlierAt: await findEarlier(ctx, project, contentHash),
  };
}

/** The first ones, and the first faulty ones beyond. */
function chooseRows(rows: readonly ImportRow[]): ImportRow[] {
  const faulty = rows.slice(maxPreviewRows).filter(({ refusal, notes }) => refusal !== null || notes.length > 0);
  return [...rows.slice(0, maxPreviewRows), ...faulty.slice(0, maxPreviewRows)];
}

async function findEarlier(ctx: Ctx, project: ProjectKey, contentHash: string): Promise<string | null> {
  return (await findEarlierStart(ctx.db, project, contentHash))?.toISOString() ?? null;
}
