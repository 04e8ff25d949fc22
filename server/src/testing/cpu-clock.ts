/** A clock that runs while this thread works and stands while others have the machine; it tells milliseconds. */
export function startCpuClock(): () => number {
  const begin = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1000;
  };
}

const text = "name = value; ".repeat(2_000);

/** The clock steps by some milliseconds, so that less could not be told from nothing. */
const passes = 500;

/**
 * Milliseconds of a fixed piece of honest work on this machine: a pattern that goes over 28,000 characters once, five hundred times.
 * A bound that is a multiple of it holds on a slow machine as on a quick one, and still fails for what goes over a text once
 * for each of its characters.
 */
export function measureReferenceMs(): number {
  const measure = () => {
    const workedMs = startCpuClock();
    for (let pass = 0; pass < passes; pass += 1) text.replaceAll(/(\w+)\s*=\s*(\w+)/g, "$2");
    return workedMs();
  };
  // The first one is compiled meanwhile.
  measure();
  return Math.min(measure(), measure(), measure());
}
