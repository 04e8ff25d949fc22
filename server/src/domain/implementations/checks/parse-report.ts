import { readJunit } from "#server/platform/test-reports/read-junit.ts";
import { readTap } from "#server/platform/test-reports/read-tap.ts";
import type { TestCase } from "#server/platform/test-reports/test-case.ts";
import { storable } from "#server/text/storable.ts";

/** More are not kept; a report that has as many is cut for all runs alike. */
const maxCases = 5_000;

/** What a run of tests left to read. */
interface WrittenReport {
  /** All it wrote to its outputs. */
  output: string;
  /** Its JUnit XML files, one after the other. */
  junit: string;
}

/**
 * The tests of a run in the order of their names, each once: a name that stands for several tests failed when one of them
 * failed, and passed when one passed. Null where the runner told nothing that can be read.
 */
export function parseReport({ output, junit }: WrittenReport): TestCase[] | null {
  const inFiles = readJunit(junit);
  const found = inFiles.length > 0 ? inFiles : readTap(output);
  if (found === null || found.length === 0) return null;
  const states = new Map<string, TestCase["state"]>();
  for (const { name: written, state } of found) {
    const name = storable(written);
    const former = states.get(name) ?? "skipped";
    states.set(name, weight[state] > weight[former] ? state : former);
  }
  return [...states]
    .map(([name, state]) => ({ name, state }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, maxCases);
}

const weight: Record<TestCase["state"], number> = { skipped: 0, passed: 1, failed: 2 };
