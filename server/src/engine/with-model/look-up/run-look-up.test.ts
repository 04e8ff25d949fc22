import { expect, it } from "vitest";
import { z } from "zod";

import { createTextBudget } from "./context-budget.ts";
import { toModelTools } from "./run-look-up.ts";
import { openPassages } from "./shown-passages.ts";

it("each answer says what room is left, and what does not fit any more is refused in short", async () => {
  const state = { passages: openPassages(), budget: createTextBudget(1_000) };
  const note = { name: "look", description: "", input: z.unknown(), run: async () => ({ passages: [], note: "x".repeat(850) }) };
  const [tool] = toModelTools([note], state);
  expect(await tool?.run({})).toMatch(/x\n\n\(There is no room for more\. Write with what you have\.\)$/);
  expect(await tool?.run({})).toBe("(There is no room for more. Write with what you have.)");
  const roomy = toModelTools([note], { passages: openPassages(), budget: createTextBudget(10_000) });
  expect(await roomy[0]?.run({})).toMatch(/\n\n\(Room left for look-ups: 9,150 characters\.\)$/);
}); // prettier-ignore
