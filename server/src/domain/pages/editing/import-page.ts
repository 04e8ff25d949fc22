import { AppError } from "@cairn/contract/errors";
import type { SectionInput } from "@cairn/contract/page-sections";

import type { Ctx } from "#server/ctx.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import { checkSections } from "#server/domain/pages/sections/check-sections.ts";
import { loadCurrent } from "#server/domain/pages/sections/load-current.ts";
import { citesSame } from "#server/domain/pages/sections/merge-sections.ts";
import type { CurrentSection } from "#server/domain/pages/sections/plan-section.ts";
import { replaceSections } from "#server/domain/pages/sections/replace-sections.ts";
import type { NewSectionText } from "#server/domain/pages/sections/save-section.ts";
import {
  type ArtifactRow,
  findArtifactRow,
  lockPage,
  updateArtifactRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import { listTakenIds } from "#server/domain/pages/store/import.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { storable } from "#server/text/storable.ts";

import { createPage } from "./create-page.ts";

/** A page from a file; its owner and parent are known to exist in this organization. */
export interface ImportedPage {
  artifactId: string;
  organizationId: string;
  projectId: string | null;
  serviceId: string | null;
  /** A page of the same owner; null at the top. */
  parentArtifactId: string | null;
  title: string;
  sections: readonly ImportedSection[];
}

interface ImportedSection extends Omit<NewSectionText, "templateKey"> {
  sectionId: string;
}

type ImportOutcome = { artifactId: string; kind: "created" | "updated" | "unchanged" };

/**
 * Publishes a page as its file has it: over the one with its id, or as a new one. An unchanged page is left
 * alone. An id that something else has is not taken. The caller has checked the right.
 */
export async function importPage(ctx: Ctx, given: ImportedPage): Promise<ImportOutcome> {
  const page = { ...given, sections: given.sections.map(asStored) };
  const found = await findArtifactRow(ctx.db, page);
  if (!found) return { artifactId: await create(ctx, page), kind: "created" };
  const { artifactId } = found;
  if (found.projectId !== page.projectId || found.serviceId !== page.serviceId) {
    throw new AppError("conflict", { message: "The page with this id belongs to another product or service" });
  }
  const current = await loadCurrent(ctx.db, page);
  if (isSame(page, found, current)) return { artifactId, kind: "unchanged" };
  const sections = await check(ctx, page, current);
  return { artifactId, kind: (await publish(ctx, { ...page, sections })) ? "updated" : "unchanged" };
}

/** As it will be kept, so that the same file is found to be the same the next time. */
function asStored(section: ImportedSection): ImportedSection {
  const { title, prompt, content } = section;
  return { ...section, ...storable({ title, prompt, content }) };
}

function isSame(page: ImportedPage, found: ArtifactRow, current: ReadonlyMap<string, CurrentSection>): boolean {
  const known = [...current.values()];
  return (
    found.title === page.title &&
    known.length === page.sections.length &&
    page.sections.every((section, at) => isSameSection(section, known[at]))
  );
}

function isSameSection(section: ImportedSection, current: CurrentSection | undefined): boolean {
  if (!current) return false;
  const { row, sources } = current;
  return (
    row.sectionId === section.sectionId &&
    row.title === section.title &&
    (row.prompt || null) === section.prompt &&
    row.output === section.output &&
    row.content === section.content &&
    citesSame(sources, section.sources)
  );
}

/** New sources must resolve and new diagrams must be drawable, whatever their origin. */
async function check(
  ctx: Ctx,
  page: ImportedPage,
  current: ReadonlyMap<string, CurrentSection>,
): Promise<ImportedSection[]> {
  const sections = page.sections.map(({ sectionId, title, prompt, output, content, sources }): SectionInput => ({
    sectionId,
    title,
    instructions: { prompt: prompt ?? "", output },
    content,
    sources: [...sources],
  }));
  const checked = await checkSections(ctx, { sections, current });
  return page.sections.map((section, at) => ({ ...section, content: checked[at]?.content ?? section.content }));
}

async function create(ctx: Ctx, page: ImportedPage): Promise<string> {
  const sections = await check(ctx, page, new Map());
  const taken = await listTakenIds(ctx.wholeDb, [page.artifactId, ...sections.map(({ sectionId }) => sectionId)]);
  const freeId = (id: string) => (taken.has(id) ? ctx.newId() : id);
  return await ctx.db.transaction((tx) =>
    createPage(ctx, tx, {
      ...page,
      artifactId: freeId(page.artifactId),
      createdBy: personOf(ctx),
      cause: "imported",
      sections: sections.map((section) => ({ ...section, sectionId: freeId(section.sectionId) })),
    }),
  );
}

function personOf(ctx: Ctx): string | null {
  return ctx.actor.kind === "user" ? ctx.actor.userId : null;
}

/** False when the page was deleted meanwhile, or changed to just this. */
async function publish(ctx: Ctx, page: ImportedPage): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockPage(tx, page);
    if (!row) return false;
    await closeRevision(ctx, tx, row, { cause: "written", createdBy: null });
    await saveImported(ctx, tx, { row, page });
    return (await closeRevision(ctx, tx, row, { cause: "imported", createdBy: personOf(ctx) })) !== null;
  });
}

async function saveImported(ctx: Ctx, tx: Db, { row, page }: { row: ArtifactRow; page: ImportedPage }): Promise<void> {
  const current = await loadCurrent(tx, row);
  const changed = page.sections.filter((section) => !isSameSection(section, current.get(section.sectionId)));
  await replaceSections(ctx, tx, row, {
    order: page.sections.map(({ sectionId }) => sectionId),
    former: new Map([...current.values()].map((one) => [one.row.sectionId, one.row.position])),
    saves: changed.map(({ sectionId, ...text }) => ({
      sectionId,
      text: { ...text, templateKey: current.get(sectionId)?.row.templateKey ?? null },
      status: isUnwritten(text) ? ("updating" as const) : ("fresh" as const),
      keepsSources: citesSame(current.get(sectionId)?.sources ?? [], text.sources),
      pausedAt: null,
    })),
  });
  if (page.title !== row.title) await updateArtifactRow(tx, row, { title: page.title });
}

function isUnwritten({ prompt, content }: Pick<NewSectionText, "prompt" | "content">): boolean {
  return prompt !== null && content.trim() === "";
}
