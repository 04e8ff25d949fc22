import { AppError } from "@cairn/contract/errors";
import { z, type ZodType } from "zod";

import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { ToolPassage } from "#server/engine/evidence/tool-passage.ts";
import type { ContextBudget } from "#server/engine/with-model/look-up/context-budget.ts";

import type { EvidenceBook } from "./evidence-book.ts";
import { showPassages } from "./show-passages.ts";

/** Something the model may look up. */
export interface AnswerTool {
  name: string;
  description: string;
  input: ZodType;
  /** What it looks at, for the person who waits: a query, a path. */
  targetOf(input: unknown): string;
  run(input: unknown): Promise<AnswerToolResult>;
}

interface AnswerToolResult {
  text: string;
  sources: readonly CheckedEvidence[];
  /** The same lines as the text, ready to be numbered, and what is said beside them. */
  /** What was looked for everywhere and not found. */
  absent?: string;
  lines?: { passages: readonly ToolPassage[]; note: string };
}

/** What a model reads of one look-up, and which part of what it can still read. */
const maxToolText = 9_000;
const toolShare = 1 / 3;

/** One after another, in the order in which they ask. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return await own;
  };
}

interface Shown {
  evidence: EvidenceBook;
  budget: ContextBudget;
  /** Look-ups of one turn run side by side; what was shown by one is not shown by the next, so that they are written one by one. */
  turn: ReturnType<typeof createTurns>;
}

/** A failed tool call is reported to the model, which may try another; only a stop ends the answer. */
export async function runTool(tool: AnswerTool, input: unknown, { evidence, budget, turn }: Shown): Promise<string> {
  try {
    const found = await tool.run(input);
    const text = await turn(() => write(found, { evidence, budget }));
    const { absent } = found;
    if (absent !== undefined) return `${text}\n\nA statement that rests on this ends with: ${evidence.prove(absent)}`;
    return text.trim() === "" ? "Nothing was found." : text;
  } catch (error) {
    if (error instanceof z.ZodError) return `This did not work: ${z.prettifyError(error)}`;
    return `This did not work: ${error instanceof AppError ? error.message : "the look-up failed"}`;
  }
}

async function write(
  { text, sources, lines }: AnswerToolResult,
  { evidence, budget }: Pick<Shown, "evidence" | "budget">,
): Promise<string> {
  if (lines !== undefined && lines.passages.length > 0) {
    const most = Math.min(maxToolText, Math.floor(budget.left * toolShare));
    const shown = await showPassages(lines.passages, { evidence, budget, most });
    return [shown, budget.take(lines.note)].filter((part) => part !== "").join("\n\n");
  }
  const kept = budget.take(text, { share: toolShare, most: maxToolText });
  const numbers = await evidence.add(kept === text ? sources : sources.filter((one) => isShown(kept, one)));
  return numbers.length === 0 ? kept : `${kept}\n\nCite these lines as:\n${budget.take(numbers.join("\n"))}`;
}

/** Whether a text that was cut still shows the lines of a source. */
function isShown(text: string, { path, startLine }: CheckedEvidence): boolean {
  return text.includes(`${path}:${startLine}:`) || text.includes(`${path} line`);
}
