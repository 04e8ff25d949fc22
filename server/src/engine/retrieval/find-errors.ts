import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";

import type { LocatedSymbol } from "./relations.ts";

/** A line on which a declaration stops with an error. */
export interface RaisedError {
  line: number;
  /** What the error says, as the code has it. */
  message: string;
}

const raises =
  /\b(?:throw|raise|panic!?|abort|bail!|reject)\b|\breturn\b.*\b(?:errors\.New|fmt\.Errorf|\w*Error\(|Err\(|BadRequest|NotFound|Forbidden|Unauthorized|Conflict)|\.status\((?:4|5)\d\d\)/;
const comment = /^\s*(?:\/\/|#|\*|\/\*|--)/;
const quoted = /"((?:[^"\\]|\\.){6,200})"|'((?:[^'\\]|\\.){6,200})'|`([^`]{6,200})`/;
const maxBody = 400;
/** The text of an error may stand below the line that raises it. */
const messageLines = 6;
/** A message is a sentence, or at least some words. */
const isSaid = /\S\s+\S/;

/** The errors that a declaration raises itself and that say something in words, in the order of their lines. */
export async function findErrors(context: AnswerContext, from: LocatedSymbol): Promise<RaisedError[]> {
  const lines = await context.lines(from);
  const { startLine, endLine } = from.symbol;
  const last = Math.min(endLine, startLine + maxBody, lines.length);
  const found: RaisedError[] = [];
  for (let line = startLine + 1; line <= last; line += 1) {
    const text = lines[line - 1] ?? "";
    if (comment.test(text) || !raises.test(text)) continue;
    const message = messageFrom(lines.slice(line - 1, Math.min(line - 1 + messageLines, last)));
    if (message !== null && !found.some((one) => one.message === message)) found.push({ line, message });
  }
  return found;
}

function messageFrom(lines: readonly string[]): string | null {
  for (const [at, text] of lines.entries()) {
    if (at > 0 && raises.test(text)) return null;
    const match = quoted.exec(text);
    const said = match?.[1] ?? match?.[2] ?? match?.[3];
    if (said !== undefined && isSaid.test(said)) return said;
    if (/^\s*\}?\)?;?\s*$/.test(text) || /\);?\s*$/.test(text)) return null;
  }
  return null;
}
