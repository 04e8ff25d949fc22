import type { Criterion } from "./tasks.ts";

/**
 * A list of criteria that somebody wrote, put over what others made of the same list meanwhile, by their ids. `base` is
 * what `mine` rests on, `theirs` how it is now. What either side added stays; what one removed is gone, unless the other
 * worded it anew; of text and tick the one counts that differs from `base`, and where both do, mine. The order is mine
 * where I changed it, else theirs; whatever only one side has stands behind what it stood behind there.
 */
export function mergeCriteria(given: {
  base: readonly Criterion[];
  mine: readonly Criterion[];
  theirs: readonly Criterion[];
}): Criterion[] {
  const [base, mine, theirs] = [byId(given.base), byId(given.mine), byId(given.theirs)];
  const merged = (id: string): Criterion | null => {
    const [was, own, other] = [base.get(id), mine.get(id), theirs.get(id)];
    if (own && other) {
      const isMine = (field: "text" | "done") => was === undefined || own[field] !== was[field];
      return { id, text: isMine("text") ? own.text : other.text, done: isMine("done") ? own.done : other.done };
    }
    const left = own ?? other;
    // The other side removed it, or has never seen it.
    return left && (was === undefined || left.text !== was.text) ? left : null;
  };
  const isSorted = isSameOrder(given.base, given.mine);
  const [lead, follow] = isSorted ? [given.theirs, given.mine] : [given.mine, given.theirs];
  return weave(lead, follow).flatMap((id) => merged(id) ?? []);
}

function byId(criteria: readonly Criterion[]): Map<string, Criterion> {
  return new Map(criteria.map((criterion) => [criterion.id, criterion]));
}

/** Whether those that both have stand in the same order. */
function isSameOrder(one: readonly Criterion[], other: readonly Criterion[]): boolean {
  const [own, others] = [byId(one), byId(other)];
  const left = one.filter(({ id }) => others.has(id));
  const right = other.filter(({ id }) => own.has(id));
  return left.every(({ id }, at) => id === right[at]?.id);
}

/** All ids in the order of the first list; those of the second alone stand behind what they stand behind there. */
function weave(lead: readonly Criterion[], follow: readonly Criterion[]): string[] {
  const ids = lead.map(({ id }) => id);
  for (const [at, { id }] of follow.entries()) {
    if (ids.includes(id)) continue;
    const before = follow[at - 1]?.id;
    // What the first list added at its end stands before what the second one did.
    const isLast = follow.slice(at).every((one) => !lead.some((known) => known.id === one.id));
    ids.splice(isLast ? ids.length : before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
  }
  return ids;
}
