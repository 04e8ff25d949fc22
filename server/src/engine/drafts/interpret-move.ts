import { placeGrammar } from "#server/engine/intent/grammar/addition-grammar.ts";

import { edit, problem, type Command } from "./command.ts";
import { findSection } from "./find-section.ts";
import type { DraftSection } from "./page-draft.ts";

const sameSection = "These are one and the same section.";

export function moveSection(
  { section: reference, position }: { section: string; position: string | null },
  sections: readonly DraftSection[],
): Command | null {
  const found = findSection(reference, sections);
  if ("problem" in found) return problem(found.problem);
  const target = position === null ? null : locationIn(position, found.section, sections);
  if (target === null) return null;
  if ("problem" in target) return problem(target.problem);
  return edit({ kind: "move", sectionId: found.section.sectionId, beforeId: target.beforeId });
}

export function swapSections(named: { one: string; other: string }, sections: readonly DraftSection[]): Command {
  const [one, other] = [findSection(named.one, sections), findSection(named.other, sections)];
  if ("problem" in one) return problem(one.problem);
  if ("problem" in other) return problem(other.problem);
  const ids = sections.map(({ sectionId }) => sectionId);
  const [low, high] = [one.section.sectionId, other.section.sectionId].toSorted(
    (a, b) => ids.indexOf(a) - ids.indexOf(b),
  );
  if (low === undefined || high === undefined || low === high) return problem(sameSection);
  const afterHigh = ids[ids.indexOf(high) + 1] ?? null;
  return edit({ kind: "move", sectionId: high, beforeId: low }, { kind: "move", sectionId: low, beforeId: afterHigh });
}

/** The target position: before a section, or with null at the end. Null for words that name no position. */
export function locationIn(
  words: string,
  moved: DraftSection | null,
  sections: readonly DraftSection[],
): { beforeId: string | null } | { problem: string } | null {
  const match = placeGrammar.match(words);
  if (match === null) return null;
  const others = sections.filter((section) => section !== moved);
  const at = moved === null ? -1 : sections.indexOf(moved);
  const before = (index: number) => ({ beforeId: others[Math.max(0, index)]?.sectionId ?? null });
  switch (match.intent) {
    case "start":
      return before(0);
    case "end":
      return { beforeId: null };
    case "up":
      return before(at - 1);
    case "down":
      return before(at + 1);
    case "number":
      return before(Number(match.slots["number"]) - 1);
    case "before":
    case "after":
      return besideSection(match.slots["section"] ?? "", match.intent, { sections, moved });
  }
}

/** Numbers are those that people see, the moved section counted; a title's words may mean another than the moved one. */
function besideSection(
  reference: string,
  side: "before" | "after",
  { sections, moved }: { sections: readonly DraftSection[]; moved: DraftSection | null },
): { beforeId: string | null } | { problem: string } {
  const others = sections.filter((section) => section !== moved);
  const found = findSection(reference, sections);
  const target = "problem" in found ? findSection(reference, others) : found;
  if ("problem" in found && "problem" in target) return { problem: found.problem };
  if ("problem" in target) return { problem: target.problem };
  if (target.section === moved) return { problem: sameSection };
  const next = others[others.indexOf(target.section) + 1]?.sectionId ?? null;
  return { beforeId: side === "before" ? target.section.sectionId : next };
}
