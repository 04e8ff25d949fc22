import { listSectionRows, listArtifactRows } from "#server/domain/pages/store/artifacts.store.ts";
import { openCodebaseOf, subjectOf } from "#server/domain/pages/writing/open-codebase.ts";
import { planOf, templateOf } from "#server/domain/pages/writing/plan-of-page.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";

import { sayLines, type SaidLine } from "./said-lines.ts";
import type { ScratchProduct } from "./scratch-product.ts";

const maxPages = 100;

/** What a section says, line by line, before it is on a page. */
export interface SaidSection {
  page: string;
  templateKey: string;
  lines: readonly SaidLine[];
}

/**
 * What the built-in engine would say now in every planned section, by section: compared with what it said before a push,
 * this shows what the push made untrue, whatever the ledger thinks.
 */
export async function writeSections({
  ctx,
  organizationId,
  projectId,
}: ScratchProduct): Promise<Map<string, SaidSection>> {
  const sections = new Map<string, SaidSection>();
  const { rows: pages } = await listArtifactRows(ctx.db, { organizationId, projectId }, { limit: maxPages, offset: 0 });
  for (const page of pages) {
    const codebase = await openCodebaseOf(ctx, page, "artifact.read");
    const [subject, plan] = [subjectOf(codebase, page), planOf(codebase, page)];
    for (const row of await listSectionRows(ctx.db, page)) {
      const template = templateOf(row, plan);
      const lines = template === null ? [] : await linesOf(template, subject);
      if (template !== null && lines.length > 0)
        sections.set(row.sectionId, { page: page.title, templateKey: template.templateKey, lines });
    }
  }
  return sections;
}

/** Block by block, as only blocks know what they list. */
async function linesOf(template: SectionTemplate, subject: PageSubject): Promise<SaidLine[]> {
  const draft = await template.draft(subject);
  const said: SaidLine[] = [];
  for (const part of partsOf(draft)) {
    const text = await setDraft(part.draft, subject);
    if (text !== null) said.push(...(await sayLines(text, { subject, isListed: part.isListed })));
  }
  return said;
}

function partsOf(draft: Draft | null): { draft: Draft; isListed: boolean }[] {
  if (draft === null) return [];
  if ("diagram" in draft) return [{ draft, isListed: (draft.diagram.lists ?? []).length > 0 }];
  return draft.blocks.map((block) => ({ draft: { blocks: [block] }, isListed: (block.lists ?? []).length > 0 }));
}
