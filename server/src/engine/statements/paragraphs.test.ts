import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { FileRef } from "#server/engine/answer-context/answer-context.ts";
import { openTestContext, type TestContext } from "#server/engine/answers/testing/open-test-context.ts";
import { interpretQuestion, type QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stem } from "#server/engine/intent/words.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";

import { relevantDoc } from "./informative-doc.ts";
import { chooseParagraphs, citeCodeBefore, quoteParagraph, readParagraphs, type Paragraph } from "./paragraphs.ts";
import { chooseProse, proseBlock } from "./quote-prose.ts";
import { findTestTitles } from "./test-titles.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const guide = lines(
  "# Tides",
  "",
  "The tide turns twice a day, and the harbour",
  "opens its gate then.",
  "",
  "To open the gate by hand:",
  "",
  "```sh",
  "gate --open",
  "```",
  "",
  "- the gate opens at high tide",
  "- lamps are lit",
  "",
  "* a third point",
  "",
  "---",
  "ok.",
  "",
  "| a | b |",
  "",
  "The end of it speaks of nothing else.",
);
const files: Record<string, string> = {
  "docs/tides.md": guide,
  "docs/windows.md": guide.replaceAll("\n", "\r\n"),
  "docs/notes.txt": "The tide is high::\n\n    wait\n",
  "CHANGELOG.md": "# Tides\n\nThe harbour gate opens when the tide turns.\n",
  "src/gate.ts": lines(
    "/**",
    " * Opens the gate.",
    " *",
    " * The gate waits 15 seconds for the tide before it closes.",
    " * - the tide closes it at once when the harbour is full",
    " *",
    " * ```",
    " * the tide closes the gate",
    " * ```",
    " * @param tide closes the gate by the tide",
    " */",
    "export function openGate(): void {}",
  ),
  "src/gate.test.ts": lines(
    "describe('gate', () => {",
    "  it('opens the gate with the tide', () => {});",
    '  it("doesn\\\'t close", () => {});',
    "  it('lights lamps', () => {});",
    "  gate('is no test of the tide', () => {});",
    "  it('opens the gate with the tide', () => {});",
    "it('gate', () => {});",
    "});",
  ),
  "tests/test_gate.py": "def test_gate_opens_with_tide():\n    pass\n\ndef test_x():\n    pass\n",
  "gate_test.go": 'package gate\n\nfunc TestGateAtHTTPTide(t *testing.T) {\n\tt.Run("gate of the tide", nil)\n}\n',
};

let harbour: TestContext;
beforeAll(async () => {
  harbour = await openTestContext({ harbour: files });
});
afterAll(() => harbour.remove());

const at = (path: string): FileRef => ({ codebase: harbour.codebases[0]!, path });
const terms = (...words: string[]): QuestionTerm[] => words.map((word) => ({ word, stem: stem(word), synonyms: [] }));
const cited = ({ text, evidence }: { text: string; evidence: readonly { startLine: number; endLine: number }[] }) =>
  `${text} ${evidence.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(",")}`;

describe("paragraphs of a document", () => {
  const shown = ({ kind, blocks, startLine, endLine }: Paragraph) =>
    `${kind} of ${blocks.length}, ${startLine}-${endLine}`;
  const whole = [
    "paragraph of 1, 3-4",
    "paragraph of 1, 6-6",
    "code of 1, 8-10",
    "list of 3, 12-15",
    "paragraph of 1, 22-22",
  ];

  it.each(["docs/tides.md", "docs/windows.md"])(
    "are prose, lists and code, whatever ends the lines: %s",
    async (path) => {
      expect((await readParagraphs(harbour.context, at(path), { startLine: 1, endLine: 99 })).map(shown)).toEqual(
        whole,
      );
    },
  );

  it("are those between two lines, as the whole document has them", async () => {
    const found = await readParagraphs(harbour.context, at("docs/tides.md"), { startLine: 5, endLine: 13 });
    expect(found.map(shown)).toEqual(["paragraph of 1, 6-6", "code of 1, 8-10", "list of 2, 12-13"]);
  });

  it("are none of a file that the commit does not hold", async () => {
    expect(await readParagraphs(harbour.context, at("docs/none.md"), { startLine: 1, endLine: 9 })).toEqual([]);
  });
});

describe("paragraphs that are chosen", () => {
  const choose = async (limit: number, ...words: string[]) => {
    const all = await readParagraphs(harbour.context, at("docs/tides.md"), { startLine: 1, endLine: 99 });
    return chooseParagraphs(all, terms(...words), limit).map(
      ({ startLine, blocks }) => `${startLine}, ${blocks.length}`,
    );
  };

  it("meet most of the words, in the order they stand; of a list only the items that do", async () => {
    expect(await choose(1, "tide", "harbour")).toEqual(["3, 1"]);
    expect(await choose(2, "gate", "high")).toEqual(["3, 1", "12, 1"]);
  });

  it("bring the code that they announce", async () => {
    expect(await choose(1, "hand")).toEqual(["6, 1", "8, 1"]);
  });

  it("are none where nothing meets a word and nothing is long enough to stand for itself", async () => {
    expect(await choose(1)).toEqual([]);
    expect(chooseParagraphs([], terms("tide"), 3)).toEqual([]);
  });
});

describe("quotations", () => {
  const quote = async (startLine: number, endLine: number) => {
    const [paragraph] = await readParagraphs(harbour.context, at("docs/tides.md"), { startLine, endLine });
    return paragraph ? quoteParagraph(at("docs/tides.md"), paragraph, terms("tide")).map(cited) : [];
  };

  it("are cited by the lines they stand on, each item of a list by its own", async () => {
    expect(await quote(1, 5)).toEqual(["The tide turns twice a day, and the harbour opens its gate then. 3-4"]);
    expect(await quote(8, 10)).toEqual(["```sh\ngate --open\n``` 8-10"]);
    expect(await quote(11, 20)).toEqual([
      "- the gate opens at high tide 12-12",
      "- lamps are lit 13-13",
      "- a third point 15-15",
    ]);
  });

  it("of a long paragraph are the sentences in a row that meet most words", () => {
    const filler = (about: string) => `This sentence speaks of ${about} and of ${"very ".repeat(30)}little else.`;
    const text = [filler("rope"), filler("tar"), filler("the tide"), filler("salt")].join(" ");
    const block = { kind: "paragraph" as const, text, note: "", indent: 0, startLine: 1, endLine: 9 };
    const paragraph: Paragraph = { kind: "paragraph", blocks: [block], startLine: 1, endLine: 9 };
    const [first] = quoteParagraph(at("x.md"), paragraph, terms("tide"));
    expect(first?.text).toBe(`${filler("tar")} ${filler("the tide")}`);
  });

  it("of code are cited by the sentence before, where there is one", () => {
    const line = (startLine: number) => ({ repositoryId: "r", path: "x.md", startLine, endLine: startLine });
    const code = { text: "```\nx\n```", evidence: [line(2)] };
    const before = { text: "Like this:", evidence: [line(1)] };
    expect(citeCodeBefore([before, code, code])).toEqual([
      { ...before, evidence: [line(1), line(2)] },
      { ...code, evidence: [] },
      code,
    ]);
    expect(citeCodeBefore([code])).toEqual([code]);
  });
});

describe("what documents say of a question", () => {
  const part = interpretQuestion("When does the harbour gate open with the tide?")[0]!;

  it("is quoted with its document, and a changelog is none", async () => {
    const block = await proseBlock(harbour.context, part, await retrieve(harbour.context, part));
    expect(block.heading).toBe("From the documentation");
    const [lead, ...quoted] = block.statements;
    expect(lead).toEqual({ text: "`docs/tides.md`, “Tides”:", evidence: [] });
    expect(quoted[0]).toMatchObject({
      text: "> The tide turns twice a day, and the harbour opens its gate then.",
      evidence: [{ path: "docs/tides.md", startLine: 3, endLine: 4 }],
    });
    expect(JSON.stringify(block)).not.toContain("CHANGELOG");
  });

  it("is only what meets half of the question and comes near the best", () => {
    const prose = (path: string, coverage: number, score: number, own: Partial<Passage> = {}) =>
      ({
        path,
        coverage,
        score,
        fileKind: "docs",
        content: { type: "prose", prose: { heading: "" } },
        ...own,
      }) as Passage;
    const passages = [
      prose("a.md", 0.9, 10),
      prose("b.md", 0.4, 9),
      prose("test/c.md", 0.9, 9, { fileKind: "test" }),
      prose("examples/d.md", 0.9, 9),
      prose("e.ts", 0.9, 8, { content: { type: "header" } }),
      prose("f.md", 0.5, 5),
      prose("g.md", 0.9, 4.9),
    ];
    const chosen = (limit: number) => chooseProse({ passages } as unknown as Retrieval, limit).map(({ path }) => path);
    expect(chosen(9)).toEqual(["a.md", "f.md"]);
    expect(chosen(1)).toEqual(["a.md"]);
    expect(chooseProse({ passages: [] } as unknown as Retrieval, 2)).toEqual([]);
  });
});

describe("titles of tests", () => {
  const titles = async (paths: string[], words: string[], limit = 9) =>
    (await findTestTitles(harbour.context, { files: paths.map(at), terms: terms(...words), limit })).map(
      ({ title, line, matches }) => `${line} ${title} ${matches}`,
    );

  it.each([
    [["src/gate.test.ts"], ["gate", "tide"], ["2 opens the gate with the tide 2"]],
    // Half of the words is the least that a title has to meet.
    [["src/gate.test.ts"], ["gate", "tide", "opens"], ["2 opens the gate with the tide 3"]],
    [["src/gate.test.ts"], ["close"], ["3 doesn't close 1"]],
    [["tests/test_gate.py"], ["gate"], ["1 gate opens with tide 1"]],
    [["gate_test.go"], ["gate"], ["3 gate at http tide 1", "4 gate of the tide 1"]],
    [["src/none.test.ts"], ["gate"], []],
    [[], ["gate"], []],
  ])("in %j that speak of %j", async (paths, words, expected) => {
    expect(await titles(paths, words)).toEqual(expected);
  });

  it("are no more than wanted, the best of all files first", async () => {
    expect(await titles(["tests/test_gate.py", "src/gate.test.ts"], ["gate", "the"], 1)).toEqual([
      "2 opens the gate with the tide 2",
    ]);
  });
});

describe("what a comment says further down", () => {
  const weighted = (...words: string[]) => terms(...words).map((one) => ({ ...one, weight: 1, alikeWeight: 0.6 }));
  const output = (words: string[], reported = "Opens the gate.", wantsAmount = false) => {
    const located = harbour.symbolOf("src/gate.ts", "openGate");
    const found = relevantDoc(located, { terms: weighted(...words), wantsAmount }, { text: reported, evidence: [] });
    return found && cited(found);
  };

  it.each([
    ["the sentence that meets most words, with its line", ["tide", "seconds"], "Its comment adds: “The gate waits 15 seconds for the tide before it closes.” 4-5"],
    ["an item of a list for itself", ["tide", "full"], "Its comment adds: “the tide closes it at once when the harbour is full” 5-6"],
    ["nothing that meets one word alone", ["seconds"], null],
    ["nothing of what was said already", ["gate", "opens"], null],
    ["nothing that is code or a tag", ["param", "gate"], null],
  ])("is %s", (_, words, expected) => {
    expect(output(words)).toBe(expected);
  }); // prettier-ignore

  it("is nothing that was said in other words already", () => {
    expect(output(["tide", "seconds"], "Waits some seconds for the tide.")).toBeNull();
  });

  it("is a number for whoever asks how much", () => {
    expect(output(["tide", "closes", "harbour"])).toContain("the harbour is full");
    expect(output(["tide", "closes", "harbour"], "", true)).toContain("15 seconds");
  });

  it("is nothing without a comment", () => {
    const located = harbour.symbolOf("src/gate.ts", "openGate");
    const bare = { ...located, symbol: { ...located.symbol, doc: null } };
    expect(relevantDoc(bare, { terms: weighted("tide"), wantsAmount: false }, { text: "", evidence: [] })).toBeNull();
  });
});
