import { describe, expect, it } from "vitest";

import { judgeText } from "./judge-text.ts";
import type { SectionMaterial } from "./section-material.ts";

const source = (path: string) => ({ repositoryId: "r", path, startLine: 1, endLine: 4, commit: "c", hash: "h" });
const material: SectionMaterial = {
  builtIn: null,
  text: "`announcedDelay` is the delay passengers are told about. [1]\n\nSee https://board.example/docs.\n\n[2] src/rules/delay.ts lines 1-4\nexport function announcedDelay(minutes: number) {\n  return minutes < 5 ? 0 : minutes;\n}",
  sources: [source("docs/a.md"), source("src/rules/delay.ts")],
};

/** What is left of a model's text, the files it rests on, and how much was left out. */
function judge(raw: string) {
  const judged = judgeText(raw, material, { title: "Delays" });
  if (!judged.ok) return judged.problem;
  const { content, sources, dropped } = judged.text;
  return [content, sources.map(({ path }) => path).join(" "), dropped];
}

const both = "src/rules/delay.ts docs/a.md";
const nothing = expect.stringMatching(/^No paragraph, list item or table row bore the number/);

describe("a model's text", () => {
  it.each([
    ["keeps what is cited, numbered as it is read", "Told [2]. Shown [1].\n\nAgain [2].", ["Told [1]. Shown [2].\n\nAgain [1].", both, 0]],
    ["loses paragraphs that cite nothing", "Told [2].\n\nMade up.\n\nShown [1].", ["Told [1].\n\nShown [2].", both, 1]],
    ["loses sentences that cite numbers never given", "Told [2]. Made up [9].", ["Told [1].", "src/rules/delay.ts", 1]],
    ["keeps a sentence that one of its numbers proves", "Told [2, 9].", ["Told [1].", "src/rules/delay.ts", 0]],
    ["keeps a lazy line with its item", "1. One [1]\n   `minutes` go on\n2. Two", ["1. One [1]\n   `minutes` go on", "docs/a.md", 1]],
    ["keeps quotes and other scripts", "> Über Fähren [2]。日本語 [1]。", ["> Über Fähren [1]。日本語 [2]。", both, 0]],
    ["takes lists cited in one mark apart", "`announcedDelay(minutes)` [2, 1].", ["`announcedDelay(minutes)` [1][2].", both, 0]],
  ])("%s", (_, raw, kept) => {
    expect(judge(raw)).toEqual(kept);
  }); // prettier-ignore

  it.each([
    ["names in backticks that the facts do not hold", "`flyAway` flies [2]."],
    ["citations in code alone", "See `items[1]`."],
    ["a lead to nothing", "It says:\n\nNothing cited."],
    ["code without a word that cites it", "It does so.\n\n```ts\nreturn minutes < 5 ? 0 : minutes;\n```"],
    ["headings", "## One\n\n### Two"],
    ["a rule", "---"],
  ])("is nothing where it is only %s", (_, raw) => {
    expect(judge(raw)).toEqual(nothing);
  });
});

describe("headings", () => {
  it.each([
    ["go where they repeat the title", "# **Delays**\n\nTold [2].", "Told [1]."],
    ["stand below the section's own", "# One\n\nTold [2].\n\n## Two\n\nShown [2].", "### One\n\nTold [1].\n\n#### Two\n\nShown [1]."],
    ["go no deeper than headings go", "# One\n\nTold [2].\n\n###### Six\n\nShown [2].", "### One\n\nTold [1].\n\n###### Six\n\nShown [1]."],
    ["go with what stood below them", "### One\n\nTold [2].\n\n### Empty\n\nMade up.\n\n#### Emptier", "### One\n\nTold [1]."],
    ["stay above a heading that stays", "### One\n\n#### Two\n\nTold [2].", "### One\n\n#### Two\n\nTold [1]."],
  ])("%s", (_, raw, content) => {
    expect(judge(raw)).toEqual([content, "src/rules/delay.ts", expect.any(Number)]);
  }); // prettier-ignore
});

describe("what leads to something", () => {
  it.each([
    ["a list", "It has:\n\n- One [2]\n- Two", "It has:\n\n- One [1]"],
    ["a list in bold", "**It has:**\n\n- One [2]", "**It has:**\n\n- One [1]"],
    ["a table", "| A | B |\n| --- | --- |\n| x [2] | y |\n| z | w |", "| A | B |\n| --- | --- |\n| x [1] | y |"],
    [
      "quoted code that is cited below",
      "Like this:\n\n```ts\nreturn minutes < 5 ? 0 : minutes;\n```\n\nTold [2].",
      "Like this:\n\n```ts\nreturn minutes < 5 ? 0 : minutes;\n```\n\nTold [1].",
    ],
  ])("stays with %s", (_, raw, content) => {
    expect(judge(raw)).toEqual([content, "src/rules/delay.ts", expect.any(Number)]);
  });

  it("goes with code that was not quoted", () => {
    expect(judge("Like this:\n\n```ts\nsail();\n```\n\nTold [2].")).toEqual(["Told [1].", "src/rules/delay.ts", 1]);
  });

  it("stays where one in five lines of quoted code is another", () => {
    const code = (other: string) =>
      `\`\`\`ts\nexport function announcedDelay(minutes: number) {\n  return minutes < 5 ? 0 : minutes;\n}\nreturn minutes < 5 ? 0 : minutes;\n${other}\n\`\`\`\n\nTold [2].`;
    expect(judge(code("// and so on"))).toEqual([code("// and so on").replace("[2]", "[1]"), "src/rules/delay.ts", 0]);
    expect(judge(code("// and so on\n// and on"))).toEqual(["Told [1].", "src/rules/delay.ts", 1]);
  });
});

describe("markup", () => {
  it.each([
    ["links that the facts do not name", "[docs](https://board.example/docs) and [x](https://evil.example) [1].", "[docs](https://board.example/docs) and x [1]."],
    ["images", "![boat](https://evil.example/x.png) A boat [1].", "boat A boat [1]."],
    ["HTML", "A <b onclick=x>boat</b> [1].", "A boat [1]."],
    ["definitions of links", "A boat [1].\n\n[x]: https://evil.example", "A boat [1]."],
  ])("loses %s", (_, raw, content) => {
    expect(judge(raw)).toEqual([content, "docs/a.md", expect.any(Number)]);
  }); // prettier-ignore

  it("in a fence is left to the check of the fence", () => {
    expect(judge("```html\n<script>\n```\n\nTold [2].")).toEqual(["Told [1].", "src/rules/delay.ts", 1]);
  });
});

it("says what is wrong with a text of another shape", () => {
  expect(judge("```ts\nx\n```")).toBe("The answer was one block of ts, not text.");
});
