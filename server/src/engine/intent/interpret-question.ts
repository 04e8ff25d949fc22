import { phraseGrammar } from "./grammar/asking-phrases.ts";
import { phraseSynonyms } from "./grammar/phrase-synonyms.ts";
import { impactWords, questionGrammar, wordsOfIntent } from "./grammar/question-grammar.ts";
import { interpretSubject } from "./interpret-subject.ts";
import { withoutFrame } from "./question-frame.ts";
import { splitQuestion, type QuestionSentence } from "./split-question.ts";
import { isWeakWord, stem, subjectWords, synonymStems } from "./words.ts";

/** What a person wants to know; decides where the answer is looked up and how it is built. */
type QuestionKind =
  | "explain"
  | "where"
  | "uses"
  | "overview"
  | "run"
  | "endpoints"
  | "configuration"
  | "data"
  | "dependencies"
  | "history"
  | "tests"
  | "compare"
  | "message"
  | "jobs";

export interface QuestionPart {
  /** The part's own words, without a question mark at its end. */
  text: string;
  kind: QuestionKind;
  terms: QuestionTerm[];
  /** Names that are written as code: in backticks, camelCase, snake_case, dotted, with brackets, or a path. */
  names: string[];
  /** The text of the whole message, when this part has no subject itself: "and how many does it use otherwise?". */
  about?: string;
  /** The whole message, where it asks nothing else. */
  message?: string;
}

export interface QuestionTerm {
  /** As written in the question, lower case. */
  word: string;
  stem: string;
  synonyms: readonly string[];
  /** Below 1 for context only: words of a sentence before the question, or of an earlier part. */
  relevance?: number;
  /** It is derived from a phrase, and is no word of the question. */
  isPhrase?: boolean;
  /** The word of the question, where the code says it in another form. */
  asked?: string;
}

/**
 * A message as the questions it holds, each with its subject. `earlier` are the person's earlier questions, newest
 * last.
 */
export function interpretQuestion(text: string, earlier: readonly string[] = []): QuestionPart[] {
  const parts = splitQuestion(questionIn(text)).map(readPart);
  return parts.map((part, at) => {
    const [first] = parts;
    if (at > 0 && first && part.terms.length > 0) {
      const about = interpretSubject(part.text).things.length === 0 ? { about: first.text } : {};
      return { ...part, ...about, terms: withContext(part, first.terms) };
    }
    if (part.terms.length > 0 || part.kind === "overview" || (at === 0 && !refersBack(part.text))) return part;
    const before = parts[at - 1] ?? lastWithSubject(earlier);
    if (before) return { ...part, terms: before.terms, names: before.names };
    return asksOfWhole.test(part.text) ? { ...part, kind: "overview" } : part;
  });
}

/** Where nothing was spoken of before, "this" is the product. */
const asksOfWhole =
  /^(?:so |ok(?:ay)? |and )?(?:what(?:'s|’s| is) (?:this|it)(?: thing)?(?: all)?(?: about| for| good for)?|what (?:does|can) (?:this|it)(?: thing)?(?: actually| really)? do|(?:who|what)(?:'s|’s| is) (?:this|it) (?:for|meant for)|what is (?:this|it),? and which parts is (?:it|this|the \w+) made of)$/i;

const maxHead = 3000;
const maxTail = 1500;

/** The question is at the beginning or the end of a message; the middle of a very long one is pasted material. */
export function questionIn(text: string): string {
  return text.length <= maxHead + maxTail ? text : `${text.slice(0, maxHead)}\n${text.slice(-maxTail)}`;
}

/** No question has more subjects or names more things. */
const maxTerms = 24;
const maxNames = 12;

const contextWorth = 0.6;
/** Of what the question points back to. */
const pointedWeight = 0.85;
const pointsBack = /\b(?:it|its|that|this|they|them|those|these|such|then|he|she)\b/i;

/** Terms of the context, after those of the question itself. */
function withContext(
  part: { text: string; terms: readonly QuestionTerm[] },
  context: readonly QuestionTerm[],
): QuestionTerm[] {
  const { text, terms } = part;
  const own = new Set(terms.map((term) => term.stem));
  const isBare = terms.filter(({ word, isPhrase }) => !isWeakWord(word) && !isPhrase).length < 2;
  const weight = isBare ? 1 : pointsBack.test(text) ? pointedWeight : contextWorth;
  return [...terms, ...context.filter((term) => !own.has(term.stem)).map((term) => ({ ...term, relevance: weight }))];
}

function lastWithSubject(earlier: readonly string[]): QuestionPart | undefined {
  return earlier
    .toReversed()
    .flatMap((text) => splitQuestion(questionIn(text)).map(readPart))
    .find((part) => part.terms.length > 0);
}

function refersBack(text: string): boolean {
  return /\b(?:it|its|that|this|they|them|those|these|he|she|there|one)\b/i.test(text) || text.split(/\s+/).length <= 4;
}

function readPart({ text, context }: QuestionSentence): QuestionPart {
  const names = namesIn(`${text} ${context}`);
  const kind = kindOf(text, names);
  const isKindWord = questionGrammar.match(text)?.intent === "impact" ? impactWords : wordsOfIntent[kind];
  const isChoice = choice.test(text) ? isOfChoice(text) : () => false;
  const phrased = new Set(phraseGrammar.matchAll(text).flatMap(({ intent }) => intent.split(" ")));
  const words = [
    ...subjectTerms(text).filter(
      ({ word, isPhrase }) => !isKindWord?.has(word) && (isPhrase || !(onlyAsks(text, word) || isChoice(word))),
    ),
    ...toTerms([...phrased]).map((term) => ({ ...term, isPhrase: true })),
  ].filter(({ isPhrase }) => kind !== "jobs" || isPhrase !== true);
  const terms = withContext({ text, terms: words }, subjectTerms(context));
  return { text, kind, terms: terms.slice(0, maxTerms), names: kind === "message" ? [] : names };
}

/** "…, does it wait or die?": two things that may follow are no subject, and the code may say a third. */
function isOfChoice(text: string): (word: string) => boolean {
  const rest = new Set(subjectTerms(text.replace(choice, "")).map(({ word }) => word));
  return (word) => rest.size > 0 && !rest.has(word);
}

const choice = /,\s*(?:does|do|will|is|are)\s+(?:it|they|that|this|he|she)\b[^,]*\bor\b[^,]*$/i;

/** "Where is this handled: late boats": a word of what only asks. */
function onlyAsks(text: string, word: string): boolean {
  const rest = withoutFrame(text);
  const isIn = (part: string) => part.toLowerCase().includes(word);
  return isIn(text.slice(0, text.length - rest.length)) && !isIn(rest);
}

/** With more words about what is to be run, the question is not about a command of the project. */
const mostToRun = 4;

function kindOf(text: string, names: readonly string[]): QuestionKind {
  const intent = questionGrammar.match(text)?.intent ?? "explain";
  if (intent === "impact") return names.length > 0 ? "uses" : "explain";
  if (intent !== "run") return intent;
  const subjects = subjectTerms(text).filter(({ word }) => !isWeakWord(word) && !wordsOfIntent.run?.has(word));
  return subjects.length >= mostToRun ? "explain" : "run";
}

/** The two things a question compares, as questions of their own; null where it names no two. */
export function comparedIn(part: QuestionPart): readonly [QuestionPart, QuestionPart] | null {
  const match = questionGrammar.match(part.text);
  const things = match?.intent === "compare" ? [match.slots["one"] ?? "", match.slots["other"] ?? ""] : [];
  const [one, other] = things.map((text) => ({
    text,
    kind: "explain" as const,
    terms: subjectTerms(text),
    names: namesIn(text),
  }));
  return one && other && one.terms.length > 0 && other.terms.length > 0 ? [one, other] : null;
}

/** What a question quotes of a message: the words between its quotation marks. */
export function quotedIn(text: string): string | null {
  const quoted = /"([^"]{5,})"|“([^”]{5,})”|`([^`]{5,})`|(?<![\p{L}\p{N}])['‘](.{5,}?)['’](?![\p{L}\p{N}])/u.exec(text);
  return quoted ? (quoted.slice(1).find((group) => group !== undefined) ?? null) : null;
}

/** The same question including the words that only named the kind of answer, for a plain look-up. */
export function withAllWords(part: QuestionPart): QuestionPart {
  return { ...part, terms: subjectTerms(part.text) };
}

/** The words that carry a text's subject; a phrase is one term, matched by any of its synonyms. */
function subjectTerms(text: string): QuestionTerm[] {
  const alike = new Map<string, readonly string[]>();
  // How it is to be told is no subject.
  let replaced = text.replaceAll(/\b(?:step[- ]by[- ]step|in detail|in (?:the )?right order)\b/gi, " ");
  for (const [pattern, meant] of phraseSynonyms) {
    const [word = "", ...others] = meant.split(" ");
    const next = replaced.replaceAll(pattern, ` ${word} `);
    if (next !== replaced && word !== "") alike.set(stem(word), others.map(stem));
    replaced = next;
  }
  return toTerms(subjectWords(replaced)).map((term) => {
    const others = alike.get(term.stem);
    return others ? { ...term, synonyms: [...new Set([...others, ...term.synonyms])], isPhrase: true } : term;
  });
}

function toTerms(words: readonly string[]): QuestionTerm[] {
  const byStem = new Map(words.map((word) => [stem(word), word]));
  return [...byStem].map(([root, word]) => ({ word, stem: root, synonyms: synonymStems(root) }));
}

/** Written like code, and said of anything. */
const notNames = /^(?:e\.g|i\.e|a\.k\.a|and\/or|[\d_/.]+)$/i;

function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,200})`/g)].map((match) => match[1] ?? "");
  const bare = text
    .replaceAll(/`[^`]*`|\bhttps?:\/\/\S+/g, " ")
    .split(/[\s,;:!?"'“”]+/)
    .map((word) => word.replace(/\.$/, ""));
  const isCode = (word: string) =>
    /^[\w$.]+\(\)$/.test(word) ||
    /[a-z\d][A-Z]/.test(word) ||
    /\w_\w/.test(word) ||
    /^[a-z_$][\w$]+(?:\.[a-z_$][\w$]{2,})+$/i.test(word) ||
    /^[A-Z][A-Z\d]+_/.test(word) ||
    /^--[a-z][\w-]+$/.test(word) ||
    /^[\w@.-]*\/[\w@./-]+$/.test(word) ||
    /^[\w@-]+\/$/.test(word) ||
    /^[\w-]+\.[a-z]{1,4}$/i.test(word);
  const written = bare.filter((word) => isCode(word) && !notNames.test(word));
  const names = [...quoted, ...written].map((name) => name.replace(/\(\)?.*$/, "").replace(/^--/, ""));
  return [...new Set(names.filter((name) => name.length > 1))].slice(0, maxNames);
}
