import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import type { WeightedTerm } from "./judge-passages.ts";
import type { LocatedSymbol } from "./relations.ts";

/** A condition of the code with what follows where it holds. */
export interface CodeBranch<Located extends LocatedSymbol> {
  within: Located;
  startLine: number;
  endLine: number;
  /** The line that decides, without its indentation. */
  condition: string;
}

const maxBranchLines = 14;
const maxBodyLines = 400;
/** A condition that says less than this share of the question is about something else. */
const leastShare = 0.6;
/** What stands around the condition says what it is about, and not that it is the one. */
const aroundWorth = 0.7;
/**
 * What has to be so for a question, and how a condition says it: that something fails, is not there, is too much, or is so already.
 * Null where it has to say it in the same word.
 */
const kinds: readonly (readonly [RegExp, RegExp | null])[] = [
  [/\b(?:exceed\w*|reach\w*|over|more than|too (?:many|much|long|large|big)|limit)\b/i, /[<>]=?|exceed|too_?many/i],
  [
    /\b(?:fail\w*|errors?|wrong|invalid|reject\w*|refus\w*|timeouts?|times? out|crash\w*|broken|down|unavailable|unreachable|den(?:y|ied))\b/i,
    /\berr\b|error|fail|catch|rescue|except|raise|throw|invalid|reject|denied|forbidden|unauthori|timeout|retr(?:y|ies)|!==? |!=/i,
  ],
  [
    /\b(?:no|not|nothing|without|missing|empty|never|none|unknown)\b|n['’]t\b/i,
    /\b(?:nil|null|None|undefined|empty|blank|zero)\b|==\s*(?:0|""|'')|<\s*1\b|missing|not[_ ]?found|\.(?:blank|empty|nil|none)\?/i,
  ],
  [/\b(?:already|twice|duplicates?|exists?|same)\b/i, /exist|already|duplicate|conflict|present|any\?|find|same/i],
  [
    /\b(?:their|his|her|its|your|my|one['’]s) own\b|\b(?:them|him|her|your|my|one)sel(?:f|ves)\b/i,
    /self|own(?:er)?|creator|author/i,
  ],
  // "When a note is archived" asks for what archives it; "that is archived" for what heeds that it is.
  [
    /\b(?:expire[sd]?|disabled|blocked|locked|full|late)\b|\b(?:that|which|who)\b.*\b(?:archived|deleted|revoked)\b|\b(?:archived|deleted|revoked)\s+\w/i,
    null,
  ],
];

const notAllowed: (typeof kinds)[number] = [
  /\b(?:not|isn['’]t|aren['’]t) (?:allowed|permitted|supported|accepted|valid)\b|\b(?:disallowed|unsupported|forbidden)\b/i,
  /!|\bnot\b|\bunless\b|throw|raise|reject|error|\b4\d\d\b|forbid|invalid|unsupported/i,
];

/** What cannot be reached is connected to. */
const connecting = /connect|\bping\b|\bdial|\bopen|reach|refus|timeout|unavailab|unhealth/i;

/** When it is, and what may follow, is no part of what has to be so. */
const atStart =
  /\b(?:when|while|as|once)\s+(?:the\s+)?(?:server|app\w*|program|service|it)\s+(?:starts?|boots?|comes up|is started)(?: up)?\b|\b(?:at|on) start-?up\b/i;
const either = /,\s*(?:does|do|will|is|are)\b.*\bor\b.*$/i;

/** What is not up yet fails, and is no missing value. */
const notThere =
  /\bcan(?:not|['’]t) be (?:reached|found|opened|read)\b|\b(?:is|are)(?:n['’]t| not) (?:yet )?(?:up|there|reachable|available|ready|running)(?: yet)?\b/i;

const deciding =
  /^\s*(?:\}?\s*(?:else\s+)?if\b|elsif\b|elif\b|unless\b|case\b|when\b|switch\b|match\b|\}?\s*catch\b|rescue\b|except\b|on[A-Z]\w*\s*:\s*(?:async\s*)?\()|\b(?:if|unless)\s+\S.*$|\.catch\(|\?\s.*:\s|\|\|\s*(?:return|raise|throw)|&&\s*\w/;

/**
 * Of declarations that are about a question "what happens when something fails, is missing, too much …" the condition that says most of
 * it, with the lines that follow where it holds. Null where the question names no such condition, and where none says enough.
 */
export async function findBranch<Located extends LocatedSymbol>(
  context: AnswerContext,
  candidates: readonly Located[],
  { text: question, terms }: { text: string; terms: readonly WeightedTerm[] },
): Promise<CodeBranch<Located> | null> {
  // "Not allowed" asks for no missing thing.
  const rest = question.replace(notAllowed[0], "").replace(notThere, " failed ");
  const sought = [
    ...(notAllowed[0].test(question) ? [notAllowed] : []),
    ...kinds.filter(([asked]) => asked.test(rest)),
  ];
  if (sought.length === 0) return null;
  const isSuch = (text: string) => sought.every(([, such]) => such === null || such.test(text));
  const mustConnect = notThere.test(question);
  const asked = new Set(
    rest
      .replace(atStart, "")
      .replace(either, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
  const own = terms.filter(
    ({ word, weight, isPhrase, relevance = 1 }) =>
      weight > 0 &&
      (relevance < 1 || asked.has(word)) &&
      !isPhrase &&
      sought.every(([asked, such]) => such === null || !asked.test(word)),
  );
  const carrying = own.filter(({ word }) => !isWeakWord(word));
  const strong = carrying.length > 0 ? carrying : own;
  const total = strong.reduce((sum, { weight }) => sum + weight, 0);
  let best: { share: number; found: CodeBranch<Located> } | null = null;
  for (const [rank, within] of candidates.entries()) {
    const lines = codeLines(await context.lines(within));
    const { symbol, path } = within;
    const around = new Set(stemsOf(`${path} ${symbol.parent ?? ""} ${symbol.name}`));
    const last = Math.min(symbol.endLine, symbol.startLine + maxBodyLines, lines.length);
    for (let line = symbol.startLine + 1; line <= last; line += 1) {
      const text = lines[line - 1] ?? "";
      if (!deciding.test(text) || !isSuch(text) || /^\s*(?:\/\/|#|\*)/.test(text)) continue;
      const endLine = endOfBlock(lines, line, last);
      if (mustConnect && !connecting.test(lines.slice(line - 1, endLine).join("\n"))) continue;
      const said = {
        own: new Set(stemsOf(text)),
        inside: new Set(stemsOf(lines.slice(line, endLine).join("\n"))),
        around,
      };
      const refuses = refusing.test(lines.slice(line - 1, endLine).join("\n")) ? refusalWorth : 0;
      const worth = (1 - rank * rankWorth) * (screens.test(path) && !aboutScreens.test(question) ? screenWorth : 1);
      const share = (shareOf(said, strong) / (total || 1) + refuses) * worth;
      if (share > (best?.share ?? leastShare))
        best = { share, found: { within, startLine: line, endLine, condition: text.trim() } };
    }
    await context.yieldToEventLoop();
  }
  return best?.found ?? null;
}

/** What turns somebody away is more likely asked for than what goes on. */
const refusing =
  /\b(?:throw|raise|reject|abort|panic)\b|\breturn\b.*(?:[eE]rr|\b4\d\d\b)|\b(?:4\d\d|Forbidden|BadRequest|Unauthorized)\b/;
const refusalWorth = 0.1;
const screens = /\.(?:tsx|jsx|vue|svelte)$/;
const aboutScreens = /\b(?:screens?|pages?|buttons?|forms?|dialogs?|ui|shown?|display\w*|click\w*|press\w*)\b/i;
const screenWorth = 0.7;

/** Of two that say the same, the one in what is more about the question. */
const rankWorth = 0.03;

/** How much of the question a condition says: itself most, what follows less, and what it stands in least. */
function shareOf(
  { own, inside, around }: Record<"own" | "inside" | "around", ReadonlySet<string>>,
  terms: readonly WeightedTerm[],
): number {
  return terms.reduce(
    (sum, term) =>
      sum +
      term.weight * (says(own, term) ? 1 : says(inside, term) ? insideWorth : says(around, term) ? aroundWorth : 0),
    0,
  );
}

const insideWorth = 0.8;

/** Other words for the same are no proof. */
function says(stems: ReadonlySet<string>, { stem }: QuestionTerm): boolean {
  return stems.has(stem) || (abbreviations.get(stem)?.some((one) => stems.has(one)) ?? false);
}

/** The same word, written short. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map([
  ["databas", ["db"]],
  ["configur", ["config"]],
]);

/** The last line of what a condition decides, by indentation. */
function endOfBlock(lines: readonly string[], line: number, last: number): number {
  const indent = indentOf(lines[line - 1] ?? "");
  let end = line;
  for (let next = line + 1; next <= Math.min(last, line + maxBranchLines - 1); next += 1) {
    const text = lines[next - 1] ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) <= indent) return /^\s*(?:\}|end\b|\)|\])/.test(text) ? next : end;
    end = next;
  }
  return end;
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}
