import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { openTestContext, type TestContext } from "#server/engine/answers/testing/open-test-context.ts";
import { interpretQuestion } from "#server/engine/intent/interpret-question.ts";

import { filesDeclaring, namesMentionedIn } from "./bridge-names.ts";
import { countWordFiles } from "./count-word-files.ts";
import { gatherFacts, isAside } from "./gather-facts.ts";
import { isAboutTeamwork } from "./is-about-teamwork.ts";
import type { Passage } from "./passage.ts";
import { isBesideCode } from "./side-folder.ts";

const exampleScripts = {
  "examples/package.json": JSON.stringify({ name: "sails", scripts: { sail: "node sail.ts" } }),
};
const fleet: Record<string, string> = {
  "src/anchor.ts": "/** Drops it. */\nexport function dropAnchor() {}\nexport class Chain {\n  pull() {}\n}\n",
  "src/chain.ts": "export function pullChain() {}\nexport const Chain = 1;\nconst knots = process.env.KNOTS;\n",
  "src/anchor.test.ts": "it('drops a kedge', () => process.env.ONLY_IN_TESTS);\n",
  "vendor/lib.js": "module.exports = process.env.VENDORED;\n",
  "docs/kedge.md": "# Kedge\n\nA kedge is a light anchor.\n",
  "examples/sail.ts": "export const wind = process.env.WIND;\n",
  "package.json": JSON.stringify({ name: "anchors", scripts: { haul: "node haul.ts" } }),
  ...exampleScripts,
};
const notes = { "Minutes/page.md": "# Minutes\n\nThe gangway was painted.\n" };
const examples = { ...exampleScripts, "examples/sail.ts": "export const wind = process.env.WIND;\n" };

let test: TestContext;
let onlyExamples: TestContext;
beforeAll(async () => {
  test = await openTestContext({ fleet, notes }, ["notes"]);
  onlyExamples = await openTestContext({ examples });
});
afterAll(async () => {
  await test.remove();
  await onlyExamples.remove();
});

describe("names that documents mention", () => {
  const terms = interpretQuestion("How is the anchor dropped?")[0]?.terms ?? [];
  const passage = (heading: string, text: string, own: Partial<Passage> = {}): Passage => ({
    codebase: {} as Codebase,
    path: "docs/guide.md",
    fileKind: "docs",
    language: "markdown",
    content: { type: "prose", prose: { heading, level: 2, text, startLine: 1, endLine: 9 } },
    startLine: 1,
    endLine: 9,
    focus: null,
    score: 10,
    coverage: 1,
    met: [1],
    ...own,
  });
  const sharesOf = (...passages: Passage[]) =>
    Object.fromEntries([...namesMentionedIn(passages, terms)].map(([name, { share }]) => [name, share]));

  it("are those of code in the title, and quoted ones where the text speaks of what is asked", () => {
    const text = "Call `dropAnchor()` to drop the anchor. It pulls `Fleet.Chain#pull`.\n\nRopes are tied by `tieRope`.";
    expect(sharesOf(passage("The anchor_winch and openChain", text))).toEqual({
      anchor_winch: 1,
      openChain: 1,
      dropAnchor: 0.6,
    });
  });

  it("are names of their own, whatever stands before them", () => {
    const text =
      "The anchor drops by `~fleet.winch.Winch`, ``Deck::lowered`` or `.unlatch()`, never by `a` or `to do`.";
    expect(Object.keys(sharesOf(passage("Anchors", text)))).toEqual(["Winch", "lowered", "unlatch"]);
  });

  it("count with the best of the documents that mention them, best first", () => {
    const found = namesMentionedIn(
      [
        passage("pullChain", "", { coverage: 0.7, score: 9 }),
        passage("dropAnchor", "", { coverage: 0.9, score: 8 }),
        passage("pullChain", "", { coverage: 0.8, score: 7 }),
      ],
      terms,
    );
    expect([...found]).toEqual([
      ["dropAnchor", { share: 0.9, score: 8 }],
      ["pullChain", { share: 0.8, score: 7 }],
    ]);
  });

  it.each([
    ["a changelog", passage("dropAnchor", "", { path: "CHANGELOG.md" })],
    ["a document about something else", passage("dropAnchor", "", { coverage: 0.5 })],
    ["an example", passage("dropAnchor", "", { path: "examples/README.md" })],
    ["code", passage("", "", { content: { type: "header" } })],
  ])("are none of %s", (_, one) => {
    expect(sharesOf(one)).toEqual({});
  });

  it("are at most eight, of at most five documents", () => {
    const names = ["aOne", "aTwo", "aThree", "aFour", "aFive", "aSix"];
    expect(Object.keys(sharesOf(...names.map((name) => passage(name, ""))))).toEqual(names.slice(0, 5));
    const text = Array.from({ length: 12 }, (_, at) => `\`anchorName${at}\` drops the anchor.`).join("\n\n");
    expect(Object.keys(sharesOf(passage("", text)))).toHaveLength(8);
  });
});

it("finds the files that declare exactly these names", async () => {
  const found = await filesDeclaring(test.context, ["Chain", "drop", "pull", "missing"]);
  expect(found.map(({ path }) => path)).toEqual(["src/anchor.ts", "src/chain.ts", "src/anchor.ts"]);
});

describe("what files declare", () => {
  it("is gathered of the code itself: not of tests, vendored files, documents or examples", async () => {
    const found = await gatherFacts(test.context, ({ scripts }) => scripts);
    expect(found.map(({ path, fact }) => `${path} ${fact.name}`)).toEqual(["package.json haul"]);
  });

  it("is gathered of examples where there is nothing else", async () => {
    const found = await gatherFacts(onlyExamples.context, ({ scripts }) => scripts);
    expect(found.map(({ path, fact }) => `${path} ${fact.name}`)).toEqual(["examples/package.json sail"]);
  });
});

it.each([
  ["kedge", 2, false],
  ["KNOTS", 1, true],
  ["pullChain", 2, true],
  // Texts from outside the code count as if they were code.
  ["gangway", 1, true],
  ["submarine", 0, false],
])("knows in how many files %s stands, and whether code says it", (word, files, isInCode) => {
  expect(countWordFiles(test.context.withContext, word)).toEqual({ files, isInCode });
  expect(countWordFiles(test.context.withContext, word)).toEqual({ files, isInCode });
});

it.each([
  ["examples/sail.ts", true], ["pkg/examples/a/b.ts", true], ["src/samples/x.py", true], ["benchmarks/x.js", true],
  ["perf/run.go", true], ["t/01-basic.t", true], ["lib/t/x.pl", false], ["src/test_helpers.py", true],
  ["src/test-utils.ts", true], ["fuzz/x.rs", true], ["runtime-tests/a.ts", true], ["src/performance.ts", false],
  ["src/main/java/org/springframework/samples/shop/Cart.java", false], ["app/src/main/kotlin/com/example/demo/A.kt", false],
  ["samples/shop/src/main/java/org/shop/Cart.java", true], ["src/demonstrate/x.ts", false], ["src/example.ts", false], ["examples.md", false], ["src/benches.ts", false],
] as const)("is %s beside the code: %s", (path, expected) => {
  expect(isBesideCode(path)).toBe(expected);
}); // prettier-ignore

it.each([
  ["docs/a.ts", true], ["website/a.ts", true], ["scripts/a.ts", true], ["tools/a.py", true],
  ["src/docs/a.ts", false], ["src/tools/a.ts", false], ["src/examples/a.ts", true],
] as const)("leaves %s out of what the code declares: %s", (path, expected) => {
  expect(isAside(path)).toBe(expected);
}); // prettier-ignore

it.each([
  ["CHANGELOG.md", "", true], ["docs/CODE_OF_CONDUCT.md", "", true], ["CONTRIBUTING.rst", "", true],
  ["docs/upgrading-to-2.md", "", true], [".github/ISSUE_TEMPLATE/bug.md", "", true], [".github/x.md", "", true],
  ["LICENCE", "", true], ["docs/security.md", "", true], ["README.md", "Contributing", true],
  ["README.md", "Credits and thanks", true], ["README.md", "How history is kept", false],
  ["docs/guide.md", "Links between boats", true], ["docs/guide.md", "Boats", false], ["src/changes/list.md", "", false],
] as const)("takes %s, “%s” for teamwork: %s", (path, heading, expected) => {
  const prose = { heading, level: 2, text: "", startLine: 1, endLine: 1 };
  expect(isAboutTeamwork({ path, content: { type: "prose", prose } })).toBe(expected);
}); // prettier-ignore

it("takes code for no teamwork, but in hidden folders", () => {
  expect(isAboutTeamwork({ path: "src/security.ts", content: { type: "header" } })).toBe(false);
  expect(isAboutTeamwork({ path: ".github/check.ts", content: { type: "header" } })).toBe(true);
});
