/**
 * Does the work for each, so many at once, in their order. The first failure ends it: no other is begun, and it is thrown
 * when those under way have ended.
 */
export async function eachOfSome<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const takeTurns = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}
