/**
 * The order of a list that two sides changed: mine, with what only theirs has or what only they moved put behind the one
 * it follows there. Where both moved the same thing, mine is kept. `alive` are the ids that the result has.
 */
export function mergeOrder(
  lists: { base: readonly string[]; theirs: readonly string[]; mine: readonly string[] },
  alive: ReadonlySet<string>,
): string[] {
  const base = lists.base.filter((id) => alive.has(id));
  const theirs = lists.theirs.filter((id) => alive.has(id));
  const mine = lists.mine.filter((id) => alive.has(id));
  const inMine = new Set(mine);
  const movedByMe = movedSince(base, mine);
  const theirMoves = movedSince(base, theirs);
  const isTheirs = (id: string) => !inMine.has(id) || (theirMoves.has(id) && !movedByMe.has(id));
  const order = mine.filter((id) => !isTheirs(id));
  for (const [at, id] of theirs.entries()) {
    if (!isTheirs(id)) continue;
    const before = theirs.slice(0, at).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** The fewest ids that somebody must have moved to get from one order to the other; what only one has is not moved. */
function movedSince(base: readonly string[], now: readonly string[]): Set<string> {
  const location = new Map(base.map((id, at) => [id, at]));
  const common = now.filter((id) => location.has(id));
  const stayed = new Set(longestRising(common.map((id) => location.get(id) ?? 0)).map((at) => base[at]));
  return new Set(common.filter((id) => !stayed.has(id)));
}

function longestRising(numbers: readonly number[]): number[] {
  let best: number[] = [];
  const ending: number[][] = [];
  for (const number of numbers) {
    let run: number[] = [];
    for (const former of ending) if ((former.at(-1) ?? -1) < number && former.length > run.length) run = former;
    ending.push([...run, number]);
    if (run.length + 1 > best.length) best = [...run, number];
  }
  return best;
}
