import { Parser } from "htmlparser2";

import { maxNameLength, nameSeparator, type TestCase } from "./test-case.ts";

/**
 * The tests in JUnit XML, of one document or of several one after the other. What is no such document has none: nothing
 * here trusts that whoever wrote it meant well. Entities of a document's own are not read.
 */
export function readJunit(xml: string): TestCase[] {
  const cases: TestCase[] = [];
  const suites: string[] = [];
  let current: TestCase | null = null;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag === "testsuite") suites.push(attributes["name"] ?? "");
        else if (tag === "testcase") current = { name: nameCase(suites, attributes), state: stateOf(attributes) };
        else if (current !== null) current.state = stateWithin[tag] ?? current.state;
      },
      onclosetag(tag) {
        if (tag === "testsuite") suites.pop();
        if (tag !== "testcase" || current === null) return;
        cases.push(current);
        current = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return cases;
}

/** Elements of a test that say how it ended. */
const stateWithin: Partial<Record<string, TestCase["state"]>> = {
  failure: "failed",
  error: "failed",
  skipped: "skipped",
};

/** GoogleTest says of tests that did not run that they were "notrun" or "skipped". */
function stateOf({ status = "", result = "" }: Partial<Record<string, string>>): TestCase["state"] {
  return [status, result].some((said) => /^(?:notrun|skipped|suppressed)$/i.test(said)) ? "skipped" : "passed";
}

/** Suites may be nested; `classname` repeats them, or says where the test is declared. */
function nameCase(suites: readonly string[], { classname = "", name = "" }: Partial<Record<string, string>>): string {
  const parts = [...suites, classname].filter((part) => part !== "");
  return [...new Set([...parts, name])].join(nameSeparator).slice(0, maxNameLength);
}
