import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { gatherFiles, listPlaces, type PagesScope, type TextFile } from "#server/domain/transfer/gather-pages.ts";
import { importFiles, type ImportReport } from "#server/domain/transfer/import-files.ts";

import { gatherTasks } from "./gather-tasks.ts";
import { importTasksFile, matchTasksFile, type MatchedTasks, type TasksReport } from "./import-tasks-file.ts";
import { parseTasksFile, tasksFileName, TasksFileError } from "./tasks-file.ts";

/** Pages with their ledgers, and tasks with their plans, of an organization's products or of one. */
export async function gatherProducts(ctx: Ctx, scope: PagesScope): Promise<TextFile[]> {
  const files = await gatherFiles(ctx, scope);
  for (const target of await listPlaces(ctx, scope)) {
    const tasks = await gatherTasks(ctx, scope.organizationId, target);
    if (tasks !== null) files.push(tasks);
  }
  return files;
}

/**
 * Brings products' pages and tasks back, from their files. Pages come first and tasks after them, each product's all or
 * none; asked again, it makes nothing twice. The caller has checked the right to write pages here.
 */
export async function importProducts(
  ctx: Ctx,
  scope: PagesScope,
  files: readonly TextFile[],
): Promise<{ pages: ImportReport; tasks: TasksReport }> {
  const places = await listPlaces(ctx, scope);
  const matched: MatchedTasks[] = [];
  const refused: ImportReport["refused"] = [];
  for (const { path, content } of files.filter((file) => file.path.endsWith(tasksFileName))) {
    try {
      matched.push(await matchFile(ctx, { organizationId: scope.organizationId, places, content }));
    } catch (error) {
      if (!(error instanceof TasksFileError)) throw error;
      refused.push({ path, reason: error.message });
    }
  }
  const ids = new Map(matched.flatMap((one) => [...one.ids]));
  const pages = await importFiles(ctx, scope, files, ids);
  const tasks: TasksReport = { created: 0, unchanged: 0, plans: 0 };
  for (const one of matched) {
    const done = await importTasksFile(ctx, { ...one, ids: new Map([...ids, ...one.ids]) });
    for (const key of ["created", "unchanged", "plans"] as const) tasks[key] += done[key];
    if (done.created + done.plans === 0) continue;
    const { organizationId } = scope;
    await recordAudit(ctx, ctx.db, { organizationId, action: "context.imported", target: one.file.product });
  }
  return { pages: { ...pages, refused: [...pages.refused, ...refused] }, tasks };
}

async function matchFile(
  ctx: Ctx,
  {
    organizationId,
    places,
    content,
  }: { organizationId: string; places: Awaited<ReturnType<typeof listPlaces>>; content: string },
): Promise<MatchedTasks> {
  const file = parseTasksFile(content);
  const place = places.find(({ slug }) => slug === file.product);
  if (place === undefined) throw new TasksFileError(`It belongs to the product “${file.product}”.`);
  return await matchTasksFile(ctx, { organizationId, projectId: place.projectId }, file);
}
