import { AppError } from "@cairn/contract/errors";
import { artifactTitleSchema, maxSections, sectionInputSchema } from "@cairn/contract/page-sections";
import type { Source } from "@cairn/contract/sources";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { importPage, type ImportedPage } from "#server/domain/pages/editing/import-page.ts";

import type { PagesScope, TextFile } from "./gather-pages.ts";
import { openGround, type ImportGround } from "./import-ground.ts";
import { orderPages } from "./order-pages.ts";
import { PageFileError, parsePage, type PageFile } from "./page-file.ts";
import { ledgerPath } from "./page-paths.ts";
import { renewMentions } from "./renew-mentions.ts";

export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  refused: { path: string; reason: string }[];
}

interface ParsedPageFile {
  path: string;
  page: PageFile;
}

/**
 * Imports pages from their files, each in a transaction of its own: one that is refused does not stop the others. Files
 * that are no pages of ours are skipped. `ids` says what else the files' ids are here, for what pages mention, and takes
 * those of the pages as they come to be. The caller has checked the right to write pages here.
 */
export async function importFiles(
  ctx: Ctx,
  scope: PagesScope,
  files: readonly TextFile[],
  ids = new Map<string, string>(),
): Promise<ImportReport> {
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, refused: [] };
  const pages = readPages(files, report);
  const ground = await openGround(ctx, scope);
  for (const { path, page } of parentsFirst(pages)) {
    ctx.signal.throwIfAborted();
    try {
      const { artifactId, kind } = await importPage(ctx, toImported(page, { ground, scope, ids }));
      ids.set(page.artifactId, artifactId);
      report[kind] += 1;
    } catch (error) {
      report.refused.push({ path, reason: reasonOf(error) });
    }
  }
  await orderPages(ctx, scope, pages, ids);
  if (report.created + report.updated > 0) {
    const { organizationId } = scope;
    const target = ground.name;
    await recordAudit(ctx, ctx.db, { organizationId, action: "context.imported", target });
  }
  return report;
}

function readPages(files: readonly TextFile[], report: ImportReport): ParsedPageFile[] {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  return files.flatMap(({ path, content }): ParsedPageFile[] => {
    const ledger = contents.get(ledgerPath(path)) ?? null;
    const isOurs = path.endsWith(".md") && (ledger !== null || content.includes("<!-- section {"));
    if (!isOurs) return [];
    try {
      return [{ path, page: parsePage(content, ledger) }];
    } catch (error) {
      report.refused.push({ path, reason: reasonOf(error) });
      return [];
    }
  });
}

/** What a fault of ours says is for the log, not for people. */
function reasonOf(error: unknown): string {
  if (error instanceof PageFileError || (error instanceof AppError && error.status < 500)) return error.message;
  throw error;
}

/** Each page after its parent; pages that form a cycle keep their order. */
function parentsFirst(pages: readonly ParsedPageFile[]): ParsedPageFile[] {
  const byId = new Map(pages.map((found) => [found.page.artifactId, found]));
  const ordered = new Set<ParsedPageFile>();
  const add = (found: ParsedPageFile, above: ReadonlySet<ParsedPageFile>): void => {
    const parent = byId.get(found.page.parentArtifactId ?? "");
    if (parent && !above.has(parent)) add(parent, new Set([...above, found]));
    ordered.add(found);
  };
  for (const found of pages.toSorted((a, b) => a.page.order - b.page.order)) add(found, new Set([found]));
  return [...ordered];
}

function toImported(
  page: PageFile,
  { ground, scope, ids }: { ground: ImportGround; scope: PagesScope; ids: ReadonlyMap<string, string> },
): ImportedPage {
  const location = ground.placeOf(page);
  const title = artifactTitleSchema.safeParse(page.title);
  if (!title.success) throw new PageFileError(`Its title: ${title.error.issues[0]?.message}.`);
  if (page.sections.length > maxSections) throw new PageFileError(`A page can hold ${maxSections} sections.`);
  return {
    ...location,
    organizationId: scope.organizationId,
    artifactId: page.artifactId,
    parentArtifactId: ids.get(page.parentArtifactId ?? "") ?? null,
    title: title.data,
    sections: page.sections.map((section) => {
      const { sectionId, title: name, prompt, output, writtenBy, writtenAt, commit } = section;
      const content = renewMentions(section.content, ids);
      const checked = sectionInputSchema.safeParse({
        title: name,
        content,
        instructions: { prompt: prompt ?? "", output },
      });
      if (!checked.success) throw new PageFileError(`Its section “${name}”: ${checked.error.issues[0]?.message}.`);
      const generatedAt = writtenAt === null ? null : new Date(writtenAt);
      const sources = section.sources.map((source): Source => ground.sourceOf(source, location.projectId));
      return { sectionId, title: checked.data.title, prompt, output, content, sources, commit, generatedAt, writtenBy };
    }),
  };
}
