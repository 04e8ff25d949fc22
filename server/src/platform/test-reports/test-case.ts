/** One test as its runner tells of it. */
export interface TestCase {
  /** With the names of what it lies in, such as "tides.test.js > high tide"; the same test has the same name on every run. */
  name: string;
  state: "passed" | "failed" | "skipped";
}

/** What lies between the names of a suite and of what is in it. */
export const nameSeparator = " > ";

/** Of a name; longer ones are cut. */
export const maxNameLength = 300;
