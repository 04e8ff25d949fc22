/**
 * The same database, but each transaction is noticed before it begins and after it has ended, and each statement of the
 * kinds in `also` before it is sent.
 */
export function noticed<T extends { transaction: (...args: never[]) => Promise<unknown> }>(
  db: T,
  pass: () => void,
  also: readonly string[] = [],
): T {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      if (also.includes(String(name))) pass();
      if (name !== "transaction") return value.bind(target) as unknown;
      return async (...args: never[]) => {
        pass();
        const result = await target.transaction(...args);
        pass();
        return result;
      };
    },
  });
}
