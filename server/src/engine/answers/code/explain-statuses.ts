import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";

/** What somebody says of an answer from elsewhere, and the number by which code tells it. */
const statuses: readonly (readonly [RegExp, string, RegExp])[] = [
  [/\b(?:moved|moves|new address|redirect\w*)\b/i, "it has moved (301)", /\b30[18]\b|moved permanently/i],
  [/\bgone\b|\bno longer there\b/i, "it is gone (410)", /\b410\b/],
  [/\bnot found\b|\bmissing\b/i, "it is not found (404)", /\b404\b|NOT_FOUND/],
  [/\btoo many (?:requests|times)\b|\brate limit\w*\b|\bthrottl\w*\b/i, "there are too many (429)", /\b429\b|TooMany/],
  [/\bnot allowed\b|\bforbidden\b|\bdenied\b/i, "it is not allowed (403)", /\b40[13]\b|FORBIDDEN/],
];
const asks = /\bwhat happens\b|\bwhat (?:does|do|if)\b|\bhow (?:does|do|is|are)\b.*\bhandled?\b/i;
/** What fails without a number is caught. */
const asksOfFailing =
  /\b(?:stops? (?:answering|working)|fails?|failing|unreachable|down|does(?:n['’]t| not) answer|error|hangs?)\b/i;
const caught = /^\s*\}?\s*(?:catch|except|rescue)\b/;
const condition = /\b(?:if|elif|elseif|else if|case|when|switch|unless)\b|=>/;
/** A number is a status where it is compared with one, or one of several for which something is chosen. */
const compares = /===?|!==?|\bcase\b|\bin\b|\bis\b|\bmatch\b|\bwhen\b|\.includes\(|\.equals\(/i;
const namesStatus = /status|code|response|\b(?:res|resp)\b|http|moved ?permanently|NOT_FOUND|FORBIDDEN|TooMany/i;
const maxCandidates = 8;
const maxPassed = 30;
const behind = 6;
const maxCaught = 1;

/**
 * What follows an answer from elsewhere that a question names, such as "has moved for good" or "is gone", where a function that is about the
 * question tells it by its number. Empty where no function does.
 */
export async function explainStatuses(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const wanted = statuses.filter(([said]) => said.test(part.text));
  if (wanted.length === 0 || !asks.test(part.text)) return [];
  const passed = retrieval.passages.flatMap(({ content, codebase, path }): LocatedSymbol[] =>
    content.type === "symbol" ? [{ codebase, path, symbol: content.symbol }] : [],
  );
  for (const one of [...chooseSymbols(retrieval, maxCandidates), ...passed.slice(0, maxPassed)]) {
    if (!/function|method/.test(one.symbol.kind) || isUnlikelyPlace(one.path, part.text)) continue;
    const all = await context.lines(one);
    const { startLine, endLine } = one.symbol;
    const own = all.slice(startLine - 1, endLine);
    const found = wanted.flatMap(([, told, pattern]) => {
      const at = own.findIndex((line) => pattern.test(line) && condition.test(line) && tellsStatus(line, own));
      return at < 0 ? [] : [{ told, line: startLine + at }];
    });
    if (found.length < Math.min(fewest, wanted.length)) continue;
    const first = Math.min(...found.map(({ line }) => line));
    const failing = asksOfFailing.test(part.text) ? own.flatMap((line, at) => (caught.test(line) ? [startLine + at] : [])) : []; // prettier-ignore
    const near = failing.toSorted((a, b) => Math.abs(a - first) - Math.abs(b - first)).slice(0, maxCaught);
    const places = [...near.map((line) => ({ told: "it fails", line })), ...found];
    const language = context.facts(one)?.language ?? null;
    const statements = places
      .toSorted((a, b) => a.line - b.line)
      .map(({ told, line }): Statement => {
        const to = Math.min(endLine, line + behind);
        return {
          text: `Where ${told}, lines ${line}–${to} ${citationPlaceholder}:\n\n${fence(all.slice(line - 1, to), language)}`,
          evidence: [linesOf(one, line, to)],
        };
      });
    const lead: Statement = {
      text: `It is told apart in **${codeSpan(shownName(one.symbol))}** (${shownPath(context, one)}, line ${startLine}):`,
      evidence: [linesOf(one, startLine)],
    };
    return [{ heading: null, statements: [lead, ...statements] }];
  }
  return [];
}

/** `410` alone may be a size or a time: the line compares a status with it, or is a case of a choice that is made by one. */
function tellsStatus(line: string, own: readonly string[]): boolean {
  if (!compares.test(line)) return false;
  const chosen = own.find((one) => /\b(?:switch|match|when|case)\b/.test(one)) ?? "";
  return namesStatus.test(line) || (/^\s*(?:case|when)\b/.test(line) && namesStatus.test(chosen));
}

const fewest = 2;
