import type { SectionText } from "@cairn/contract/page-sections";

import { isSameText } from "#web/lib/text/compare-texts.ts";

/** One section in two revisions of its page. */
export interface SectionComparison {
  sectionId: string;
  /** Its title in the later revision, or in the earlier one if it was removed. */
  title: string;
  kind: "added" | "removed" | "changed" | "same";
  /** Its earlier title; null where the title is the same. */
  formerTitle: string | null;
  /** Its order among the sections of both revisions changed. */
  isMoved: boolean;
  /** Its prompt or its output format changed, whether or not its text did. */
  hasOtherInstructions: boolean;
  before: SectionText | null;
  after: SectionText | null;
}

/** Compares section by section, in the order of the later revision; a removed section comes after the one it followed. */
export function compareSections(before: readonly SectionText[], after: readonly SectionText[]): SectionComparison[] {
  const formerById = new Map(before.map((section) => [section.sectionId, section]));
  const commonIds = new Set(after.map(({ sectionId }) => sectionId).filter((sectionId) => formerById.has(sectionId)));
  const inOrder = longestKeptOrder(
    before.map(({ sectionId }) => sectionId).filter((sectionId) => commonIds.has(sectionId)),
    after.map(({ sectionId }) => sectionId).filter((sectionId) => commonIds.has(sectionId)),
  );
  const compared = after.map((section) => {
    const earlier = formerById.get(section.sectionId) ?? null;
    return compareSection(earlier, section, earlier !== null && !inOrder.has(section.sectionId));
  });
  for (const [index, section] of before.entries()) {
    if (commonIds.has(section.sectionId)) continue;
    const previous = before[index - 1]?.sectionId;
    const at = compared.findIndex(({ sectionId }) => sectionId === previous);
    compared.splice(at + 1, 0, compareSection(section, null, false));
  }
  return compared;
}

function compareSection(before: SectionText | null, after: SectionText | null, isMoved: boolean): SectionComparison {
  const shown = after ?? before;
  const hasOtherInstructions = Boolean(before && after && instructionsKey(before) !== instructionsKey(after));
  const isSame = Boolean(before && after && isSameText(before.content, after.content));
  return {
    sectionId: shown?.sectionId ?? "",
    title: shown?.title ?? "",
    kind: !before ? "added" : !after ? "removed" : isSame ? "same" : "changed",
    formerTitle: before && after && before.title !== after.title ? before.title : null,
    isMoved,
    hasOtherInstructions,
    before,
    after,
  };
}

/** Whether anything about the section is different. */
export function hasChanges({ kind, formerTitle, isMoved, hasOtherInstructions }: SectionComparison): boolean {
  return kind !== "same" || formerTitle !== null || isMoved || hasOtherInstructions;
}

function instructionsKey({ instructions }: SectionText): string {
  return JSON.stringify([instructions?.prompt ?? "", instructions?.output ?? "markdown"]);
}

/** The longest sequence of sections that kept their relative order; all others count as moved. */
function longestKeptOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const positions = after.map((sectionId) => before.indexOf(sectionId));
  const lengths = positions.map(() => 1);
  const previous = positions.map(() => -1);
  for (const [index, position] of positions.entries()) {
    for (let earlier = 0; earlier < index; earlier += 1) {
      if ((positions[earlier] ?? 0) >= position || (lengths[earlier] ?? 0) + 1 <= (lengths[index] ?? 0)) continue;
      lengths[index] = (lengths[earlier] ?? 0) + 1;
      previous[index] = earlier;
    }
  }
  const sectionIds = new Set<string>();
  let at = lengths.indexOf(Math.max(...lengths));
  while (at >= 0) {
    sectionIds.add(after[at] ?? "");
    at = previous[at] ?? -1;
  }
  return sectionIds;
}
