import type { SectionText } from "@cairn/contract/page-sections";

/** The id of a section's heading in the document; a new title does not change it. */
export function sectionAnchor({ sectionId }: Pick<SectionText, "sectionId">): string {
  return `section-${sectionId}`;
}
