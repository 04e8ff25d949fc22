import { edit, problem, splits, type Command, type TurnGround } from "./command.ts";
import { findSection, isSection } from "./find-section.ts";
import type { DraftSection } from "./page-draft.ts";

/** "move A before B", "put section 3 at the top", "swap A and B". */
export function interpretMove(order: string, { draft: { sections } }: TurnGround): Command | null {
  const swapped = /^(?:swap|switch|exchange)\s+(.+)$/i.exec(order)?.[1];
  if (swapped !== undefined) return readSwap(swapped, sections);
  const moved = /^(?:move|put|place|bring|shift|push|pull)\s+(.+)$/i.exec(order)?.[1];
  if (moved === undefined) return null;
  for (const [, reference, place] of splits(
    moved,
    /\s+(?=(?:to\s+)?(?:before|above|after|below|under|behind|ahead|at|as|to|up|down|first|last|in front)\b)/gi,
  )) {
    if (!isSection(reference, sections)) continue;
    const found = findSection(reference, sections);
    if ("problem" in found) continue;
    const target = placeIn(place, found.section, sections);
    if (target === null) continue;
    if ("problem" in target) return problem(target.problem);
    return edit({ kind: "move", sectionId: found.section.sectionId, beforeId: target.beforeId });
  }
  const reference =
    /^(.+?)\s+(?:to\s+)?(?:before|above|after|below|to the|at the|up|down|first|last)\b/i.exec(moved)?.[1] ?? moved;
  const missing = findSection(reference, sections);
  return "problem" in missing && /^move\b/i.test(order) ? problem(missing.problem) : null;
}

function readSwap(words: string, sections: readonly DraftSection[]): Command | null {
  for (const [, first, second] of splits(words, /\s+(?:and|with)\s+/gi)) {
    const [one, other] = [findSection(first, sections), findSection(second, sections)];
    if ("problem" in one) return problem(one.problem);
    if ("problem" in other) return problem(other.problem);
    const ids = sections.map(({ sectionId }) => sectionId);
    const [low, high] = [one.section.sectionId, other.section.sectionId].toSorted(
      (a, b) => ids.indexOf(a) - ids.indexOf(b),
    );
    if (low === undefined || high === undefined || low === high) return problem("These are one and the same section.");
    const afterHigh = ids[ids.indexOf(high) + 1] ?? null;
    return edit(
      { kind: "move", sectionId: high, beforeId: low },
      { kind: "move", sectionId: low, beforeId: afterHigh },
    );
  }
  return null;
}

/** Where something shall stand: before a section, or with null at the end. Null for words that name no place. */
export function placeIn(
  words: string,
  moved: DraftSection | null,
  sections: readonly DraftSection[],
): { beforeId: string | null } | { problem: string } | null {
  const place = words.replace(/^(?:to|at|as|in)\s+(?=\S)/i, "").trim();
  const others = sections.filter((section) => section !== moved);
  if (/^(?:the\s+)?(?:very\s+)?(?:top|start|beginning|front|first(?: (?:section|place|position))?)$/i.test(place)) {
    return { beforeId: others[0]?.sectionId ?? null };
  }
  if (/^(?:the\s+)?(?:very\s+)?(?:end|bottom|last(?: (?:section|place|position))?|back)$/i.test(place)) {
    return { beforeId: null };
  }
  const at = moved === null ? -1 : sections.indexOf(moved);
  if (/^up(?: one)?$/i.test(place)) return { beforeId: others[Math.max(0, at - 1)]?.sectionId ?? null };
  if (/^down(?: one)?$/i.test(place)) return { beforeId: others[at + 1]?.sectionId ?? null };
  const number = /^(?:position|place|number|#)\s*(\d{1,3})$/i.exec(place)?.[1];
  if (number !== undefined) return { beforeId: others[Math.max(0, Number(number) - 1)]?.sectionId ?? null };
  return besideSection(place, others);
}

function besideSection(place: string, others: readonly DraftSection[]) {
  const found = /^(before|above|ahead of|in front of|after|below|under|behind|beneath)\s+(.+)$/i.exec(place);
  if (!found) return null;
  const target = findSection(found[2] ?? "", others);
  if ("problem" in target) return { problem: target.problem };
  const isBefore = /^(?:before|above|ahead|in front)/i.test(found[1] ?? "");
  const next = others[others.indexOf(target.section) + 1]?.sectionId ?? null;
  return { beforeId: isBefore ? target.section.sectionId : next };
}
