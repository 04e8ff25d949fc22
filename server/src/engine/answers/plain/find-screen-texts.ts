import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { linesOf } from "#server/engine/statements/statements.ts";

import type { QuestionWeights } from "./question-weights.ts";
import { searchFiles } from "./search-files.ts";

const maxTexts = 3;
/** A file of texts may be long; lines of more letters hold no label. */
const longestText = 160;
const locales = /(?:^|[/_.-])(?:i18n|locales?|lang(?:uages?)?|translations?|messages)(?:[/_.-]|$)/i;
const english = /(?:^|[/_.-])(?:en(?:[-_](?:us|gb))?|english)(?:[/_.-]|$)/i;
const templates =
  /\.(?:html?|erb|haml|slim|ejs|hbs|mustache|twig|blade\.php|tpl|gohtml|jinja2?|vue|svelte|tsx|jsx|heex|leex|eex|cshtml|razor|ftl|jsp)$/i;
/** `"key": "text"`, `key: text` and `key = text`. */
const labelled = /^\s*["']?[\w.$-]+["']?\s*(?::|=>?)\s*(["'`]?)(.+?)\1[,;]?\s*$/;
/** Letters that English does without. */
const foreign = /[^ -~–—‘’“”…•©é]/;
/** Between tags, as an attribute for people, or a line of text alone. */
const shown = [
  />\s*([^<>{}]{8,160}?)\s*(?:<|$)/g,
  /\b(?:placeholder|title|label|aria-label|alt|description|help(?:Text)?)=["']([^"'{}<>]{8,160})["']/g,
  /^\s*([A-Z][^<>{}=;()`$]{12,160}[a-z.?!])\s*(?:<.*)?$/g,
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
  const files = searchFiles(context, weights.terms, ["data", "config", "source"]);
  const texts = files.filter(({ path }) => locales.test(path));
  const inEnglish = texts.filter(({ path }) => english.test(path));
  const found: { text: string; share: number; file: FileRef; line: number }[] = [];
  for (const file of [
    ...(inEnglish.length > 0 ? inEnglish : texts),
    ...files.filter(({ path }) => templates.test(path) && !locales.test(path)),
  ]) {
    const read = locales.test(file.path) ? labelsOf : textsOf;
    for (const [at, line] of (await context.lines(file)).entries()) {
      for (const text of line.length > 2 * longestText ? [] : read(line)) {
        if (text.length > longestText || !isLabel(text)) continue;
        const share = weights.shareIn(text);
        if (share >= leastShare && weights.saysRarest(text)) found.push({ text, share, file, line: at + 1 });
      }
    }
    await context.yieldToEventLoop();
  }
  const once = [...new Map(found.toReversed().map((one) => [one.text.toLowerCase(), one])).values()].toReversed();
  const plain = once.filter(({ text }) => !foreign.test(text));
  return (plain.length > 0 ? plain : once)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, maxTexts)
    .map(({ text, file, line }) => ({ text: `- “${text}” ${citationPlaceholder}`, evidence: [linesOf(file, line)] }));
}

function labelsOf(line: string): string[] {
  return [(labelled.exec(line)?.[2] ?? "").trim()];
}

function textsOf(line: string): string[] {
  const texts = shown.flatMap((pattern) => [...line.matchAll(pattern)].map(([, text = ""]) => text.trim()));
  // A line may end within a sentence, or begin there.
  return texts.map((text) => text.replace(/(?<=[.!?])\s+[^.!?]*$/, "")).filter((text) => /^[\p{Lu}\d“"'¿]/u.test(text));
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
