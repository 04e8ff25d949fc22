import { aboutPhrase, mannerPhrases, commandedQuestion, questionClause } from "./grammar/prompt-grammar.ts";
import { partsOfTopic, topicGrammar, topicQuestionGrammar } from "./grammar/topic-grammar.ts";
import type { TopicName } from "./grammar/topic-phrases.ts";
import { stem, stemsOf, subjectWords } from "./words.ts";

/** The parts of a prompt. */
export type PromptPart =
  | { kind: "topic"; topic: TopicName }
  /** Something only this code knows: for the answer engine. */
  | { kind: "question"; text: string };

/** Maximum number of topics in one section; the parts of a topic that is made up of others are not limited. */
const maxTopics = 4;
const maxQuestions = 2;
/** Characters that are read of a prompt; no real one is longer. */
const maxPromptLength = 6_000;
const maxClauseLength = 600;
/** Share of unknown words that a long clause may hold and still ask for nothing but its topics. */
const maxUnknownShare = 0.2;
/** Words, from which on a clause is long. */
const longClause = 5;

/**
 * Interprets a prompt. A part is a topic only when it contains nothing else: "List the endpoints" is one, "List the
 * endpoints for invoices" is a question about invoices. The title is used when the prompt says nothing of its own.
 * `subjectNames` add nothing to the request.
 */
export function interpretPrompt(
  { title, prompt }: { title: string; prompt: string },
  subjectNames: readonly string[],
): PromptPart[] {
  const known = new Set([...subjectNames.flatMap(stemsOf), ...generic]);
  const subject = { known, names: subjectNames };
  const parts: PromptPart[] = [];
  for (const clause of splitClauses(prompt.slice(0, maxPromptLength))) {
    const clauseParts = readClause(clause, subject);
    const isFollowing = parts.some(({ kind }) => kind === "topic");
    parts.push(...clauseParts.filter((part) => !isFollowing || !isImpliedByTopic(part, known)));
  }
  const chosen = choose(parts);
  if (chosen.length > 0) return chosen;
  const byTitle = choose(readClause(title.slice(0, maxClauseLength), subject));
  if (byTitle.length > 0) return byTitle;
  const whole = [title, prompt.slice(0, maxPromptLength)].filter((text) => text.trim() !== "").join(". ");
  return whole === "" ? [] : [{ kind: "question", text: whole }];
}

function choose(parts: readonly PromptPart[]): PromptPart[] {
  const found = parts.filter((part) => part.kind === "topic").map(({ topic }) => topic);
  const unique = [...new Set(found)];
  const plain = unique.filter((name) => partsOfTopic(name).length === 0);
  // "An overview: purpose, components and data" names its parts itself.
  const wanted = plain.length > 1 && plain.length < unique.length ? plain : unique;
  const single = wanted.length === 1 ? wanted[0] : undefined;
  const listed = single === undefined ? wanted.slice(0, maxTopics) : wholeOf(single);
  const questions = parts.filter((part) => part.kind === "question").slice(0, maxQuestions);
  return [...listed.map((topic): PromptPart => ({ kind: "topic", topic })), ...questions];
}

function wholeOf(topic: TopicName): readonly TopicName[] {
  const parts = partsOfTopic(topic);
  return parts.length === 0 ? [topic] : parts;
}

/** Sentences, lines and the halves of "list these and explain how those work". */
function splitClauses(prompt: string): string[] {
  return prompt
    .split(
      /(?<=[.!?])\s+|[;\n]+|,?\s+(?:and|then|also)\s+(?=(?:also\s+)?(?:explain|describe|how|what|where|why|who|list|show|say|tell|name|draw|summari[sz]e|give|mention)\b)/i,
    )
    .map((clause) => clause.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, "").trim())
    .filter((clause) => /\p{L}/u.test(clause));
}

function withoutManner(clause: string): string {
  return mannerPhrases.reduce((rest, manner) => rest.replaceAll(manner, " "), clause);
}

/** What a prompt is about, which its clauses need not say. */
interface PromptSubject {
  /** Stems that ask for nothing of their own. */
  known: ReadonlySet<string>;
  names: readonly string[];
}

function readClause(raw: string, { known, names }: PromptSubject): PromptPart[] {
  const clause = withoutManner(raw.slice(0, maxClauseLength));
  const isQuestion = questionClause.has(clause);
  const named = findTopics(clause, isQuestion);
  const { found, rest } = named.found.length > 0 ? named : findTopics(withoutNames(clause, names), isQuestion);
  const words = subjectWords(rest).filter((word) => !/^\d+$/.test(word));
  const isUnknown = (word: string) => !known.has(stem(word)) && !(found.length > 0 && details.has(stem(word)));
  const unknown = words.filter(isUnknown);
  // A topic counts as two words.
  const total = words.length + found.length * 2;
  if (found.length > 0 && unknown.length / total <= (total >= longClause ? maxUnknownShare : 0)) {
    return found.map((topic) => ({ kind: "topic", topic }));
  }
  if (unknown.length === 0) return [];
  return [{ kind: "question", text: withoutCommand(clause) }];
}

/** "What does board do" of something that is called board is "what does it do". */
function withoutNames(clause: string, names: readonly string[]): string {
  const lower = names.map((name) => name.toLowerCase());
  return clause.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}._/-]*/gu, (word) =>
    lower.includes(word.toLowerCase()) ? "it" : word,
  );
}

/** "And what depends on it" after a topic asks for nothing that the topic does not say anyway. */
function isImpliedByTopic(part: PromptPart, known: ReadonlySet<string>): boolean {
  if (part.kind === "topic") return false;
  const words = subjectWords(part.text).map(stem);
  return words.every((word) => known.has(word) || details.has(word) || relations.has(word));
}

function withoutCommand(clause: string): string {
  return (commandedQuestion.match(clause)?.slots["question"] ?? clause)
    .replaceAll(aboutPhrase, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Topics in order, the longer phrase before one inside it; `rest` is the remaining text. */
function findTopics(clause: string, isQuestion: boolean): { found: TopicName[]; rest: string } {
  const matches = (isQuestion ? topicQuestionGrammar : topicGrammar).matchAll(clause);
  const kept: typeof matches = [];
  for (const match of matches.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (!kept.some((other) => match.start < other.end && other.start < match.end)) kept.push(match);
  }
  kept.sort((a, b) => a.start - b.start);
  let rest = clause;
  for (const { start, end } of kept) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  return { found: [...new Set(kept.map(({ intent }) => intent))], rest };
}

/** Words about writing and about software as such: they name no part of any one of them. */
const generic = new Set(
  stemsOf(
    `section page document documentation docs text write written summary summarize summarise brief briefly short concise
    detail detailed complete comprehensive full overview description explanation outline list lists listed bullet point table
    column row paragraph sentence heading diagram chart graph figure picture visual draw flowchart markdown mermaid plain
    simple simply clear clearly words including include cover covers covering mention note name named important relevant
    key main major typical common general current existing available various different possible necessary required optional
    newcomer reader developer engineer team people person example first last next step steps quick good best help useful
    understand understanding learn read reading begin start use used user source guide manual reference follow following
    follows see says state its their own each several together system product project service repository repo codebase
    code base application app software library package program platform tool walk tour talk terms here`,
  ),
);

/** Words that only say more about a topic that was named: "the endpoints with method, path and handler". */
const details = new Set(
  stemsOf(
    `purpose default value means matter shows technical overall whole entire information info facts words share shares
    large big small size other others rest exact exactly relation relations method path handler title version developing
    development locally provide provided provides responsible file files folder folders module modules function functions
    class classes declared declares type types refers refer field fields route lies installed install automation quote says
    signature signatures running using dependencies top level set must recorded state decide feature fix breaking readme manifest commit commits changed run model models package packages part parts reach built inside outside between picture whose
    import imports`,
  ),
);

/** Verbs of a clause about relations of the named subjects: "what they reach", "what causes each". */
const relations = new Set(
  stemsOf(
    `cause lean leans rest need bring together talk call import use reach refer depend look contain hold belong come go do
    done work happen decide mean tell connect interact fit play together`,
  ),
);
