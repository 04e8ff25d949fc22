import { z } from "zod";

import type { ModelTool } from "#server/platform/models/model-port.ts";

import type { CodeTool } from "./code-tools.ts";
import type { ContextBudget } from "./context-budget.ts";
import type { ShownPassages } from "./shown-passages.ts";

/** What all look-ups of one writing share. */
export interface LookUpState {
  passages: ShownPassages;
  /** What may still be shown. */
  budget: ContextBudget;
}

/** Of one look-up, so that the first does not take the room of all others. */
const maxCharacters = 12_000;
const noRoom = "(There is no room for more. Write with what you have.)";

/** The look-ups as a model may call them: each shows numbered lines as long as there is room, and never fails. */
export function toModelTools(tools: readonly CodeTool[], state: LookUpState): ModelTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input: tool.input,
    run: (input) => runLookUp(tool, input, state),
  }));
}

async function runLookUp(tool: CodeTool, input: unknown, { passages, budget }: LookUpState): Promise<string> {
  if (budget.left <= 0) return noRoom;
  try {
    const result = await tool.run(input);
    const shown: string[] = [];
    let length = 0;
    let hidden = 0;
    for (const passage of result.passages) {
      const text = length < maxCharacters ? passages.show(passage, budget) : null;
      if (text === null) hidden += 1;
      else shown.push(text);
      length += text?.length ?? 0;
    }
    const note = budget.take(result.note);
    if (note !== "") passages.note(note);
    const rest = hidden > 0 ? `(${hidden} more did not fit)` : "";
    return [...shown, note, rest].filter((part) => part !== "").join("\n\n");
  } catch (error) {
    if (error instanceof z.ZodError) return `This did not work: ${z.prettifyError(error)}`;
    return `This did not work: ${error instanceof Error ? error.message : "the look-up failed"}`;
  }
}
