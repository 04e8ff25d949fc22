import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { openTestContext, type TestContext } from "#server/engine/answers/testing/open-test-context.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { stem } from "#server/engine/intent/words.ts";
import type { Focus } from "#server/engine/retrieval/judge-passages.ts";
import type { Use } from "#server/engine/retrieval/relations.ts";

import { locationsBlock, useEntry, usesBlock } from "./show-uses.ts";
import {
  codeStatement,
  evidenceOf,
  focusedEntry,
  otherLinesStatement,
  shownPath,
  shownSignature,
  symbolEntry,
  wholeOf,
} from "./statements.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `  step(${from + at});`);

const fleet: Record<string, string> = {
  "src/short.ts": lines(
    "/** Hoists the sail. Then it waits. And more. */",
    "export function hoist(): void {",
    "  pull();",
    "}",
    "",
    "export function lower(rope: string, /* knots */ ends = 2): void {}",
    "export class Boat {",
    "  steer() {",
    "    return [",
    "      1,",
    "    ];",
    "  }",
    "}",
    "export const blank = `",
    "",
    "`;",
  ),
  "src/long.ts": lines(
    "export function sail() {",
    ...numbered(40),
    "  const wind = tide(",
    "    strong,",
    "  );",
    ...numbered(40, 40),
    "  drop(anchor);",
    ...numbered(20, 80),
    "}",
  ),
  "src/docstring.py": lines("def wave():", '    """Waves."""', "    return 1"),
  "src/fence.ts": "export const md = `\n```ts\ncode\n```\n`;\n",
};

let one: TestContext;
let two: TestContext;
beforeAll(async () => {
  one = await openTestContext({ fleet });
  two = await openTestContext(
    {
      fleet: { "a.ts": "export const a = 1;\n" },
      quay: { "b.ts": "export const b = 1;\n" },
      notes: { "Minutes/1.md": "# Minutes\n" },
    },
    ["notes"],
  );
});
afterAll(async () => {
  await one.remove();
  await two.remove();
});

const ranges = (evidence: readonly Evidence[]) =>
  evidence.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(" ");
const symbol = (path: string, name: string) => one.symbolOf(path, name);
const terms = (...words: string[]) => words.map((word) => ({ word, stem: stem(word), synonyms: [] }));

it("names a repository only where there are several, and of outside texts only their title", () => {
  const [fleetOf, quay, notes] = two.codebases;
  expect(shownPath(one.context, symbol("src/short.ts", "hoist"))).toBe("`src/short.ts`");
  expect(shownPath(two.context, { codebase: quay!, path: "b.ts" })).toBe("`quay/b.ts`");
  expect(shownPath(two.context, { codebase: notes!, path: "Minutes/1.md" })).toBe("`Minutes`");
  expect([wholeOf(one.context, one.codebases[0]!), wholeOf(two.context, fleetOf!)]).toEqual([
    "the indexed code",
    "`fleet`",
  ]);
});

describe("an entry about a declaration", () => {
  it.each([
    ["src/short.ts", "hoist", "- `hoist` (`src/short.ts`) — Hoists the sail. Then it waits.", "1-2"],
    ["src/short.ts", "lower", "- `lower` (`src/short.ts`): `function lower(rope: string, /* knots */ ends = 2): void`", "6-6"],
    ["src/short.ts", "Boat", "- `Boat` (`src/short.ts`)", "7-7"],
    ["src/short.ts", "Boat.steer", "- `Boat.steer` (`src/short.ts`)", "8-8"],
  ])("in %s of %s says what its comment says, or its signature", (path, name, text, evidence) => {
    const entry = symbolEntry(one.context, symbol(path, name));
    expect([entry.text, ranges(entry.evidence)]).toEqual([text, evidence]);
  }); // prettier-ignore

  it("cites comment and declaration apart where they stand far from one another", () => {
    const located = symbol("src/short.ts", "hoist");
    const far = { ...located, symbol: { ...located.symbol, startLine: 14 } };
    expect(ranges(evidenceOf(far, { text: "", startLine: 1, endLine: 2 }))).toBe("1-2 14-14");
    expect(ranges(evidenceOf(located, null))).toBe("2-2");
  });

  it("shows a signature without the comment in it, and no longer than a line", () => {
    const shown = (signature: string) => shownSignature({ signature } as SymbolFact);
    expect(shown("def sail(  # noqa: all of it")).toBe("`def sail( …`");
    expect(shown("fetch(url = 'http://x')")).toBe("`fetch(url = 'http://x')`");
    expect(shown(`f(${"a".repeat(300)})`)).toHaveLength(112);
  });

  it("says which line inside answers, where no comment does", async () => {
    const entry = async (path: string, name: string, focus: Focus | null) => {
      const { text, evidence } = await focusedEntry(one.context, { ...symbol(path, name), focus });
      return [text, ranges(evidence)];
    };
    const focus = { startLine: 82, endLine: 86, line: 85 };
    expect(await entry("src/long.ts", "sail", focus)).toEqual([
      "- `sail` (`src/long.ts`, line 1); line 85: `drop(anchor);`",
      "82-86",
    ]);
    expect(await entry("src/long.ts", "sail", { startLine: 2, endLine: 4, line: 3 })).toEqual([
      "- `sail` (`src/long.ts`, line 1); line 3: `step(1);`",
      "1-4",
    ]);
    expect(await entry("src/long.ts", "sail", null)).toEqual(["- `sail` (`src/long.ts`, line 1)", "1-1"]);
    expect(await entry("src/short.ts", "hoist", { startLine: 3, endLine: 3, line: 3 })).toEqual([
      "- `hoist` (`src/short.ts`, line 2) — Hoists the sail.",
      "1-3",
    ]);
    // A bracket alone says nothing.
    expect(await entry("src/short.ts", "Boat.steer", { startLine: 11, endLine: 11, line: 11 })).toEqual([
      "- `Boat.steer` (`src/short.ts`, line 8)",
      "8-11",
    ]);
  });
});

describe("quoted code", () => {
  const quote = async (path: string, name: string, focus: Focus | null = null, ...words: string[]) => {
    const found = await codeStatement(one.context, symbol(path, name), terms(...words), focus);
    return found && [found.text.split("\u0000")[0]?.trim(), ranges(found.evidence)];
  };

  it.each([
    ["whole where it is short", ["src/short.ts", "hoist"], { focus: null, words: [] }, ["`src/short.ts`, lines 2–4", "2-4"]],
    ["without the docstring that opens it", ["src/docstring.py", "wave"], { focus: null, words: [] }, ["`src/docstring.py`, line 3", "3-3"]],
    ["the beginning of a long one that nothing in it answers", ["src/long.ts", "sail"], { focus: null, words: [] }, ["`src/long.ts`, lines 1–22", "1-22"]],
    ["the lines of a long one that meet the words", ["src/long.ts", "sail"], { focus: null, words: ["anchor"] }, ["`src/long.ts`, lines 64–85", "64-85"]],
    ["the lines of a long one that were found", ["src/long.ts", "sail"], { focus: { startLine: 85, endLine: 85, line: 85 }, words: [] }, ["`src/long.ts`, lines 85–106", "85-106"]],
    ["from the beginning where they stand near it", ["src/long.ts", "sail"], { focus: { startLine: 9, endLine: 20, line: 9 }, words: [] }, ["`src/long.ts`, lines 1–22", "1-22"]],
    ["from the statement that they are a part of", ["src/long.ts", "sail"], { focus: { startLine: 43, endLine: 44, line: 43 }, words: [] }, ["`src/long.ts`, lines 42–63", "42-63"]],
  ])("is %s", async (_, [path = "", name = ""], { focus, words }, expected) => {
    expect(await quote(path, name, focus, ...words)).toEqual(expected);
  }); // prettier-ignore

  it("is fenced so that its own fences stay inside, and is nothing where a file is gone", async () => {
    const found = await codeStatement(one.context, symbol("src/fence.ts", "md"), []);
    expect(found?.text).toMatch(/\n\n````typescript\n[\s\S]*\n````$/);
    const gone = { ...symbol("src/short.ts", "hoist"), path: "src/gone.ts" };
    expect(await codeStatement(one.context, gone, [])).toBeNull();
  });

  it("goes on with other lines that say nearly as much, unless those are quoted already or nothing was", async () => {
    const other = { startLine: 85, endLine: 86, line: 85 };
    const located = { ...symbol("src/long.ts", "sail"), focus: { startLine: 1, endLine: 2, line: 1, other } };
    const quoted = (startLine: number, endLine: number) => ({
      text: "",
      evidence: [{ repositoryId: "fleet", path: "src/long.ts", startLine, endLine }],
    });
    const found = await otherLinesStatement(one.context, located, quoted(1, 22));
    expect(found && [found.text.split("\u0000")[0], ranges(found.evidence)]).toEqual(["and lines 85–88 ", "85-88"]);
    expect(await otherLinesStatement(one.context, located, quoted(80, 90))).toBeNull();
    expect(await otherLinesStatement(one.context, located, null)).toBeNull();
    expect(await otherLinesStatement(one.context, { ...located, focus: null }, quoted(1, 2))).toBeNull();
  });
});

describe("uses", () => {
  const use = (path: string, line: number, own: Partial<Use> = {}): Use => ({
    codebase: one.codebases[0]!,
    path,
    line,
    text: `hoist(${line});`,
    within: null,
    isTest: false,
    isCall: true,
    ...own,
  });
  const within = { name: "steer", parent: "Boat" } as SymbolFact;
  const shown = ({ statements }: { statements: readonly { text: string; evidence: readonly Evidence[] }[] }) =>
    statements.map(({ text, evidence }) => `${text} ${ranges(evidence)}`);

  it("are told in one line for the code and one for the tests, by file", () => {
    const inCode = [
      use("a.ts", 1, { within }),
      use("a.ts", 2, { within }),
      use("b.ts", 3),
      use("c.ts", 4),
      use("d.ts", 5),
    ];
    const inTests = ["x", "x", "y", "z", "w", "v"].map((name, at) => use(`${name}.test.ts`, at + 1, { isTest: true }));
    expect(shown(usesBlock(one.context, { inCode, inTests }))).toEqual([
      "- in `Boat.steer` of `a.ts`, `b.ts`, `c.ts` and `d.ts` 1-1 2-2 3-3",
      "- in tests: 6 lines of `x.test.ts`, `y.test.ts`, `z.test.ts` and 2 more 1-1 3-3 4-4",
    ]);
    expect(shown(usesBlock(one.context, { inCode: [], inTests: inTests.slice(0, 1) }))).toEqual([
      "- in tests: 1 line of `x.test.ts` 1-1",
    ]);
    expect(shown(usesBlock(one.context, { inCode: [], inTests: [] }))).toEqual([]);
  });

  it("are told one by one with what they stand in", () => {
    expect(useEntry(one.context, use("a.ts", 7, { within })).text).toBe(
      "- in `Boat.steer`, `a.ts` line 7: `hoist(7);`",
    );
    expect(useEntry(one.context, use("a.ts", 7, { text: "x`y" })).text).toBe("- `a.ts` line 7: `` x`y ``");
  });

  it("are told by file, each with its lines and what they stand in", () => {
    const found = [
      use("a.ts", 1),
      use("b.ts", 2, { within }),
      use("b.ts", 5, { within }),
      use("b.ts", 9),
      use("x.test.ts", 3, { isTest: true }),
    ];
    expect(shown(locationsBlock(one.context, found))).toEqual([
      "- `a.ts`, line 1: `hoist(1);` 1-1",
      "- `b.ts`: in `Boat.steer`, lines 2 and 5 and line 9 2-2 5-5 9-9",
      "- in tests: 1 line of `x.test.ts` 3-3",
    ]);
  });

  it("are all cited where they are few, however they are spread", () => {
    const found = [...Array.from({ length: 6 }, (_, at) => use("a.ts", at + 1)), use("b.ts", 1), use("c.ts", 1)];
    expect(locationsBlock(one.context, found).statements.map(({ evidence }) => evidence.length)).toEqual([6, 1, 1]);
  });

  it("in very many files are cited for some, and the others are named", () => {
    const found = Array.from({ length: 24 }, (_, at) => use(`f${at}.ts`, at + 1));
    const sent = shown(locationsBlock(one.context, found));
    expect(sent).toHaveLength(11);
    expect(sent[9]).toBe("- `f9.ts`, line 10: `hoist(10);` 10-10");
    expect(sent[10]).toMatch(/^- and in `f10\.ts`, .*`f19\.ts` and 4 more 11-11 .* 20-20$/);
  });

  it("in very many lines of few files are cited for some lines of each", () => {
    const found = Array.from({ length: 24 }, (_, at) => use(at % 2 === 0 ? "a.ts" : "b.ts", at + 1));
    expect(shown(locationsBlock(one.context, found))).toEqual([
      "- `a.ts`: lines 1, 3, 5, 7, 9, 11 and 6 more 1-1 3-3 5-5 7-7 9-9",
      "- `b.ts`: lines 2, 4, 6, 8, 10, 12 and 6 more 2-2 4-4 6-6 8-8 10-10",
    ]);
  });
});
