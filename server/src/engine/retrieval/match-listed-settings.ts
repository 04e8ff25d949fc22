import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, splitWords, stemsOf } from "#server/engine/intent/words.ts";

import { bareName, gatherSettings, type SettingFact } from "./find-settings.ts";

/** What a setting says of a word: its name most, what is told of it less, and the files that read it least. */
const toldWorth = 0.8;
const fileWorth = 0.6;
const synonymWorth = 0.5;
/** Of the words that carry a question a setting says at least so much. */
const leastShare = 0.4;
const nearly = 0.8;
const maxListed = 24;
const fewestOfFile = 3;
const none: ReadonlySet<string> = new Set();
const shortestPiece = 4;

/** "Which settings configure the storage": those that are for it, best first; empty where none says enough of it. */
export async function matchListedSettings(context: AnswerContext, part: QuestionPart): Promise<SettingFact[]> {
  const terms = part.terms.filter(
    ({ word, relevance = 1, isPhrase }) => relevance === 1 && !isWeakWord(word) && !isPhrase,
  );
  if (terms.length === 0) return [];
  const gathered = (await gatherSettings(context, part.text)).map((one) => ({ one, words: wordsOf(one) }));
  // A file that reads one setting is about something else as well.
  const isGroup = terms.some(
    ({ stem }) => gathered.filter(({ words }) => words.files.has(stem)).length >= fewestOfFile,
  );
  const all = isGroup ? gathered : gathered.map(({ one, words }) => ({ one, words: { ...words, files: none } }));
  const named = namedTerm(terms, all);
  const weights = terms.map((term) => {
    const said = all.filter(({ words }) => worthOf(term, words) >= fileWorth).length;
    // What many settings say tells none from another, and so does what none says.
    return said === 0 ? 1 : Math.log(2 + all.length / said);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  const judged = all.flatMap(({ one, words }) => {
    const share = terms.reduce((total, term, at) => total + worthOf(term, words) * (weights[at] ?? 0), 0) / sum;
    const isNamed = named !== null && words.name.has(named.stem);
    return isNamed || share >= leastShare ? [{ one, score: share + (isNamed ? 1 : 0) }] : [];
  });
  const best = Math.max(0, ...judged.map(({ score }) => score));
  const chosen = judged.filter(({ score }) => (best >= 1 ? score >= 1 : score >= best * nearly));
  return chosen.length > maxListed ? [] : chosen.toSorted((a, b) => b.score - a.score).map(({ one }) => one);
}

interface ListedWords {
  name: ReadonlySet<string>;
  bare: string;
  told: ReadonlySet<string>;
  files: ReadonlySet<string>;
}

function wordsOf({ path, fact }: SettingFact): ListedWords {
  const readers = fact.sites
    .filter(({ source }) => source === "read" || source === "declared")
    .map((site) => site.path);
  const files = [path, ...readers].map((at) => at.slice(at.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
  return {
    name: new Set(stemsOf(fact.name)),
    bare: bareName(fact.name),
    told: new Set(stemsOf(fact.said)),
    files: new Set(stemsOf(files.join(" "))),
  };
}

function worthOf({ word, stem, synonyms }: QuestionTerm, { name, bare, told, files }: ListedWords): number {
  if (name.has(stem) || (word.length >= shortestPiece && bare.includes(word))) return 1;
  if (told.has(stem)) return toldWorth;
  if (files.has(stem)) return fileWorth;
  return synonyms.some((one) => name.has(one)) ? synonymWorth : 0;
}

/** A short word in capitals or with a digit, as "S3" or "SMTP", that several names hold: all of them are for that. */
function namedTerm(
  terms: readonly QuestionTerm[],
  all: readonly { one: SettingFact; words: ListedWords }[],
): QuestionTerm | null {
  const own = terms.flatMap((term) => {
    const held = all.filter(({ one }) => splitWords(one.fact.name).includes(term.word)).length;
    return held > 1 && held <= maxListed ? [{ term, held }] : [];
  });
  return own.toSorted((a, b) => a.held - b.held)[0]?.term ?? null;
}
