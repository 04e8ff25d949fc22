import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { countWordFiles } from "#server/engine/retrieval/count-word-files.ts";

/** The words that carry a question, with how much each of them says. */
export interface QuestionWeights {
  terms: readonly QuestionTerm[];
  /** The share of the question that a text says in its own words, 0 to 1. */
  shareIn: (text: string) => number;
}

/** A word that everybody uses says less than one of few files; one that no file has says most. */
export function weighQuestion(context: AnswerContext, part: QuestionPart): QuestionWeights {
  const terms = part.terms.filter(({ word, relevance = 1 }) => !isWeakWord(word) && relevance === 1);
  const total = context.codebases.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const weights = terms.map(({ word }) => Math.log(2 + total / (1 + countWordFiles(context.codebases, word).files)));
  const sum = weights.reduce((a, b) => a + b, 0);
  return {
    terms,
    shareIn(text) {
      const said = new Set(stemsOf(text));
      const says = ({ stem, synonyms, isPhrase = false }: QuestionTerm) =>
        said.has(stem) || (isPhrase && synonyms.some((one) => said.has(one)));
      return terms.reduce((share, term, at) => share + (says(term) ? (weights[at] ?? 0) : 0), 0) / (sum || 1);
    },
  };
}
