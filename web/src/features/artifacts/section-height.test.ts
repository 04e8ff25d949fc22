import { expect, it } from "vitest";

import { estimateSectionHeight } from "./section-height.ts";

function heightOf(content: string, output: "markdown" | "mermaid" = "markdown"): number {
  return estimateSectionHeight({ content, instructions: { prompt: "", output } });
}

it("grows with wrapped lines, rows of tables and lines of code, each by their own height", () => {
  const empty = heightOf("");
  expect(heightOf("word ".repeat(100)) - empty).toBeGreaterThan(heightOf("word ".repeat(20)) - empty);
  const rows = (count: number) => heightOf(Array.from({ length: count }, () => "| a | b |").join("\n"));
  expect(rows(101) - rows(1)).toBe(3_700);
  const code = (count: number) => heightOf(`\`\`\`ts\n${"x\n".repeat(count)}\`\`\``);
  expect(code(60) - code(10)).toBe(1_000);
});

it("counts a diagram as one, however long its source", () => {
  expect(heightOf("graph TD\n".repeat(50), "mermaid")).toBe(heightOf("graph TD", "mermaid"));
  expect(heightOf("```mermaid\ngraph TD\na-->b\n```")).toBe(heightOf("```mermaid\ngraph TD\n```"));
});
