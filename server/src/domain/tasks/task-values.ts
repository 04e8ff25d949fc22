import type { createTask } from "@cairn/contract/tasks";
import type { Criterion } from "@cairn/contract/tasks";
import type { z } from "zod";

type CriteriaInput = NonNullable<z.output<(typeof createTask)["body"]>["acceptanceCriteria"]>;

/** Criteria as they are stored: each with an id of its own, those that clients gave kept. */
export function toCriteria(given: CriteriaInput, newId: () => string): Criterion[] {
  const taken = new Set<string>();
  return given.map(({ id, text, done }) => {
    const own = id === undefined || taken.has(id) ? newId() : id;
    taken.add(own);
    return { id: own, text, done };
  });
}

/** Each label once, whatever its case, as it was written first. */
export function distinctLabels(labels: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const label of labels) {
    const name = label.toLowerCase();
    if (!byName.has(name)) byName.set(name, label);
  }
  return [...byName.values()];
}

/** How far the criteria are, as the activity of a task says it; null where there are none. */
export function sayCriteria(criteria: readonly Criterion[]): string | null {
  if (criteria.length === 0) return null;
  return `${criteria.filter(({ done }) => done).length} of ${criteria.length}`;
}
