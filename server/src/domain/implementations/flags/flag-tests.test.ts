import { describe, expect, it } from "vitest";

import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { flagTests } from "./flag-tests.ts";

/** Lines with the sign of a diff before them. */
function makeFile(path: string, lines: string, change: Partial<DiffedFile> = {}): DiffedFile {
  const types = { "+": "added", "-": "deleted", " ": "context" } as const;
  const parsed = lines.split("\n").map((line, at) => ({
    type: types[line[0] as "+" | "-" | " "],
    content: line.slice(1),
    oldLine: at + 1,
    newLine: at + 1,
  }));
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, heading: "", lines: parsed };
  const modes = { oldMode: "100644", newMode: "100644" };
  const counts = { additions: 1, deletions: 1, isBinary: false, isTruncated: false };
  return { path, oldPath: null, status: "modified", ...modes, ...counts, hunks: [hunk], ...change };
}

const flagsOf = (...files: DiffedFile[]) => files.map(({ path }) => flagTests(files).get(path));

describe("of a changed test", () => {
  it.each([
    ["a.test.ts", "-it('is high', () => {\n-  expect(high()).toBe(3);\n-});", ["deleted-tests"]],
    ["a.test.ts", "-it('is high', () => {\n+// it('is high', () => {", ["deleted-tests"]],
    ["a.test.ts", "-it('is high', () => {\n+it.skip('is high', () => {", ["skipped-tests"]],
    ["a.test.ts", "-  test('a', run);\n+  test('a', { skip: 'flaky' }, run);", ["skipped-tests"]],
    ["a.test.ts", " it('a', () => {});\n+it.only('b', () => {});", ["skipped-tests"]],
    ["a.test.ts", "-  expect(low()).toBe(0.4);\n+  expect(low()).toBeDefined();", ["weakened-tests"]],
    ["a.test.ts", "-  assert.equal(low(), 0.4);\n+  assert.ok(true);", ["weakened-tests"]],
    ["a.test.js", "-  assert.equal(low(), 0.4);", ["weakened-tests"]],
    ["test_a.py", "-def test_low():\n-    assert low() == 0.4", ["deleted-tests"]],
    ["test_a.py", "+@pytest.mark.skip(reason='later')\n def test_low():", ["skipped-tests"]],
    ["test_a.py", "-    assert low() == 0.4\n+    assert True", ["weakened-tests"]],
    ["a_test.go", " func TestLow(t *testing.T) {\n+\tt.Skip()", ["skipped-tests"]],
    ["a_test.go", '-\t\tt.Errorf("low is %v", low())\n+\t\tt.Log("low")', ["weakened-tests"]],
    ["src/a.rs", "-#[test]\n-fn low() { assert_eq!(1, 1); }", ["deleted-tests"]],
    ["src/a.rs", " #[test]\n+#[ignore]\n fn low() {", ["skipped-tests"]],
    ["src/LowTest.java", '+  @Disabled("later")\n   @Test\n   void low() {', ["skipped-tests"]],
    ["src/LowTest.java", "-  @Test\n   void low() {", ["deleted-tests"]],
    ["spec/low_spec.rb", '-  it "is low" do\n+  xit "is low" do', ["skipped-tests"]],
    ["tests/LowTests.cs", '-    [Fact]\n+    [Fact(Skip = "later")]', ["skipped-tests"]],
    ["tests/LowTest.php", "-        $this->assertSame(0.4, low());", ["weakened-tests"]],
  ])("%s: %j has the flags %j", (path, lines, flags) => {
    expect(flagsOf(makeFile(path, lines))).toEqual([flags]);
  });

  it.each([
    ["another name", "a.test.ts", "-it('is high', run);\n+it('is higher', run);"],
    ["another value", "a.test.ts", "-  expect(high()).toBe(3);\n+  expect(high()).toBe(4);"],
    ["one line for two", "a.test.ts", "-  expect(a).toBe(1);\n+  expect([a, b]).toEqual([1, 2]);"],
    ["a test that was skipped", "a.test.ts", "-it.skip('is high', run);\n+it('is high', run);"],
    ["words of a product", "a.test.ts", "+  expect(names).toEqual({ todo: 'To do', skip: 1 });"],
    ["a comment that goes", "test_a.py", "-# assert that it holds"],
    ["another helper", "a_test.go", "-func makeBoat() boat {\n+func makeBoat(t *testing.T) boat {"],
    ["no test at all", "src/a.ts", "-assert(isReady);\n-expect(2);"],
  ])("nothing is flagged of %s", (_name, path, lines) => {
    expect(flagsOf(makeFile(path, lines))).toEqual([[]]);
  });
});

it("knows what moved to another file from what is gone", () => {
  const test = "it('is high', () => {\n-  expect(high()).toBe(3);\n-});";
  const from = makeFile("a.test.ts", `-${test}`, { status: "deleted" });
  const to = makeFile("tides/b.test.ts", `-${test}`.replaceAll(/^-/gm, "+"), { status: "added" });
  expect(flagsOf(from, to)).toEqual([[], []]);
  expect(flagsOf(from)).toEqual([["deleted-tests"]]);
  // One new test with a demand of its own does not make up for one that went.
  const other = makeFile("b.test.ts", "+it('is there', () => expect(true).toBe(true));");
  expect(flagsOf(from, other)).toEqual([["deleted-tests"], []]);
});

it("works a while, and not for minutes, where thousands of tests change at once", () => {
  const files = Array.from({ length: 1_500 }, (_, at) => {
    const lines = Array.from({ length: 40 }, (_, line) => `+  expect(depth(${at}, ${line})).toBe(${line});`);
    return makeFile(`tides/${at}.test.ts`, ["-  expect(depth()).toBe(3);", ...lines].join("\n"));
  });
  const cpuMs = startCpuClock();
  expect([...flagTests(files).values()].flat()).toEqual([]);
  expect(cpuMs()).toBeLessThan(4_000);
});

it("counts a file of tests that goes, in a language that it does not know, but none of their data", () => {
  expect(flagsOf(makeFile("tides.test.lua", "-is(low(), 0.4)", { status: "deleted" }))).toEqual([["deleted-tests"]]);
  expect(flagsOf(makeFile("test/fixtures/a.json", "-{}", { status: "deleted" }))).toEqual([[]]);
});

it.each([
  ["src/tides.ts", "+if (process.env.CI) process.exit(0);"],
  ["test/setup.py", "+    os._exit(0)"],
  ["run-tests.sh", "+exit 0"],
  ["src/main.go", "+\tos.Exit(0)"],
])("%s says that all went well: %s", (path, line) => {
  expect(flagsOf(makeFile(path, line))).toEqual([["early-exit"]]);
  expect(flagsOf(makeFile(path, `${line}\n${line.replace("+", "-")}`))).toEqual([[]]);
  expect(flagsOf(makeFile(path, line.replaceAll("0", "1")))).toEqual([[]]);
});
