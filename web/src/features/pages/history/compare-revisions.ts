import type { SectionText } from "@cairn/contract/page-sections";

import { isSameText } from "#web/lib/text/compare-texts.ts";

/** What became of one section between two states of its page. */
export interface SectionComparison {
  sectionId: string;
  /** As it is called now; as it was where it is gone. */
  title: string;
  kind: "added" | "removed" | "changed" | "same";
  /** What it was called before; null where its title stayed. */
  formerTitle: string | null;
  /** It stands elsewhere among the sections that both states have. */
  isMoved: boolean;
  /** Its instructions or its output are others, whatever its text says. */
  hasOtherInstructions: boolean;
  before: SectionText | null;
  after: SectionText | null;
}

/** Section by section in the order of the later state; a removed one stands after the one it followed. */
export function compareSections(before: readonly SectionText[], after: readonly SectionText[]): SectionComparison[] {
  const former = new Map(before.map((section) => [section.sectionId, section]));
  const staying = new Set(after.map(({ sectionId }) => sectionId).filter((sectionId) => former.has(sectionId)));
  const inOrder = longestKeptOrder(
    before.map(({ sectionId }) => sectionId).filter((sectionId) => staying.has(sectionId)),
    after.map(({ sectionId }) => sectionId).filter((sectionId) => staying.has(sectionId)),
  );
  const compared = after.map((section) => {
    const earlier = former.get(section.sectionId) ?? null;
    return compareSection(earlier, section, earlier !== null && !inOrder.has(section.sectionId));
  });
  for (const [index, section] of before.entries()) {
    if (staying.has(section.sectionId)) continue;
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

/** Whether there is anything to tell about a section. */
export function hasChanges({ kind, formerTitle, isMoved, hasOtherInstructions }: SectionComparison): boolean {
  return kind !== "same" || formerTitle !== null || isMoved || hasOtherInstructions;
}

function instructionsKey({ instructions }: SectionText): string {
  return JSON.stringify([instructions?.prompt ?? "", instructions?.output ?? "markdown"]);
}

/** The most sections that kept their order towards each other: all others have moved. */
function longestKeptOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const places = after.map((sectionId) => before.indexOf(sectionId));
  const lengths = places.map(() => 1);
  const previous = places.map(() => -1);
  for (const [index, place] of places.entries()) {
    for (let earlier = 0; earlier < index; earlier += 1) {
      if ((places[earlier] ?? 0) >= place || (lengths[earlier] ?? 0) + 1 <= (lengths[index] ?? 0)) continue;
      lengths[index] = (lengths[earlier] ?? 0) + 1;
      previous[index] = earlier;
    }
  }
  const kept = new Set<string>();
  let at = lengths.indexOf(Math.max(...lengths));
  while (at >= 0) {
    kept.add(after[at] ?? "");
    at = previous[at] ?? -1;
  }
  return kept;
}
