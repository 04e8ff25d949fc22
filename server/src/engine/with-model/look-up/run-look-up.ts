import { z } from "zod";

import type { ModelTool } from "#server/platform/models/model-port.ts";

import type { CodeTool } from "./code-tools.ts";
import type { ContextBudget } from "./context-budget.ts";
import type { CodePassage, ShownPassages } from "./shown-passages.ts";

/** What all look-ups of one writing share. */
export interface LookUpState {
  passages: ShownPassages;
  /** What may still be shown. */
  budget: ContextBudget;
}

/** Of one look-up, so that the first does not take the room of all others. */
const maxCharacters = 12_000;
/** Fewer characters show nothing of use. */
const leastRoom = 200;
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
  if (budget.left < leastRoom) return noRoom;
  try {
    const result = await tool.run(input);
    const shown: string[] = [];
    const hidden: CodePassage[] = [];
    let length = 0;
    for (const passage of result.passages) {
      // Lines of a file with holes read as if they were whole.
      const isBehindHole = hidden.some(({ source }) => source.path === passage.source.path);
      const text = length < maxCharacters && !isBehindHole ? passages.show(passage, budget) : null;
      if (text === null) hidden.push(passage);
      else shown.push(text);
      length += text?.length ?? 0;
    }
    const note = budget.take(result.note);
    if (note !== "") passages.note(note);
    const all = [...shown, note, describeHidden(hidden)].filter((part) => part !== "").join("\n\n");
    return `${all === "" ? "Nothing was found." : all}\n\n${tellRoom(budget)}`;
  } catch (error) {
    if (error instanceof z.ZodError) return `This did not work: ${z.prettifyError(error)}`;
    return `This did not work: ${error instanceof Error ? error.message : "the look-up failed"}`;
  }
}

const tellRoom = ({ left }: ContextBudget) =>
  left < leastRoom ? noRoom : `(Room left for look-ups: ${left.toLocaleString("en")} characters.)`;

/** Neighbours as one range, so that they can be asked for at once. */
function describeHidden(hidden: readonly CodePassage[]): string {
  const ranges: { path: string; from: number; to: number }[] = [];
  for (const { source } of hidden) {
    const last = ranges.at(-1);
    const isNext = last?.path === source.path && source.startLine <= last.to + 1 && source.startLine >= last.from;
    if (last && isNext) last.to = Math.max(last.to, source.endLine);
    else ranges.push({ path: source.path, from: source.startLine, to: source.endLine });
  }
  return ranges.length === 0
    ? ""
    : `(No room for: ${ranges.map(({ path, from, to }) => `${path} lines ${from}-${to}`).join(", ")}.)`;
}
