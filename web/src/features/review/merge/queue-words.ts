import type { QueuedMerge } from "@cairn/contract/implementations";

/** "2nd in the merge queue, being tested" */
export function sayPlace({ state, place }: QueuedMerge): string {
  if (place === null) return "Left the merge queue";
  const words: Record<QueuedMerge["state"], string> = {
    waiting: "waiting to be tested",
    testing: "being tested",
    passed: "passed",
    failed: "failed on top of those before it",
    left: "",
  };
  return `${sayOrdinal(place)} in the merge queue, ${words[state]}`;
}

const plurals = new Intl.PluralRules("en-GB", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

function sayOrdinal(place: number): string {
  return `${place}${endings[plurals.select(place)] ?? "th"}`;
}
