import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { countWordFiles } from "#server/engine/retrieval/count-word-files.ts";

/** The words that carry a question, with how much each of them says. */
export interface QuestionWeights {
  terms: readonly QuestionTerm[];
  /** The share of the question that a text says in its own words, 0 to 1. */
  shareIn: (text: string) => number;
  /** Whether a text says the word that says most. */
  saysRarest: (text: string) => boolean;
}

/** A word of fewer files says no more than one of so many: people have other words than the product. */
const fewestFiles = 8;
/** Words of any question count too, so that a text with one of several words is not about all of them. */
const weakWorth = 0.35;

/** A word that everybody uses says less than one of few files. */
export function weighQuestion(context: AnswerContext, part: QuestionPart): QuestionWeights {
  const own = part.terms.filter(({ relevance = 1 }) => relevance === 1);
  const terms = own.some(({ word }) => !isWeakWord(word)) ? own : [];
  const total = context.codebases.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const weights = terms.map(
    ({ word }) =>
      Math.log(2 + total / Math.max(fewestFiles, countWordFiles(context.codebases, word).files)) *
      (isWeakWord(word) ? weakWorth : 1),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  const says = (said: ReadonlySet<string>, { stem, synonyms, isPhrase = false }: QuestionTerm) =>
    said.has(stem) || (isPhrase && synonyms.some((one) => said.has(one)));
  const most = Math.max(0, ...weights);
  const rarest = terms.filter((_, at) => weights[at] === most);
  return {
    terms,
    saysRarest(text) {
      const said = new Set(stemsOf(text));
      return rarest.some((term) => says(said, term));
    },
    shareIn(text) {
      const said = new Set(stemsOf(text));
      return terms.reduce((share, term, at) => share + (says(said, term) ? (weights[at] ?? 0) : 0), 0) / (sum || 1);
    },
  };
}
