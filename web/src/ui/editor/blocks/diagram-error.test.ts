import { expect, test } from "vitest";

import { describeDiagramError } from "./diagram-error.ts";

test("names the line and its content, not grammar tokens", () => {
  const thrown = new Error("Parse error on line 3:\n...flowchart LR A-->\n--------------^\nExpecting 'AMP', got 'EOF'");
  expect(describeDiagramError(thrown)).toBe("Line 3 cannot be read, near “flowchart LR A-->”. It ends too early.");
});

test("says that the diagram type is missing", () => {
  expect(
    describeDiagramError(new Error("No diagram type detected matching given configuration for text: x")),
  ).toContain("which kind of diagram");
});

test("shows one short line for any other error", () => {
  expect(describeDiagramError(new Error(`boom${"x".repeat(500)}\nat y`)).length).toBeLessThan(240);
});
