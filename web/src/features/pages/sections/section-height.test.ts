import { expect, it } from "vitest";

import { estimateSectionHeight } from "./section-height.ts";

function heightOf(content: string, output: "markdown" | "mermaid" = "markdown"): number {
  return estimateSectionHeight({ content, instructions: { prompt: "", output } });
}

it("grows with wrapped lines, table rows and lines of code, each by their own height", () => {
  const empty = heightOf("");
  expect(heightOf("word ".repeat(100)) - empty).toBeGreaterThan(heightOf("word ".repeat(20)) - empty);
  const rows = (count: number) => heightOf(Array.from({ length: count }, () => "| a | b |").join("\n"));
  expect(rows(101) - rows(1)).toBe(3_700);
  const code = (count: number) => heightOf(`\`\`\`ts\n${"x\n".repeat(count)}\`\`\``);
  expect(code(60) - code(10)).toBe(1_000);
});

it("grows with the size of a diagram, up to a maximum", () => {
  const flow = (count: number) => heightOf(`graph TD\n${"a --> b\n".repeat(count)}`, "mermaid");
  expect(flow(5)).toBe(flow(1));
  expect(flow(50)).toBeGreaterThan(flow(5));
  expect(flow(500)).toBe(flow(50));
  expect(heightOf("```mermaid\ngraph TD\na-->b\n```")).toBe(heightOf("```mermaid\ngraph TD\n```"));
});
