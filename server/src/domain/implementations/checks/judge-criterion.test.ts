import type { ChangeFlag } from "@cairn/contract/change-flags";
import { describe, expect, it } from "vitest";

import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import type { CheckToRun } from "./check-to-run.ts";
import { demandOtherwise, makeFailing } from "./failing-test.ts";
import { judgeCriterion } from "./judge-criterion.ts";
import { makeRuns } from "./testing/make-runs.ts";

const content = 'test("low", () => assert.equal(low(2), 0.8));\n';
const ofFile: CheckToRun = {
  kind: "criterion",
  criterionId: "c1",
  command: "node --test test/low.test.js",
  expected: { exitCode: 0, outputContains: null },
  file: { path: "test/low.test.js", content },
};
const ofCommand = (command: string): CheckToRun => ({ ...ofFile, command, file: null });

function makeFile(path: string, added: string, status: DiffedFile["status"] = "modified"): DiffedFile {
  const lines = added
    .split("\n")
    .map((line, at) => ({ type: "added" as const, content: line, oldLine: null, newLine: at + 1 }));
  const hunk = { oldStart: 1, oldLines: 0, newStart: 1, newLines: lines.length, heading: "", lines };
  const modes = { oldMode: "100644", newMode: "100644", isBinary: false, isTruncated: false };
  return { path, oldPath: null, status, additions: 1, deletions: 0, ...modes, hunks: [hunk] };
}

interface Given {
  check?: CheckToRun;
  base?: string[];
  result?: string[];
  file?: DiffedFile;
  flags?: ChangeFlag[];
  wasFooled?: boolean;
  folder?: string;
}

function judge({
  check = ofFile,
  base = ["-", "-"],
  result = ["+", "+", "+"],
  file,
  flags = [],
  wasFooled,
  folder = "",
}: Given) {
  const files = [file ?? makeFile("src/tides.js", "export const low = (hours) => hours * 0.4;")];
  const change = { files, flags: new Map([[files[0]?.path ?? "", flags]]), isTruncated: false };
  return judgeCriterion(check, makeRuns(check, { base, result }), { folder, change, wasFooled: wasFooled ?? null });
}

it.each([
  [["-", "-"], ["+", "+", "+"], "proven", "It failed without the change twice, and passed with it 3 times"],
  [["-a-", "-a-"], ["+a+", "+a+", "+a+"], "proven", ""],
  [["+", "+"], ["+", "+", "+"], "already-true", "passes without the change as well"],
  [["+", "-"], ["+", "+", "+"], "flaky", "Without the change it passed 1 of 2 times"],
  [["-", "-"], ["+", "-", "+"], "flaky", "With the change it passed 2 of 3 times"],
  [["-", "-"], ["-", "-", "-"], "not-met", "It fails with the change as without it. exit 1"],
  [["+", "+"], ["-", "-", "-"], "not-met", "does not any more"],
  [["-", "-"], ["!", "!", "!"], "not-met", "limit"],
  [["!", "-"], ["+", "+", "+"], "not-run", "Without the change it came to no end"],
  [["."], [], "not-run", "no install"],
  [["-", "-"], ["."], "not-run", "no install"],
  // what the runner's own list says
  [["-a-", "-a-"], ["+", "+", "+"], "weak", "tells of no test any more"],
  [["-a-", "-a-"], ["+a?", "+a?", "+a?"], "weak", "no test was run"],
  [["-a-", "-a-"], ["+c+", "+c+", "+c+"], "weak", "one test that failed before did not run: “a”"],
  // a file that could not be loaded before
  [["-low.test-", "-low.test-"], ["+a+b+", "+a+b+", "+a+b+"], "proven", ""],
] as const)("%j before and %j after is %s", (base, result, verdict, reason) => {
  expect(judge({ base: [...base], result: [...result] })).toMatchObject({
    verdict,
    reason: expect.stringContaining(reason),
  });
});

describe("what decides a check", () => {
  it.each([
    [ofFile, "src/tides.js", "x", null],
    [ofFile, "test/low.test.js", "x", null],
    [ofFile, "package.json", '  "version": "1.2.0",', null],
    [ofFile, "package.json", '    "left-pad": "^1.2.0",', null],
    [ofFile, "package.json", '    "test": "exit 0",', "package.json"],
    [ofFile, "package.json", '    "verify": "true"', "package.json"],
    [ofFile, "package.json", '  "exports": "./other.js",', "package.json"],
    [ofFile, "Makefile", "check:", "Makefile"],
    [ofFile, "web/vitest.config.ts", "x", "vitest.config.ts"],
    [ofFile, "node_modules/assert/index.js", "x", "node_modules/assert"],
    [ofFile, "tests/conftest.py", "x", "conftest.py"],
    [ofFile, "test/helper.js", "x", null],
    [ofCommand("npm test"), "test/low.test.js", "x", "writes test/low.test.js, which this check may run"],
    [ofCommand("npm test"), "src/tides.js", "x", null],
    [ofCommand("sh scripts/check.sh"), "scripts/check.sh", "exit 0", "writes scripts/check.sh, which this check runs"],
    [ofCommand("node --test test/"), "test/a.test.js", "x", "writes test/a.test.js"],
    [ofCommand("node --test test/a.test.js"), "test/b.test.js", "x", null],
    [ofCommand("node src/tides.js low"), "src/tides.js", "x", null],
  ])("%o and a change of %s (%s)", (check, path, added, words) => {
    const { verdict, reason } = judge({ check, file: makeFile(path, added) });
    expect(verdict).toBe(words === null ? "proven" : "weak");
    if (words !== null) expect(reason).toContain(words);
  });

  it("counts paths from the service's folder", () => {
    const file = makeFile("web/test/a.test.js", "x");
    expect(judge({ check: ofCommand("node --test test/a.test.js"), folder: "web", file }).verdict).toBe("weak");
    expect(judge({ check: ofCommand("node --test test/a.test.js"), folder: "api", file }).verdict).toBe("proven");
    const own = { ...ofFile, file: { path: "test/a.test.js", content } };
    expect(judge({ check: own, folder: "web", file }).verdict).toBe("proven");
  });

  it("is a new file that the command names", () => {
    expect(judge({ check: ofCommand("./verify"), file: makeFile("verify", "exit 0", "added") }).verdict).toBe("weak");
  });
});

it.each([
  ["  if (hours === 2) return 0.8;", "weak"],
  ["  case 2:\n    return 0.8;", "weak"],
  ["  return hours === 2 ? 0.8 : hours;", "weak"],
  ["  return hours * 0.4;", "proven"],
  ["  if (hours === 0) return 0;\n  return hours * 0.4;", "proven"],
  ["const steps = 2;\nexport const unit = 0.8;", "proven"],
])("an answer in the words of its test is a weak one: %j", (added, verdict) => {
  expect(judge({ file: makeFile("src/tides.js", added) }).verdict).toBe(verdict);
});

it("is weak where the change ends programs early, reaches into its tests, or was fooled", () => {
  expect(judge({ flags: ["early-exit"] }).verdict).toBe("weak");
  expect(judge({ flags: ["early-exit"], base: ["-a-", "-a-"], result: ["+a+", "+a+", "+a+"] }).verdict).toBe("proven");
  expect(judge({ flags: ["reaches-into-tests"] }).verdict).toBe("weak");
  expect(judge({ wasFooled: true }).reason).toContain("made to fail on purpose");
  expect(judge({ wasFooled: false }).verdict).toBe("proven");
});

it("makes tests that cannot pass", () => {
  expect(makeFailing({ path: "a.test.ts", content: "x" })).toMatch(/^x\n;throw new Error/);
  expect(makeFailing({ path: "a.sh", content: "#!/bin/sh\nexit 0" })).toBe("#!/bin/sh\nexit 1\nexit 0");
  expect(makeFailing({ path: "a.lua", content: "x" })).toBeNull();
  expect(demandOtherwise({ content })).toBe('test("low", () => assert.equal(low(2), 1009.8));\n');
  expect(demandOtherwise({ content: 'expect(name()).toBe("ebb");' })).toBe('expect(name()).toBe("ebb, but not this");');
  expect(demandOtherwise({ content: "    assert low(2) == 4" })).toBe("    assert low(2) == 1013");
  expect(demandOtherwise({ content: 'import assert from "node:assert";\nrun();' })).toBeNull();
});
