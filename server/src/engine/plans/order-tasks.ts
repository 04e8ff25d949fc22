/**
 * Puts tasks in an order in which none stands before what it waits for, else as they are, and answers their links by the
 * new places. A link that closes a circle is left out.
 */
export function orderTasks<T extends { blockedBy: readonly number[] }>(
  tasks: readonly T[],
): (T & { blockedBy: number[] })[] {
  const placeOf = new Map<number, number>();
  const rest = tasks.map((_, at) => at);
  const ordered: number[] = [];
  while (rest.length > 0) {
    const isFree = (at: number) =>
      (tasks[at]?.blockedBy ?? []).every((blocker) => blocker === at || placeOf.has(blocker));
    // In a circle nothing is free: the first of them goes, and what it waits for does not hold it up.
    const next = rest.find(isFree) ?? rest[0];
    if (next === undefined) break;
    placeOf.set(next, ordered.length);
    ordered.push(next);
    rest.splice(rest.indexOf(next), 1);
  }
  return ordered.flatMap((at, place) => {
    const task = tasks[at];
    if (task === undefined) return [];
    const places = task.blockedBy.map((blocker) => placeOf.get(blocker) ?? place);
    return [{ ...task, blockedBy: [...new Set(places.filter((one) => one < place))].sort((a, b) => a - b) }];
  });
}
