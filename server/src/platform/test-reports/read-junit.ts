import { parseXml } from "./parse-xml.ts";
import { joinNames, maxNameLength, maxReportedCases, type TestCase } from "./test-case.ts";

/**
 * The tests in JUnit XML, of one document or of several one after the other. What is no such document has none: nothing
 * here trusts that whoever wrote it meant well. Entities of a document's own are not read.
 */
export function readJunit(xml: string): TestCase[] {
  const cases: TestCase[] = [];
  /** Those that are open, each with the names of all down to it. */
  const suites: (readonly string[])[] = [];
  let current: TestCase | null = null;
  const isReport = parseXml(xml, {
    onopentag(tag, attributes) {
      const around = suites.at(-1) ?? [];
      if (tag === "testsuite") suites.push(addName(around, attributes["name"]));
      else if (tag === "testcase" && cases.length < maxReportedCases)
        current = { name: nameCase(around, attributes), state: stateOf(attributes) };
      else if (current !== null) current.state = stateWithin[tag] ?? current.state;
    },
    onclosetag(tag) {
      if (tag === "testsuite") suites.pop();
      if (tag !== "testcase" || current === null) return;
      cases.push(current);
      current = null;
    },
  });
  return isReport ? cases : [];
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
function nameCase(suites: readonly string[], { classname, name = "" }: Partial<Record<string, string>>): string {
  const parts = addName(suites, classname);
  return joinNames(parts.includes(name) ? parts : [...parts, name]);
}

/** Each once, and none that is empty. */
function addName(names: readonly string[], name = ""): readonly string[] {
  const cut = name.slice(0, maxNameLength);
  return cut === "" || names.includes(cut) ? names : [...names, cut];
}
