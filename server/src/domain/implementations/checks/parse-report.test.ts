import { expect, it } from "vitest";

import { parseReport } from "./parse-report.ts";

const read = (report: { output?: string; junit?: string }) =>
  parseReport({ output: "", junit: "", ...report })?.map(({ name, state }) => `${state}: ${name}`) ?? null;

it("reads what node's own runner says, with tests inside of others", () => {
  const output = [
    "> ferry@1.0.0 test",
    "TAP version 13",
    "# Subtest: high tide",
    "ok 1 - high tide",
    "  ---",
    "  duration_ms: 2.3",
    "  ...",
    "# Subtest: board",
    "    # Subtest: shows times",
    "    not ok 1 - shows times",
    "      ---",
    "      error: 'not ok 5 - quoted'",
    "      ...",
    "    ok 2 - later # SKIP waits for data",
    "    ok 3 - never # TODO",
    "    1..3",
    "not ok 2 - board",
    "ok 3 - neap",
    "1..3",
    "# tests 6",
  ].join("\n");
  expect(read({ output })).toEqual([
    "failed: board",
    "skipped: board > later",
    "skipped: board > never",
    "failed: board > shows times",
    "passed: high tide",
    "passed: neap",
  ]);
});

it.each([
  ["a plan ahead and no dashes", "1..2\nok 1 one\nnot ok 2 two", ["passed: one", "failed: two"]],
  ["times behind the names", "TAP version 13\nok 1 - a # time=12.5ms\n1..1", ["passed: a"]],
  ["a run that broke off", "1..2\nok 1 - a\nBail out! no database", ["failed: Bail out!", "passed: a"]],
  ["lines of a program that only look alike", "ok, that went well\nnot ok at all", null],
  ["nothing", "", null],
  ["a plan without tests", "TAP version 13\n1..0", null],
])("reads %s", (_name, output, expected) => {
  expect(read({ output })).toEqual(expected);
});

it("reads JUnit of several runners, one document after the other", () => {
  const pytest =
    '<?xml version="1.0"?><testsuites><testsuite name="pytest"><testcase classname="tests.test_tides" name="test_low" time="0.1"/>' +
    '<testcase classname="tests.test_tides" name="test_high"><failure message="assert 1 == 2">a &lt; b</failure></testcase>' +
    '<testcase classname="tests.test_tides" name="test_neap"><skipped message="later"/></testcase></testsuite></testsuites>\n';
  const surefire =
    '<?xml version="1.0" encoding="UTF-8"?><testsuite name="FerryTest"><properties><property name="failure" value="x"/></properties>' +
    '<testcase name="sails" classname="FerryTest"><error>NPE</error><system-out><![CDATA[<failure/>]]></system-out></testcase></testsuite>';
  const google = '<testsuite name="Board"><testcase name="Idle" status="notrun"/></testsuite>';
  expect(read({ junit: pytest + surefire + google, output: "1..1\nok 1 - not asked" })).toEqual([
    "skipped: Board > Idle",
    "failed: FerryTest > sails",
    "failed: pytest > tests.test_tides > test_high",
    "passed: pytest > tests.test_tides > test_low",
    "skipped: pytest > tests.test_tides > test_neap",
  ]);
});

it("takes a test that several runs tell of once, and its failure before anything else", () => {
  const one = (state: string) => `<testsuite name="s"><testcase name="t">${state}</testcase></testsuite>`;
  expect(read({ junit: one("<failure/>") + one("") })).toEqual(["failed: s > t"]);
  expect(read({ junit: one("<skipped/>") + one("") })).toEqual(["passed: s > t"]);
});

it("believes nothing of what is no report, and reads no entities of its own", () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><testsuite name="s"><testcase name="&b;"/>';
  expect(read({ junit: `${bomb}</testsuite>` })).toEqual(["passed: s > &b;"]);
  expect(read({ junit: "<html><testcases>" })).toBeNull();
  expect(read({ junit: "<testsuite><testcase name='never ended'" })).toBeNull();
});

it("takes no JUnit for a report that is nested deeper than any", () => {
  const nested = (depth: number) =>
    read({ junit: `<testsuite name="s"><testcase name="t"/>${"<a>".repeat(depth)}`, output: "1..1\nok 1 - told" });
  expect([nested(99), nested(100)]).toEqual([["passed: s > t"], ["passed: told"]]);
  expect(expectSoon(() => nested(1_000_000))).toEqual(["passed: told"]);
});

it("is done soon with what is made to take long", () => {
  const long = "x".repeat(3_000_000);
  const suite = `<testsuite name="${long}">${"<testcase/>".repeat(20_000)}`;
  expect(expectSoon(() => read({ junit: suite }))).toEqual([`passed: ${"x".repeat(300)}`]);
  const suites = Array.from({ length: 98 }, (_, at) => `<testsuite name="${at}${"y".repeat(2_000)}">`).join("");
  expect(expectSoon(() => read({ junit: suites + "<testcase/>".repeat(400_000) }))?.length).toBe(1);
  const tap = `1..1\n# Subtest: ${long}\n${"    ok\n".repeat(20_000)}`;
  expect(expectSoon(() => read({ output: tap }))).toEqual([`passed: ${"x".repeat(300)}`]);
  expect(expectSoon(() => read({ output: `1..1\nok ${"a".repeat(9)}${" ".repeat(400_000)}b\n` }))?.length).toBe(1);
});

/** Far below what these took before they were bounded, and far above what they take. */
function expectSoon<T>(work: () => T): T {
  const began = performance.now();
  const done = work();
  expect(performance.now() - began).toBeLessThan(10_000);
  return done;
}
