/** One test as its runner tells of it. */
export interface TestCase {
  /** With the names of what it lies in, such as "tides.test.js > high tide"; the same test has the same name on every run. */
  name: string;
  state: "passed" | "failed" | "skipped";
}

/** What lies between the names of a suite and of what is in it. */
const nameSeparator = " > ";

/** Of a name; longer ones are cut. */
export const maxNameLength = 300;

/** Of one report; what stands behind them is not read. No runner of tests has as many. */
export const maxReportedCases = 100_000;

/** Of what a test lies in and its own. No more of it is put together than is kept, as each test repeats the names around it. */
export function joinNames(names: readonly string[]): string {
  let joined = "";
  for (const [at, name] of names.entries()) {
    if (joined.length >= maxNameLength) break;
    joined += `${at === 0 ? "" : nameSeparator}${name.slice(0, maxNameLength)}`;
  }
  return joined.slice(0, maxNameLength);
}
