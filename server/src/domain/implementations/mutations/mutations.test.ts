import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { chooseMutations, isMutable } from "./choose-mutations.ts";
import { maskCode } from "./mask-code.ts";
import { mutateLine } from "./mutate-line.ts";

const mutate = (line: string, language = "typescript") => {
  const [masked = ""] = maskCode(line, language);
  return mutateLine({ line, masked, language }).filter((one) => one !== null);
};

describe("a line is spoilt", () => {
  it.each([
    ["  if (a > b && c) {", "  if (!(a > b && c)) {"],
    ["  } else if (ready) {", "  } else if (!(ready)) {"],
    ["  if (a > b && c) {", "  if (a <= b && c) {"],
    ["  if (a > b && c) {", "  if (a > b || c) {"],
    ["  return low === 2;", "  return low !== 2;"],
    ["  return low(hours);", "  return !(low(hours));"],
    ["  return low(hours)", "  return !(low(hours))"],
    ["export const low = (hours) => hours * 0.4;", "export const low = (hours) => hours * 1.4;"],
    ["export const low = (hours) => hours * 0.4;", "export const low = (hours) => hours + 0.4;"],
    ["const isLow = true;", "const isLow = false;"],
    ["  total += height;", "  total -= height;"],
    ["  boats.push(boat);", "  ;"],
    ["  this.state = next;", "  ;"],
    ['  throw new Error("No tide.");', '  throw new Error("No tide.~");'],
  ])("%j may become %j", (line, spoilt) => {
    expect(mutate(line)).toContain(spoilt);
  });

  it.each([
    ["    if tide is not None:", "    if not (tide is not None):"],
    ["    elif (a or b) and c:", "    elif not ((a or b) and c):"],
    ["    if tide is not None:", "    if tide is None:"],
    ["    return low(hours)", "    return not (low(hours))"],
    ["    boats.append(boat)", "    0"],
    ["    self.state = state", "    0"],
    ["    x = a and b  # and so on", "    x = a or b  # and so on"],
  ])("in Python: %j may become %j", (line, spoilt) => {
    expect(mutate(line, "python")).toContain(spoilt);
  });

  it.each([
    ["// return 2;", "typescript"],
    ["import { low } from './tides.ts';", "typescript"],
    ["const fs = require('node:fs');", "javascript"],
    ["export interface Tide {", "typescript"],
    ["  });", "typescript"],
    ["    # if 2 > 1:", "python"],
    ["from tides import low", "python"],
    ["@property", "python"],
    ["", "python"],
  ])("and nothing where it does nothing: %j", (line, language) => {
    expect(mutate(line, language)).toEqual([]);
  });

  it("and never in comments or texts alone", () => {
    expect(mutate('say("1 > 0"); // 2 > 1')).toEqual([";", 'say("1 > 0~"); // 2 > 1']);
  });
});

it("knows what is no code over many lines", () => {
  expect(maskCode('"""\nif 1 > 2:\n"""\nx = 1', "python").map((line) => line.trim())).toEqual(["", "", "", "x = 1"]);
  expect(maskCode("/* a\n * b > 2\n */ c", "typescript").map((line) => line.trim())).toEqual(["", "", "c"]);
  expect(maskCode("`a\n${b > 2}` + c", "typescript").map((line) => line.trim())).toEqual(["", "+ c"]);
  // An apostrophe that is none of a text spoils its own line at most.
  expect(maskCode("/it's/ > 2\nx = 1", "javascript")).toEqual(["/it       ", "x = 1"]);
});

describe("of a change", () => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await createTestRepository();
  });
  afterAll(() => repository.remove());

  /** The hunks with something to spoil, of a commit that makes this of that. */
  async function choose(before: Record<string, string>, after: Record<string, string>) {
    const base = await repository.commit("Before", before);
    const head = await repository.commit("After", after);
    const { files } = await diffCommits(`${repository.path}/.git`, { base, head, contextLines: 3 });
    return files.filter(isMutable).flatMap((file) => chooseMutations(file, after[file.path] ?? ""));
  }

  const boats = Array.from({ length: 20 }, (_, at) => `const boat${at} = ${at};`).join("\n");

  it("each hunk is spoilt by itself, in at most three ways, on different lines where there are", async () => {
    const changed = boats.replace("boat1 = 1;", "boat1 = 7;").replace("boat18 = 18;", "boat18 = a > 2 && b;");
    const hunks = await choose({ "src/a.ts": boats }, { "src/a.ts": changed });
    expect(hunks.map(({ where }) => where)).toEqual(["src/a.ts:2", "src/a.ts:19"]);
    expect(hunks[0]?.mutations.map(({ what }) => what)).toEqual(["“const boat1 = 7;” became “const boat1 = 8;”"]);
    expect(hunks[1]?.mutations).toHaveLength(3);
    expect(hunks[1]?.mutations[0]?.content).toBe(changed.replace("a > 2", "a <= 2"));
  });

  it("what was taken away comes back", async () => {
    const [hunk] = await choose({ "src/b.ts": boats }, { "src/b.ts": boats.replace("const boat9 = 9;\n", "") });
    expect(hunk).toMatchObject({ where: "src/b.ts:10", mutations: [{ content: boats }] });
    expect(await choose({ "src/c.ts": "a();\n// b\n" }, { "src/c.ts": "a();\n" })).toEqual([]);
    const last = await choose({ "src/d.ts": "a();\nb();\n" }, { "src/d.ts": "" });
    expect(last[0]?.mutations[0]?.content).toBe("a();\nb();\n");
  });

  it("tests, documents, texts and what is generated are left alone", async () => {
    const before = { "test/a.test.ts": "x(1);\n", "README.md": "1\n", "a.json": "1\n", "dist/a.min.js": "x(1);\n" };
    const after = { "test/a.test.ts": "x(2);\n", "README.md": "2\n", "a.json": "2\n", "dist/a.min.js": "x(2);\n" };
    expect(await choose(before, after)).toEqual([]);
  });
});
