import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { gatherFiles, type TextFile } from "#server/domain/transfer/gather-pages.ts";
import { importFiles } from "#server/domain/transfer/import-files.ts";
import { ledgerPath } from "#server/domain/transfer/page-paths.ts";

interface TransferTarget {
  organizationId: string;
  /** Slug or id; absent for all pages of the organization. */
  project?: string | undefined;
}

/** Writes all pages with their ledgers into a folder; files of a former export are removed, anything else stays. */
export async function exportToFolder(ctx: Ctx, location: TransferTarget, folder: string): Promise<string> {
  const files = await gatherFiles(ctx, await requireScope(ctx, location));
  await removeFormerExport(folder);
  for (const { path: name, content } of files) {
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return `${files.length / 2} pages were written to ${folder}.`;
}

/** Brings pages of a folder back; says of each that was refused why. */
export async function importFromFolder(ctx: Ctx, location: TransferTarget, folder: string): Promise<string> {
  const files = await readFolder(folder);
  const { created, updated, unchanged, refused } = await importFiles(ctx, await requireScope(ctx, location), files);
  const summary = `${created} pages were made, ${updated} changed, ${unchanged} were the same.`;
  return [summary, ...refused.map((one) => `${one.path}: ${one.reason}`)].join("\n");
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
  for (const name of names.filter((one) => one.endsWith(".md") && known.has(ledgerPath(one)))) {
    await rm(path.join(folder, name));
    await rm(path.join(folder, ledgerPath(name)));
  }
}

async function readFolder(folder: string): Promise<TextFile[]> {
  const names = (await listFiles(folder)).filter((name) => /\.(?:md|ledger\.json)$/.test(name));
  if (names.length === 0) throw new Error(`${folder} holds no pages.`);
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
