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
/** Lines that are read in one go. */
const atOnce = 100;
const around = 3;
const quiet = /^\s*(?:\/\/|#(?![{[])|\*|\/\*|--|<!--|"""|'''|import\b|from\b.*\bimport\b|use\b|package\b|require\b)/;

/** A file is read for many questions; what was read goes with its index. */
const known = new WeakMap<CodeIndex, Map<string, Promise<DecisiveLine[]>>>();

/** The lines of a file that decide something, in their order. */
export function readDecisiveLines(context: AnswerContext, file: FileRef): Promise<DecisiveLine[]> {
  const ofIndex = known.get(file.codebase.index) ?? new Map<string, Promise<DecisiveLine[]>>();
  known.set(file.codebase.index, ofIndex);
  const begun = ofIndex.get(file.path);
  // What another answer began ends where that one is stopped.
  if (begun !== undefined) return begun.catch(() => read(context, file));
  const found = read(context, file);
  ofIndex.set(file.path, found);
  // Somebody else may ask again what could not be read now.
  found.catch(() => ofIndex.delete(file.path));
  return found;
}

async function read(context: AnswerContext, file: FileRef): Promise<DecisiveLine[]> {
  const lines = codeLines(await context.lines(file)).slice(0, maxLines);
  const symbols = context.facts(file)?.symbols ?? [];
  const refusals = await findRefusals({ lines: async () => lines, rest: () => context.yieldToEventLoop() }, { path: file.path, startLine: 1, endLine: lines.length }); // prettier-ignore
  const found: DecisiveLine[] = refusals.flatMap(({ text, condition, startLine, endLine }) => {
    if (text === null) return [];
    const where = condition === null ? "" : `, where ${condition}`;
    return [lineAt({ file, lines, symbols }, { sort: "refusal", startLine, endLine, told: `it is refused with “${text}”`, measures: null, more: where })];
  }); // prettier-ignore
  let timesSet: ReadonlyMap<string, number> | null = null;
  const isSetAgain = (name: string) => ((timesSet ??= countSets(lines)).get(name) ?? 0) > 1;
  for (const [at, text] of lines.entries()) {
    if (at % atOnce === 0) await context.yieldToEventLoop();
    if (text.trim() === "" || quiet.test(text)) continue;
    const told = decidedBy(text, isSetAgain);
    if (told) found.push(lineAt({ file, lines, symbols }, { ...told, startLine: at + 1, endLine: at + 1, more: "" }));
  }
  return found;
}

interface FileWithLines {
  file: FileRef;
  lines: readonly string[];
  symbols: readonly SymbolFact[];
}

const beforeSet = 24;

/**
 * How often each name of a file is set. What is set in several places is no value of its own: one may stand in for another that is
 * missing.
 */
function countSets(lines: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of lines) {
    let from = 0;
    for (const { 0: sign, 1: set, index } of line.matchAll(/(:=|=(?![=>]))|[=(){}]/g)) {
      if (set !== undefined) {
        const names = [...line.slice(from, index).matchAll(/(?<![\w.$>-])\$?([A-Za-z_][\w-]*)/g)];
        for (const { 0: whole, 1: name = "", index: at } of names)
          if (index - from - at - whole.length <= beforeSet) times.set(name, (times.get(name) ?? 0) + 1);
      }
      from = index + sign.length;
    }
  }
  return times;
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
    return { sort: "choice", told: `${choiceName(text)} ${enumerate(choices)}`, measures: null };
  return asksIfAllowed(text) || comparesOwner(text) ? { sort: "right", told: "", measures: null } : null;
}

const fewestChoices = 2;
const mostChoices = 14;
const compared = /(?:user|owner|author|creator|account)_?(?:id)?(?:\(\))?\s*[=!]==?/i;

/** Whose something is, beside who asks for it. */
function comparesOwner(text: string): boolean {
  const found = compared.exec(text);
  return found !== null && /user|owner|author|current|auth|me/i.test(text.slice(found.index + found[0].length));
}

/** Values that stand side by side where one of them is chosen: `case ".gif", ".png"`, `['mp3', 'flac']`, `in: png,jpg`. */
function choicesIn(text: string): string[] {
  if (!/["':=]/.test(text)) return [];
  if (keptOut.test(text)) return [];
  const isChoice = (isList(text) && lookedUp.test(text)) || /\bcase\b|\bin\s*\(|\baccept=|\bmimes?:|\bin:|\bOneOf\b|\bone_of\b|\boneof=/i.test(text);
  if (!isChoice) return [];
  const listed = /\b(?:mimes?|in):([\w,./+-]+)/.exec(text)?.[1]?.split(",") ?? /\boneof=([\w ]+)/.exec(text)?.[1]?.split(" ");
  const accepted = /\baccept=["']([^"']+)["']/.exec(text)?.[1]?.split(/,\s*/);
  const quoted = [...text.matchAll(/["']([\w.+/*-]{2,24})["']/g)].map(([, value = ""]) => value);
  const found = listed ?? accepted ?? quoted;
  return found.length > mostChoices ? [] : [...new Set(found)];
} // prettier-ignore

/** "“Picture kinds” lists", where the line says a name for them. */
function choiceName(text: string): string {
  const name = /^[^=:([]{0,60}?([A-Za-z_]\w*)["']?\s*(?::\s*[\w<>]+(?:\[\])?\s*)?[=:]\s*(?:new \w+\(|\w+\()?\[/.exec(text)?.[1];
  return name === undefined ? "these are told apart:" : `“${humanName(name)}” lists`;
} // prettier-ignore

/** What is listed to be kept out tells nothing of what is taken. */
const keptOut =
  /block|den(?:y|ied)|ignor|exclu|forbid|forbidden|reject|skip|banned|disallow|black_?list|invalid|unsupported|danger|unsafe|\bnot\b|\bnot_?in\b|!\s*\[/i;
/** A list that something is looked up in, or that is named for what may be. */
const lookedUp =
  /includes|contains|in_array|indexOf|\bin\b|OneOf|one_of|choices|enum|allow|accept|support|permit|valid|types?\b|extension|exts?\b|formats?\b|kinds?\b|mime/i;

/** Texts with a comma between them behind a bracket. */
function isList(text: string): boolean {
  const opened = text.indexOf("[");
  const behind = opened === -1 ? "" : text.slice(opened);
  const quote = behind.search(/["']/);
  const comma = quote === -1 ? -1 : behind.indexOf(",", quote);
  return comma !== -1 && /["']/.test(behind.slice(comma));
}

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
