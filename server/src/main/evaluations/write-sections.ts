import { listSectionRows, listArtifactRows } from "#server/domain/pages/store/artifacts.store.ts";
import { openCodebaseOf, subjectOf } from "#server/domain/pages/writing/open-codebase.ts";
import { planOf, templateOf } from "#server/domain/pages/writing/plan-of-page.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";

import type { ScratchProduct } from "./scratch-product.ts";

const maxPages = 100;

/**
 * What the built-in engine would say now in every planned section, by section: compared with what it said before a push,
 * this shows what the push made untrue, whatever the ledger thinks.
 */
export async function writeSections({ ctx, organizationId, projectId }: ScratchProduct): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const { rows: pages } = await listArtifactRows(ctx.db, { organizationId, projectId }, { limit: maxPages, offset: 0 });
  for (const page of pages) {
    const codebase = await openCodebaseOf(ctx, page, "artifact.read");
    const [subject, plan] = [subjectOf(codebase, page), planOf(codebase, page)];
    for (const row of await listSectionRows(ctx.db, page)) {
      const template = templateOf(row, plan);
      const written = template && (await writeSection(template, subject));
      if (written) texts.set(row.sectionId, withoutNumbers(written.content));
    }
  }
  return texts;
}

/** Numbers of citations change with what is cited before them. */
function withoutNumbers(content: string): string {
  return content.replaceAll(/ ?\[\d+\]/g, "");
}
