import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { findRefusals } from "#server/engine/retrieval/failure-lines.ts";
import { asksIfAllowed } from "#server/engine/retrieval/find-guards.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { humanName } from "#server/engine/text/quoting.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { amountOfLine } from "./amount-words.ts";
import type { DecisiveLine } from "./decisive-line.ts";

const maxLines = 4000;
const around = 3;
const quiet = /^\s*(?:\/\/|#(?![{[])|\*|\/\*|--|<!--|"""|'''|import\b|from\b.*\bimport\b|use\b|package\b|require\b)/;

/** A file is read for many questions; what was read goes with its index. */
const known = new WeakMap<CodeIndex, Map<string, Promise<DecisiveLine[]>>>();

/** The lines of a file that decide something, in their order. */
export function readDecisiveLines(context: AnswerContext, file: FileRef): Promise<DecisiveLine[]> {
  const ofIndex = known.get(file.codebase.index) ?? new Map<string, Promise<DecisiveLine[]>>();
  known.set(file.codebase.index, ofIndex);
  const found = ofIndex.get(file.path) ?? read(context, file);
  ofIndex.set(file.path, found);
  // Somebody else may ask again what could not be read now.
  found.catch(() => ofIndex.delete(file.path));
  return found;
}

async function read(context: AnswerContext, file: FileRef): Promise<DecisiveLine[]> {
  const lines = codeLines(await context.lines(file)).slice(0, maxLines);
  const symbols = context.facts(file)?.symbols ?? [];
  const refusals = await findRefusals({ lines: async () => lines }, { path: file.path, startLine: 1, endLine: lines.length }); // prettier-ignore
  const found: DecisiveLine[] = refusals.flatMap(({ text, condition, startLine, endLine }) => {
    if (text === null) return [];
    const where = condition === null ? "" : `, where ${condition}`;
    return [lineAt({ file, lines, symbols }, { sort: "refusal", startLine, endLine, told: `it is refused with “${text}”`, measures: null, more: where })];
  }); // prettier-ignore
  const code = lines.join("\n");
  for (const [at, text] of lines.entries()) {
    if (text.trim() === "" || quiet.test(text)) continue;
    const told = decidedBy(text, (name) => isSetAgain(code, name));
    if (told) found.push(lineAt({ file, lines, symbols }, { ...told, startLine: at + 1, endLine: at + 1, more: "" }));
  }
  return found;
}

interface FileWithLines {
  file: FileRef;
  lines: readonly string[];
  symbols: readonly SymbolFact[];
}

/** What is set in several places is no value of its own: one may stand in for another that is missing. */
function isSetAgain(code: string, name: string): boolean {
  const set = new RegExp(String.raw`(?<![\w.$>-])\$?${name}\b[^=\n(){}]{0,24}?(?::=|=(?!=|>))`, "g");
  return (code.match(set) ?? []).length > 1;
}

function decidedBy(
  text: string,
  isSetAgain: (name: string) => boolean,
): Pick<DecisiveLine, "sort" | "told" | "measures"> | null {
  const amount = /\d/.test(text) ? amountOfLine(text) : null;
  if (amount && (amount.name === null || !isSetAgain(amount.name))) {
    const named = amount.name === null ? "" : `“${humanName(amount.name)}” is `;
    return { sort: "amount", told: `${named}${amount.words}`, measures: amount.sort };
  }
  const choices = choicesIn(text);
  if (choices.length >= fewestChoices)
    return { sort: "choice", told: `these are told apart: ${enumerate(choices)}`, measures: null };
  return asksIfAllowed(text) || comparesOwner.test(text) ? { sort: "right", told: "", measures: null } : null;
}

const fewestChoices = 2;
const mostChoices = 14;
/** Whose something is, beside who asks for it. */
const comparesOwner =
  /\b\w*(?:user|owner|author|creator|account)_?(?:id|ID)?\b(?:\(\))?\s*(?:===?|!==?)\s*.*\b\w*(?:user|owner|author|current|auth|me)\w*/i;

/** Values that stand side by side where one of them is chosen: `case ".gif", ".png"`, `['mp3', 'flac']`, `in: png,jpg`. */
function choicesIn(text: string): string[] {
  if (!/["':=]/.test(text)) return [];
  const isChoice = /\bcase\b|\[.*["'].*,.*["']|\bin\s*\(|\baccept=|\bmimes?:|\bin:|\bOneOf\b|\bone_of\b|\boneof=/i.test(text);
  if (!isChoice) return [];
  const listed = /\b(?:mimes?|in):([\w,./+-]+)/.exec(text)?.[1]?.split(",") ?? /\boneof=([\w ]+)/.exec(text)?.[1]?.split(" ");
  const accepted = /\baccept=["']([^"']+)["']/.exec(text)?.[1]?.split(/,\s*/);
  const quoted = [...text.matchAll(/["']([\w.+/*-]{2,24})["']/g)].map(([, value = ""]) => value);
  const found = listed ?? accepted ?? quoted;
  return found.length > mostChoices ? [] : [...new Set(found)];
} // prettier-ignore

function lineAt(
  { file, lines, symbols }: FileWithLines,
  one: Pick<DecisiveLine, "sort" | "startLine" | "endLine" | "told" | "measures"> & { more: string },
): DecisiveLine {
  const { more, ...decided } = one;
  const { startLine, endLine } = decided;
  const held = symbols
    .filter((symbol) => symbol.startLine <= startLine && symbol.endLine >= endLine)
    .toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine));
  const [inner] = held;
  const comment = commentAbove(lines, startLine);
  return {
    ...file,
    ...decided,
    within: inner === undefined ? "" : humanName(`${inner.parent ?? ""} ${inner.name}`),
    own: `${lines.slice(startLine - 1, endLine).join(" ")} ${comment} ${decided.told}${more}`,
    around: `${inner?.doc?.text ?? ""} ${lines.slice(Math.max(0, startLine - 1 - around), endLine + around).join("\n")}`,
  };
}

const maxComment = 6;

/** The comment that stands right above a line. */
function commentAbove(lines: readonly string[], line: number): string {
  const found: string[] = [];
  for (let at = line - 2; at >= Math.max(0, line - 1 - maxComment); at -= 1) {
    const text = lines[at] ?? "";
    if (!/^\s*(?:\/\/|#|\*|\/\*)/.test(text)) break;
    found.unshift(text);
  }
  return found.join(" ");
}
