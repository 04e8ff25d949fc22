import type { SectionText } from "@cairn/contract/page-sections";

/** The id of a section's heading; it stays the same when the section is renamed. */
export function sectionAnchor({ sectionId }: Pick<SectionText, "sectionId">): string {
  return `section-${sectionId}`;
}
