import { AppError } from "@cairn/contract/errors";
import type { SectionInput } from "@cairn/contract/page-sections";

import type { Ctx } from "#server/ctx.ts";
import { checkMermaid } from "#server/engine/diagrams/mermaid/check-mermaid.ts";

import type { CurrentSection } from "./plan-section.ts";

/**
 * Sections as a person sent them, fit to be published but for their sources: no id twice, and every new diagram can be
 * drawn (a usual mistake in one is mended). Throws what a person reads, naming the section.
 */
export async function checkSections(
  ctx: Ctx,
  { sections, current }: { sections: readonly SectionInput[]; current: ReadonlyMap<string, CurrentSection> },
): Promise<SectionInput[]> {
  refuseDoubles(sections);
  const checked: SectionInput[] = [];
  for (const [index, section] of sections.entries()) {
    const isNew = isNewDiagram(section, current.get(section.sectionId ?? ""));
    checked.push(isNew ? await withDiagram(ctx, section, index) : section);
  }
  return checked;
}

function refuseDoubles(sections: readonly SectionInput[]): void {
  const seen = new Set<string>();
  for (const [index, { sectionId, title }] of sections.entries()) {
    if (sectionId === undefined) continue;
    if (seen.has(sectionId)) {
      const details = { index, sectionId, field: "sectionId" };
      throw new AppError("invalid_input", {
        message: `“${title}”: Another section of the page has the same id`,
        details,
      });
    }
    seen.add(sectionId);
  }
}

/** Existing diagrams were checked before, and an Auto section that is to become a diagram has none yet. */
function isNewDiagram({ instructions, content }: SectionInput, former: CurrentSection | undefined): boolean {
  if (instructions?.output !== "mermaid" || content.trim() === "") return false;
  const isAuto = Boolean(instructions.prompt);
  return content !== former?.row.content || (!isAuto && former.row.output !== "mermaid");
}

async function withDiagram(ctx: Ctx, section: SectionInput, index: number): Promise<SectionInput> {
  const result = await checkMermaid(section.content, { signal: ctx.signal });
  if (result.ok) return { ...section, content: result.source };
  const { sectionId, title } = section;
  const details = { index, sectionId, field: "content" };
  throw new AppError("invalid_input", { message: `“${title}”: ${result.message}`, details });
}
