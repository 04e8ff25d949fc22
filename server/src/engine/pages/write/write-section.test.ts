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
  return writeSection({ recipe: "x", title: "X", prompt: "x", output, draft: async () => draft }, subject);
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

  it("is not drawn without its edges", async () => {
    expect(await write(diagram([gone]), "mermaid")).toBeNull();
  });
});
