import { describe, expect, it } from "vitest";

import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, paragraph, steps, table, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject, SectionTemplate } from "#server/engine/sections/section-template.ts";

import { writeSection } from "./write-section.ts";

const reader = {
  repositoryId: "r",
  commit: "c",
  readLines: async (path: string) => (path === "a.ts" ? ["one", "two", "three"] : null),
};
const at = (startLine: number, path = "a.ts"): Evidence => ({ repositoryId: "r", path, startLine, endLine: startLine });
const gone = at(1, "gone.ts");
const subject = {
  scopes: [{ repository: { repositoryId: "r", reader } } as unknown as CodeScope],
} as unknown as PageSubject;

function write(draft: Draft, output: SectionTemplate["output"] = "markdown") {
  return writeSection({ templateKey: "x", title: "X", prompt: "x", output, draft: async () => draft }, subject);
}
const writeBlocks = (...blocks: DraftBlock[]) => write({ blocks });

describe("markdown", () => {
  it("numbers the same lines once and puts marks where they are read", async () => {
    const written = await writeBlocks(
      paragraph({ text: "One.", evidence: [at(1)] }, { text: "Two.", evidence: [at(2), at(1)] }),
      table(null, ["A", "B"], [{ cells: ["x|y", ""], evidence: [at(3)] }]),
      steps("Steps:", [{ text: "first", evidence: [at(1)] }]),
    );
    expect(written?.content).toBe(
      "One. [1] Two. [2][1]\n\n| A | B |\n| --- | --- |\n| x\\|y | [3] |\n\nSteps:\n\n1. first [1]",
    );
    expect(written?.sources).toHaveLength(3);
  });

  it("leaves out what has no proof, with the lead and heading above it", async () => {
    const written = await writeBlocks(
      heading("Gone"),
      list("These:", [{ text: "a", evidence: [gone] }]),
      heading("Here"),
      paragraph({ text: "Kept.", evidence: [gone, at(1)] }),
    );
    expect(written).toMatchObject({ content: "### Here\n\nKept. [1]", dropped: 1 });
  });

  it("writes nothing when nothing is proven", async () => {
    expect(await writeBlocks(paragraph({ text: "a", evidence: [gone] }))).toBeNull();
    expect(await writeBlocks(paragraph({ text: "leads nowhere", evidence: [] }))).toBeNull();
  });
});

describe("headings", () => {
  it.each<[string, DraftBlock[], string]>([
    ["stay above text of a lower heading", [heading("A"), heading("B", 4), paragraph(says("b"))], "### A\n\n#### B\n\nb [1]"],
    ["go where only a heading of their level follows", [heading("A"), heading("B"), paragraph(says("b"))], "### B\n\nb [1]"],
    ["go at the end", [paragraph(says("b")), heading("A"), heading("C", 4)], "b [1]"],
    ["go with the lower ones that lead nowhere", [heading("A"), heading("C", 4), heading("B"), paragraph(says("b"))], "### B\n\nb [1]"],
  ])("%s", async (_, blocks, content) => {
    expect((await writeBlocks(...blocks))?.content).toBe(content);
  }); // prettier-ignore
});

describe("lists, tables and code", () => {
  it("nested items keep their depth, and numbers their place", async () => {
    const items = [
      { text: "one", evidence: [at(1)] },
      { text: "inner", evidence: [at(2)], depth: 1 },
      { text: "gone", evidence: [gone] },
      { text: "last", evidence: [at(3)] },
    ];
    expect((await writeBlocks(list(null, items)))?.content).toBe("- one [1]\n  - inner [2]\n- last [3]");
    expect((await writeBlocks(steps(null, items)))?.content).toBe("1. one [1]\n   - inner [2]\n3. last [3]");
  });

  it("a cell holds no line end and no bar, and one that escapes its bar keeps it", async () => {
    const rows = [{ cells: ["a\r\nb|c", "`x \\| y`"], evidence: [at(1)] }];
    expect((await writeBlocks(table("Cells:", ["A", "B"], rows)))?.content).toBe(
      "Cells:\n\n| A | B |\n| --- | --- |\n| a b\\|c | `x \\| y` [1] |",
    );
  });

  it("a table without rows goes with its lead and head", async () => {
    const rows = [{ cells: ["a"], evidence: [gone] }];
    expect(await writeBlocks(table("Gone:", ["A"], rows), paragraph(says("b")))).toMatchObject({
      content: "b [1]",
      dropped: 1,
    });
  });

  it.each([
    ["npm test", "```"],
    ["```js\nx\n```", "````"],
    ["````md\n```js\n```\n````", "`````"],
    ["a `b` c", "```"],
  ])("code is fenced by more ticks than stand in it: %j", async (text, fence) => {
    const code: DraftBlock = { kind: "code", lead: "Run:", language: "sh", text, evidence: [at(1)] };
    expect((await writeBlocks(code))?.content).toBe(`Run:\n\n${fence}sh\n${text}\n${fence}\n\n[1]`);
  });

  it("secrets are hidden in every block", async () => {
    const secret = 'password = "hunter2hunter2"';
    const written = await writeBlocks(
      paragraph(says(`It says ${secret}.`)),
      list(null, [says("password: hunter2x")]),
      table(null, ["A"], [{ cells: [secret], evidence: [at(1)] }]),
      { kind: "code", lead: null, language: "", text: secret, evidence: [at(1)] },
      { kind: "statements", statements: [says(secret)] },
    );
    expect(written?.content).not.toContain("hunter2");
    expect(written?.content.match(/password/g)).toHaveLength(5);
  });
});

describe("statements that bring their own Markdown", () => {
  const writeStatements = async (...statements: { text: string; evidence: Evidence[] }[]) =>
    (await writeBlocks({ kind: "statements", statements }))?.content;

  it("items and rows follow one another without a gap", async () => {
    expect(await writeStatements(says("Two:"), says("- a"), says("- b"), says("| c |"), says("End."))).toBe(
      "Two: [1]\n\n- a [1]\n- b [1]\n\n| c [1] |\n\nEnd. [1]",
    );
  });

  it("what leads over goes with all that it leads to, and what states without proof goes too", async () => {
    const lead = { text: "These:", evidence: [] };
    expect(await writeStatements(lead, { text: "- gone", evidence: [gone] }, says("b"))).toBe("b [1]");
    expect(await writeStatements(lead, says("- a"))).toBe("These:\n\n- a [1]");
    expect(await writeStatements({ text: "No proof.", evidence: [] }, says("b"))).toBe("b [1]");
    expect(await writeStatements(says("b"), lead)).toBe("b [1]");
  });

  it("code without evidence stays only behind the statement that cites it", async () => {
    const code = { text: "```\nx\n```", evidence: [] };
    expect(await writeStatements(says("So:"), code)).toBe("So: [1]\n\n```\nx\n```");
    expect(await writeStatements({ text: "So:", evidence: [gone] }, code, says("b"))).toBe("b [1]");
  });
});

function says(text: string) {
  return { text, evidence: [at(1)] };
}

describe("diagrams", () => {
  const diagram = (evidence: Evidence[]) => ({
    diagram: {
      head: ["flowchart TB"],
      lines: [
        { text: '  a["A"]', evidence: [at(1)] },
        { text: "  a --> b", evidence },
      ],
      minimum: 2,
    },
  });

  it("lists what its lines rest on", async () => {
    const written = await write(diagram([at(2)]), "mermaid");
    expect(written?.content).toBe('flowchart TB\n  a["A"]\n  a --> b');
    expect(written?.sources.map((source) => source.startLine)).toEqual([1, 2]);
  });

  it("lists a line once, however many rest on it", async () => {
    expect((await write(diagram([at(1)]), "mermaid"))?.sources).toHaveLength(1);
  });

  it("is drawn without a line whose proof is gone, where enough others are left", async () => {
    const { lines } = diagram([at(2)]).diagram;
    const more = [...lines, { text: "  b --> c", evidence: [gone] }, { text: '  c["C"]', evidence: [] }];
    expect(await write({ diagram: { head: ["flowchart TB"], lines: more, minimum: 2 } }, "mermaid")).toMatchObject({
      content: 'flowchart TB\n  a["A"]\n  a --> b\n  c["C"]',
      dropped: 1,
    });
  });

  it("is not drawn without its edges", async () => {
    expect(await write(diagram([gone]), "mermaid")).toBeNull();
  });
});
