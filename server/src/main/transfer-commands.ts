import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { TextFile } from "#server/domain/transfer/gather-pages.ts";
import { ledgerPath } from "#server/domain/transfer/page-paths.ts";
import { gatherProducts, importProducts } from "#server/domain/transfer/tasks/move-product.ts";
import { tasksFileName } from "#server/domain/transfer/tasks/tasks-file.ts";

interface TransferTarget {
  organizationId: string;
  /** Slug or id; absent for all pages of the organization. */
  project?: string | undefined;
}

/**
 * Writes all pages with their ledgers, tasks and plans into a folder; files of a former export are removed, anything else
 * stays.
 */
export async function exportToFolder(ctx: Ctx, location: TransferTarget, folder: string): Promise<string> {
  const files = await gatherProducts(ctx, await requireScope(ctx, location));
  await removeFormerExport(folder);
  for (const { path: name, content } of files) {
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  const lists = files.filter((file) => file.path.endsWith(tasksFileName));
  const count = lists.reduce((sum, { content }) => sum + content.split('{"kind":"task"').length - 1, 0);
  return `${(files.length - lists.length) / 2} pages and ${count} tasks were written to ${folder}.`;
}

/** Brings pages, tasks and plans of a folder back; says of each file that was refused why. */
export async function importFromFolder(ctx: Ctx, location: TransferTarget, folder: string): Promise<string> {
  const files = await readFolder(folder);
  const { pages, tasks } = await importProducts(ctx, await requireScope(ctx, location), files);
  const { created, updated, unchanged, refused } = pages;
  const summary = [
    `${created} pages were made, ${updated} changed, ${unchanged} were the same.`,
    `${tasks.created} tasks and ${tasks.plans} plans were made, ${tasks.unchanged} tasks were there already.`,
  ];
  return [...summary, ...refused.map((one) => `${one.path}: ${one.reason}`)].join("\n");
}

async function requireScope(ctx: Ctx, { organizationId, project }: TransferTarget) {
  if (project === undefined) return { organizationId };
  const { projectId } = await requireProject(ctx, { organizationId, projectId: project }, "artifact.write");
  return { organizationId, projectId };
}

/** A page is known by the ledger beside it; other files are somebody's own. */
async function removeFormerExport(folder: string): Promise<void> {
  const names = await listFiles(folder);
  const known = new Set(names);
  for (const name of names.filter((one) => path.basename(one) === tasksFileName)) await rm(path.join(folder, name));
  for (const name of names.filter((one) => one.endsWith(".md") && known.has(ledgerPath(one)))) {
    await rm(path.join(folder, name));
    await rm(path.join(folder, ledgerPath(name)));
  }
}

async function readFolder(folder: string): Promise<TextFile[]> {
  const names = (await listFiles(folder)).filter(
    (name) => /\.(?:md|ledger\.json)$/.test(name) || path.basename(name) === tasksFileName,
  );
  if (names.length === 0) throw new Error(`${folder} holds no pages and no tasks.`);
  return await Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(path.join(folder, name), "utf8") })),
  );
}

/** Paths below the folder, with forward slashes; none where there is no such folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}
