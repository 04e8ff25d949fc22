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
