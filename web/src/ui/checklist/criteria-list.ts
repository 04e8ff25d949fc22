import { maxCriteria, maxCriterionText } from "@cairn/contract/tasks";
import type { Criterion } from "@cairn/contract/tasks";

/** The criteria in a text that was typed or pasted: one a line, without the marks of a list. */
export function parseCriteria(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\]\s*)?/, "")
        .trim()
        .slice(0, maxCriterionText),
    )
    .filter(Boolean);
}

/** With new criteria at the end, as far as a task may have them. */
export function addCriteria(items: readonly Criterion[], texts: readonly string[]): Criterion[] {
  const added = texts.map((text) => ({ id: crypto.randomUUID(), text, done: false }));
  return [...items, ...added].slice(0, Math.max(items.length, maxCriteria));
}

/** With one criterion at another index; the same list where that is none. */
export function moveCriterion(items: readonly Criterion[], id: string, to: number): readonly Criterion[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (!item || to < 0 || to >= items.length || to === from) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
