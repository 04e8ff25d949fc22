import { closingBracket } from "./source-text.ts";

const maxSpan = 20_000;
const maxArguments = 60;

/** One argument of a call or one entry of a literal, as written, without blanks around it. */
export interface Argument {
  text: string;
  offset: number;
}

/**
 * The arguments between the bracket at `open` and its closing one, split at commas; none when it is not closed nearby.
 */
export function argumentsOf(text: string, open: number): { list: Argument[]; end: number } {
  const near = text.slice(open, open + maxSpan);
  const span = closingBracket(near, 0);
  const end = open + span;
  const list: Argument[] = [];
  if (span >= near.length) return { list, end };
  let start = open + 1;
  const push = (to: number) => {
    const written = text.slice(start, to);
    const trimmed = written.trim();
    if (trimmed !== "") list.push({ text: trimmed, offset: start + written.length - written.trimStart().length });
    start = to + 1;
  };
  for (let at = open + 1; at < end && list.length < maxArguments; at += 1) {
    const character = text[at] ?? "";
    if (opening.includes(character)) at = closingBracket(text, at);
    else if (quotes.includes(character)) at = endOfString(text, at);
    else if (character === ",") push(at);
  }
  if (list.length < maxArguments) push(end);
  return { list, end };
}

const opening = "([{";
const quotes = "\"'`";

function endOfString(text: string, open: number): number {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote || (text[at] === "\n" && quote !== "`")) return at;
  }
  return text.length;
}

/** The text of a string literal, with Python's and Rust's letters before it; null for anything else. */
export function stringIn(written: string): string | null {
  const [, , text = ""] = /^[rbfu]{0,2}(["'`])((?:\\.|(?!\1)[^\\\n])*)\1$/i.exec(written) ?? [];
  return /^[rbfu]{0,2}["'`]/i.test(written) && (text !== "" || /^[rbfu]{0,2}(["'`])\1$/i.test(written)) ? text : null;
}

/**
 * A literal that can be shown as a default: a string, a number, true or false. Null for anything else, also for the
 * empty string.
 */
export function defaultIn(written: string | undefined): string | null {
  if (written === undefined) return null;
  const text = stringIn(written);
  if (text !== null) return text === "" || text.length > maxDefault ? null : text;
  return /^(?:-?\d[\w.]*|true|false|True|False)$/.test(written) ? written : null;
}

const maxDefault = 120;

/** Arguments that are given by name (`help="…"`, `Usage: "…"`), by that name. */
export function namedArguments(list: readonly Argument[], sign: "=" | ":"): Map<string, string> {
  const pattern = sign === "=" ? /^(\w+)\s*=(?!=)\s*([^]*)$/ : /^["']?(\w+)["']?\s*:\s*([^]*)$/;
  return new Map(
    list.flatMap(({ text }) => {
      const [, name, value] = pattern.exec(text) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}
