import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { gatherLabels, isLabelFile, type LocatedLabel } from "./gather-labels.ts";
import type { QuestionWeights } from "./question-weights.ts";
import type { InterfaceText } from "./read-labels.ts";
import { searchFiles } from "./search-files.ts";

const maxTexts = 3;
/** A file of texts may be long; lines of more letters hold no label. */
const longestText = 160;
const templates =
  /\.(?:html?|erb|haml|slim|ejs|hbs|mustache|twig|blade\.php|tpl|gohtml|jinja2?|vue|svelte|tsx|jsx|heex|leex|eex|cshtml|razor|ftl|jsp)$/i;
/** Letters that English does without. */
const foreign = /[^ -~–—‘’“”…•©é]/;
/** Between tags, as an attribute for people, or a line of text alone. */
const shown = [
  />\s*([^<>{}]{8,160}?)\s*(?:<|$)/g,
  /\b(?:placeholder|title|label|aria-label|alt|description|help(?:Text)?)=["']([^"'{}<>]{8,160})["']/g,
  /^\s*([A-Z][^<>{}=;()`$]{8,160}[a-z.?!])\s*(?:<.*)?$/g,
];

/**
 * Labels and messages of the interface that say most of a question: of the files of texts, English ones where there are such, and of
 * templates.
 */
export async function findScreenTexts(
  context: AnswerContext,
  weights: QuestionWeights,
  leastShare: number,
): Promise<Statement[]> {
  const found: FoundText[] = [];
  for (const { file, ...one } of await readTexts(context, weights)) {
    const further = one.further;
    const said = `${one.text} ${further ?? ""}`;
    const own = Math.max(weights.shareIn(one.text), weights.shareIn(said) - (further === null ? 0 : longWorth));
    const near = weights.nearsRarest(said) ? weights.nearIn(one.text) * otherWords : 0;
    const share = Math.max(own, near);
    // What answers a question of the interface says more than the question.
    const worth = share + (further === null ? 0 : answerWorth);
    if (share >= leastShare && (share === near || weights.saysRarest(said)))
      found.push({ ...one, further, worth, file });
  }
  const once = [...new Map(found.toReversed().map((one) => [one.text.toLowerCase(), one])).values()].toReversed();
  const plain = once.filter(({ text }) => !foreign.test(text));
  return (plain.length > 0 ? plain : once)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, maxTexts)
    .map(labelStatement);
}

/** A text of the interface as it is shown, with what answers it. */
export function labelStatement({ text, further, file, line, endLine, below = [] }: LocatedLabel): Statement {
  const choices = below.length === 0 ? "" : `, such as ${enumerate(below.map((one) => `“${one}”`))}`;
  const told = further === null ? choices : ` — ${further}`;
  const last = Math.max(endLine, line + below.length);
  const lines = last - line > mostLines ? [linesOf(file, line), linesOf(file, last)] : [linesOf(file, line, last)];
  return { text: `- “${text}”${told} ${citationPlaceholder}`, evidence: lines };
}

/** Texts for people: of all files of texts, and of the templates that say most of the question. */
export async function readTexts(context: AnswerContext, weights: QuestionWeights): Promise<LocatedLabel[]> {
  const found = await gatherLabels(context);
  const files = searchFiles(context, weights.terms, ["source"]).filter(
    ({ path }) => templates.test(path) && !isLabelFile(path),
  );
  for (const file of files) {
    for (const one of textsOf(codeLines(await context.lines(file)))) found.push({ ...one, file });
    await context.yieldToEventLoop();
  }
  return found.flatMap((one) => {
    const further = one.further !== null && isText(one.further) ? one.further : null;
    // A title of one word says something only with what describes it.
    const isTold = isLabel(one.text) || (further !== null && /^\p{Lu}[\p{L} -]{2,40}$/u.test(one.text));
    return one.text.length > longestText || !isTold ? [] : [{ ...one, further }];
  });
}

interface FoundText extends LocatedLabel {
  worth: number;
}

const longWorth = 0.1;
/** Of a text that says it in other words than the question. */
const otherWords = 0.9;
const answerWorth = 0.15;
const longestFurther = 700;
const mostLines = 7;

/** Words for people, of more than one sentence. */
function isText(text: string): boolean {
  return text.length <= longestFurther && text.split(" ").length > 2 && !/[`{}|\\$]|https?:|\w_\w|=>|&&/.test(text);
}

function textsOf(lines: readonly string[]): InterfaceText[] {
  return lines.flatMap((line, at) => {
    if (line.length > 2 * longestText) return [];
    const texts = shown.flatMap((pattern) => [...line.matchAll(pattern)].map(([, text = ""]) => text.trim()));
    // A line may end within a sentence, or begin there.
    return texts
      .map((text) => text.replace(/(?<=[.!?])\s+[^.!?]*$/, ""))
      .filter((text) => /^[\p{Lu}\d“"'¿]/u.test(text))
      .map((text) => ({ text, key: "", further: null, line: at + 1, endLine: at + 1 }));
  });
}

/** Words for people: no pattern, no address, no code. */
function isLabel(text: string): boolean {
  return (
    /\p{L}{2}.*\s.*\p{L}{2}/u.test(text) &&
    !/[`{}<>|\\[\]$]|https?:|\w_\w|\b[a-z]+[A-Z]|\(\)|=>|&&|\/\/|^(?:import|export|const|return|from|if|class)\b|\w\.\w+\(/.test(
      text,
    )
  );
}
