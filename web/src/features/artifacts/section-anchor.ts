import type { Section } from "@cairn/contract/artifacts";

/** The id of a section's heading; it stays the same when the section is renamed. */
export function sectionAnchor({ sectionId }: Pick<Section, "sectionId">): string {
  return `section-${sectionId}`;
}
