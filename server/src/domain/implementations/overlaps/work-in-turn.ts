import { setImmediate } from "node:timers/promises";

/** Works on some at once, in their order, so that many of them do not start as many processes. */
export async function workInTurn<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** Each with each that comes after it. Between any two pairs everybody else has a turn: comparing is work of the one thread. */
export async function* pairInTurn<T>(items: readonly T[]): AsyncGenerator<[one: T, other: T]> {
  for (const [at, one] of items.entries()) {
    for (const other of items.slice(at + 1)) {
      await setImmediate();
      yield [one, other];
    }
  }
}
