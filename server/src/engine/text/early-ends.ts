import { indentOf, withSingleBlanks, type LineCondition } from "./line-conditions.ts";

const maxLines = 240;
/** What is written to a log before the end decides nothing. */
const logs = /\b(?:log\w*|print\w*|console|stdout|stderr|puts|echo|slog|sprintf|debug|info|warn\w*)\b/i;
const end = String.raw`(?:return(?:\s+(?:nil|None|null|undefined|false|False|0))?|continue|next)`;
const plainEnd = new RegExp(String.raw`^\s*${end}\s*;?\s*$`);
const inOneLine = new RegExp(String.raw`^\s*if\s*\((.{2,160})\)\s*\{?\s*${end}\s*;?\s*\}?\s*$`);
const behind = new RegExp(String.raw`^\s*${end}\s+(if|unless)\s+(.{2,160}?)\s*$`);
const header = /^\s*if\b\s*(.{2,160}?)\s*(?:\{|:)?\s*$/;
/** Errors, what is not there, and where a loop ends are no conditions that people set. */
const ofError =
  /\berr(?:or)?\b|\bok\b|\bEOF\b|[!=]=\s*(?:nil|null|undefined|None)\b|\bis (?:not )?None\b|\.nil\?|\.(?:length|size|count)\b|\blen\(|\.(?:empty|blank|present)\?|shut_?down|stopp/i;

/**
 * Conditions under which the work ends quietly before a line is reached, outermost first: an `if` beside it whose block
 * only says so and leaves. What refuses or answers there is none of them.
 */
export function earlyEnds(lines: readonly string[], line: number, first: number): LineCondition[] {
  const found: LineCondition[] = [];
  let depth = indentOf(lines[line - 1] ?? "");
  for (let above = line - 1; above >= Math.max(first, line - maxLines); above -= 1) {
    const text = lines[above - 1] ?? "";
    if (text.trim() === "" || indentOf(text) > depth) continue;
    if (indentOf(text) < depth) {
      depth = indentOf(text);
      continue;
    }
    const condition = endAt(lines, above);
    if (condition !== null && !ofError.test(condition.text)) found.unshift({ ...condition, isEarlier: true });
  }
  return found;
}

function endAt(lines: readonly string[], at: number): LineCondition | null {
  const text = withSingleBlanks(lines[at - 1] ?? "");
  const [, word, said] = behind.exec(text) ?? [];
  if (said !== undefined) return word === "if" ? unlessSo(said, at) : { kind: "if", text: said, line: at };
  const short = inOneLine.exec(text)?.[1];
  if (short !== undefined) return unlessSo(short, at);
  const condition = header.exec(text)?.[1];
  if (condition === undefined) return null;
  const depth = indentOf(lines[at - 1] ?? "");
  const rest = lines.slice(at, at + longestBlock + 1);
  const closing = rest.findIndex((one) => one.trim() !== "" && indentOf(one) <= depth);
  if (closing < 0 || /^\s*(?:\}\s*)?(?:else|elif|elsif)\b/.test(rest[closing] ?? "")) return null;
  const block = rest.slice(0, closing).filter((one) => one.trim() !== "");
  const last = block.pop();
  if (last === undefined || !plainEnd.test(last) || !block.every((one) => logs.test(one))) return null;
  return unlessSo(condition.replace(/^\((.*)\)$/, "$1"), at);
}

const longestBlock = 5;

/** "Unless not a" is "if a". */
function unlessSo(text: string, line: number): LineCondition {
  const negated = /^(?:!\s*|not\s+)([\w.]+(?:\([\w.,"' ]*\))?)$/.exec(text.trim())?.[1];
  return negated === undefined ? { kind: "unless", text: text.trim(), line } : { kind: "if", text: negated, line };
}
