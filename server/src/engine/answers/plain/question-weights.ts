import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor, type LayWords } from "#server/engine/intent/lay-words.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { countWordFiles } from "#server/engine/retrieval/count-word-files.ts";

/** The words that carry a question, with how much each of them says. */
export interface QuestionWeights {
  terms: readonly QuestionTerm[];
  /** The share of the question that a text says in its own words, 0 to 1. */
  shareIn: (text: string) => number;
  /** The same where other words for it count too, but less. */
  nearIn: (text: string) => number;
  /** Whether a text says one of them, itself or by another word. */
  saysTerm: (term: QuestionTerm, text: string) => boolean;
  /** Whether a text says the word that says most, or another word for it, and another one that says as much. */
  nearsRarest: (text: string) => boolean;
  /** Whether what the question says side by side stands together in a text that says it: "inactive polls" are no polls beside a button. */
  saysTogether: (text: string) => boolean;
  /** Whether a text says the word that says most. */
  saysRarest: (text: string) => boolean;
}

/** A word of fewer files says no more than one of so many: people have other words than the product. */
const fewestFiles = 8;
/** Words of any question count too, so that a text with one of several words is not about all of them. */
const weakWorth = 0.35;

/** They say what somebody wants to do to something, and nothing of what. */
const onlyActs = new Set(
  "stop forbid forbids forbidden allow allowed allows prevent prevents disable disabled enable enabled turn limit restrict block make makes get choose able possible want need needs keep".split(
    " ",
  ),
);

/** A word that everybody uses says less than one of few files. */
export function weighQuestion(context: AnswerContext, part: QuestionPart): QuestionWeights {
  const asked = part.terms.filter(({ relevance = 1 }) => relevance === 1);
  const terms = asked.some(({ word }) => !isWeakWord(word)) ? asked : [];
  const total = context.codebases.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const weights = terms.map(
    ({ word }) =>
      Math.log(2 + total / Math.max(fewestFiles, countWordFiles(context.codebases, word).files)) *
      (isWeakWord(word) || onlyActs.has(word) ? weakWorth : 1),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  // A turn of phrase is said in many words.
  const hasOwn = terms.some(({ isPhrase = false, word }) => !isPhrase && !isWeakWord(word));
  const mayBe = ({ isPhrase = false }: QuestionTerm) => !hasOwn || !isPhrase;
  const most = Math.max(0, ...weights.filter((_, at) => terms.slice(at, at + 1).some(mayBe)));
  const heaviest = Math.max(0, ...weights);
  const heavy = terms
    .map((term, at) => ({ term, weight: weights[at] ?? 0 }))
    .filter(({ weight }) => weight >= heaviest * nearlyHeaviest);
  const rarest = terms.filter((term, at) => mayBe(term) && weights[at] === most);
  // "How long" alone is said by all that ends: something of what it is asked of has to be said too.
  const others = terms.filter(({ isPhrase = false }) => !isPhrase);
  const isTurnAlone = rarest.every(({ isPhrase = false }) => isPhrase) && others.length > 0;
  const pairs = pairsIn(part);
  const saidIn = readerFor(part);
  const lay = new Map(terms.map((term) => [term, layWordsFor(term.stem, part.text)]));
  return {
    terms,
    saysTogether(text) {
      const sentences = text.split(/(?<=[.!?;])\s/).map(stemsOf);
      return pairs.every((pair) => {
        const isSaid = pair.every((root) => sentences.some((sentence) => sentence.includes(root)));
        return !isSaid || sentences.some((sentence) => areNear(sentence, pair));
      });
    },
    nearIn(text) {
      const said = saidIn(text);
      return (
        terms.reduce((share, term, at) => share + nears(said, term, lay.get(term)) * (weights[at] ?? 0), 0) / (sum || 1)
      );
    },
    saysTerm: (term, text) => nears(saidIn(text), term, lay.get(term)) > 0,
    nearsRarest(text) {
      const said = saidIn(text);
      const isSaid = ({ term }: { term: QuestionTerm }) => nears(said, term, lay.get(term)) > 0;
      return (
        heavy.some((one) => one.weight === heaviest && isSaid(one)) &&
        heavy.filter(isSaid).length >= Math.min(fewestSaid, heavy.length)
      );
    },
    saysRarest(text) {
      const said = saidIn(text);
      if (isTurnAlone && !others.some((term) => says(said, term))) return false;
      return rarest.some((term) => says(said, term) || [...said].some((one) => isFormOf(one, term.stem)));
    },
    shareIn(text) {
      const said = saidIn(text);
      return terms.reduce((share, term, at) => share + (says(said, term) ? (weights[at] ?? 0) : 0), 0) / (sum || 1);
    },
  };
}

/** Words that weigh nearly as much as the heaviest; of two or more of them one alone is about something else. */
const nearlyHeaviest = 0.6;
const fewestSaid = 2;
function says(said: ReadonlySet<string>, { stem, synonyms, isPhrase = false }: QuestionTerm): boolean {
  return said.has(stem) || (isPhrase && synonyms.some((one) => said.has(one))) || hasForm(said, stem);
}

/** How surely a text says a term, itself or by another word. */
function nears(said: ReadonlySet<string>, term: QuestionTerm, lay: LayWords | undefined): number {
  if (says(said, term)) return 1;
  for (const one of lay?.stems ?? []) if (said.has(one)) return layWorth;
  return term.synonyms.some((one) => said.has(one)) ? synonymWorth : 0;
}

const layWorth = 0.8;
const synonymWorth = 0.5;
const longRoot = 5;
const endings = 5;

/** "Registration" says "register", and "presentation" "present". */
function hasForm(said: ReadonlySet<string>, root: string): boolean {
  if (root.length < longRoot) return false;
  for (const one of said) {
    const [short, long] = one.length < root.length ? [one, root] : [root, one];
    if (short.length >= longRoot && long.startsWith(short) && long.length - short.length <= endings) return true;
  }
  return false;
}

/** "Weekly" says "week". */
function isFormOf(word: string, root: string): boolean {
  return root.length > 3 && word.startsWith(root) && word.length - root.length <= 2;
}

/** The words of a text as stems, without those that say half of a word with a hyphen: half of "two-factor" says nothing of it. */
function readerFor(part: QuestionPart): (text: string) => ReadonlySet<string> {
  const compounds = compoundsIn(part);
  return (text) => {
    const said = new Set(stemsOf(text));
    const halves = new Set(compounds.filter((roots) => !roots.every((root) => said.has(root))).flat());
    return halves.size === 0 ? said : new Set([...said].filter((root) => !halves.has(root)));
  };
}

/** Words of a question that are written as one with a hyphen, as the stems of their parts. */
function compoundsIn({ text }: QuestionPart): string[][] {
  return (text.match(/\b[a-z]{2,}(?:-[a-z]{2,})+\b/gi) ?? []).map(stemsOf).filter((roots) => roots.length > 1);
}

const mostBetween = 6;

/** Two words that carry a question and stand side by side in it, as stems. */
function pairsIn({ text, terms }: QuestionPart): (readonly [string, string])[] {
  const strong = new Set(terms.filter(({ word }) => !isWeakWord(word)).map(({ stem }) => stem));
  const asked = stemsOf(text);
  return asked.flatMap((one, at) => {
    const next = asked[at + 1];
    return next !== undefined && next !== one && strong.has(one) && strong.has(next) ? [[one, next] as const] : [];
  });
}

function areNear(sentence: readonly string[], [one, other]: readonly [string, string]): boolean {
  return sentence.some(
    (word, at) => word === one && sentence.slice(Math.max(0, at - mostBetween), at + mostBetween + 1).includes(other),
  );
}
