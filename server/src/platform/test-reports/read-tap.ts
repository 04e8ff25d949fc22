import { joinNames, maxNameLength, maxReportedCases, type TestCase } from "./test-case.ts";

const point = /^( *)(not )?ok\b(?: +\d+)?(?: +-)? *(.*)$/;
const subtest = /^( *)# Subtest: (.*)$/;
// Spaces are tried from the first of them alone: a line may hold millions.
const directive = /(?<![\\ ]) +# *(skip|todo)\b.*$/i;
/** Timings and the like differ from run to run. */
const otherComment = /(?<![\\ ]) +# *(?:time=.*|\d[\d.]* *m?s)$/;

/**
 * The tests in the output of a runner that writes the Test Anything Protocol; null where it does not. Tests that hold
 * others count beside them, with their names before those of the others. A test that is still to do counts as skipped.
 */
export function readTap(output: string): TestCase[] | null {
  const lines = output.split(/\r?\n/);
  if (!lines.some((line) => /^(?:TAP version \d+|1\.\.\d+)$/.test(line.trim()))) return null;
  const cases: TestCase[] = [];
  /** Names of the tests around, by how far what they hold is set in. */
  const around: { indent: number; name: string }[] = [];
  let isBailed = false;
  for (const line of lines) {
    if (line.startsWith("Bail out!")) isBailed = true;
    const [, opened = "", title] = subtest.exec(line) ?? [];
    if (title !== undefined) {
      leave(around, opened.length);
      around.push({ indent: opened.length, name: title.slice(0, maxNameLength) });
      continue;
    }
    const [match, indent = "", not, rest = ""] = point.exec(line) ?? [];
    if (match === undefined || cases.length >= maxReportedCases) continue;
    leave(around, indent.length);
    const [, mark] = directive.exec(rest) ?? [];
    const own = rest.replace(directive, "").replace(otherComment, "").trim();
    const name = joinNames([...around.map((outer) => outer.name), own]);
    const state = mark === undefined ? (not === undefined ? "passed" : "failed") : "skipped";
    cases.push({ name, state });
  }
  if (isBailed) cases.push({ name: "Bail out!", state: "failed" });
  return cases;
}

/** What was set in as far or further is over. */
function leave(around: { indent: number }[], indent: number): void {
  while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
}
