import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { interpretSubject } from "#server/engine/intent/interpret-subject.ts";
import { isCodeWord, isVague, stem, stemsOf, synonymStems } from "#server/engine/intent/words.ts";

import type { Passage, Retrieval } from "./passage.ts";

/** A thing that a question is about: its nouns, the one that the others say more of last. */
type Thing = readonly QuestionTerm[];

/** How well the passages match the subject of the question. */
export interface SubjectMatch {
  /** No passage mentions the subject. */
  isAbsent: boolean;
  /** Passages that mention all of the subject; empty when only side clauses name it. */
  whole: readonly Passage[];
  /** Words of the question that no passage matches; empty when each word is matched, but no passage has all. */
  missingWords: readonly string[];
}

/** Words further apart than this are about different things. */
const windowLines = 12;
const longestLine = 300;
const mostLines = 2000;
const maxLocations = 10;
/** Passages that match less of the question's words are not checked. */
const leastCoverage = 0.3;
const comparableShare = 0.75;

/** Whether the nouns of a question, each with its modifiers, are matched together in one of the best passages. */
export async function matchSubject(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<SubjectMatch> {
  const things = thingsAsked(part, retrieval.terms);
  const code = retrieval.passages.filter(({ fileKind }) => fileKind !== "test");
  const enough = Math.max(leastCoverage, comparableShare * (code[0]?.coverage ?? 0));
  const near = code.filter(({ coverage }) => coverage >= enough).slice(0, maxLocations);
  if (things.length === 0 || near.length === 0) return { isAbsent: false, whole: [], missingWords: [] };
  const unmet = new Set(things);
  const whole: Passage[] = [];
  for (const passage of near) {
    const matched = await nounsMatched(context, passage, things);
    for (const thing of matched) unmet.delete(thing);
    if (matched.length === things.length) whole.push(passage);
    await context.yieldToEventLoop();
  }
  const missing = [...unmet].map((thing) => thing.map(({ word }) => word).join(" "));
  const { isAside } = interpretSubject(part.about ?? part.text);
  return { isAbsent: whole.length === 0, whole: isAside ? [] : whole, missingWords: missing };
}

/**
 * The things a question is about, in the words that are looked for; words of any question only where it has no others.
 */
function thingsAsked(part: QuestionPart, terms: readonly QuestionTerm[]): Thing[] {
  const byStem = new Map(
    terms.flatMap((term) => [term.stem, stem(term.asked ?? term.word)].map((root) => [root, term])),
  );
  const things = interpretSubject(part.about ?? part.text).things.map((thing) =>
    thing.flatMap((word): QuestionTerm[] => {
      const found = byStem.get(stem(word));
      // A turn of phrase has further meanings than its first word.
      return found && (part.about !== undefined || (found.relevance ?? 1) === 1)
        ? [found.isPhrase ? { ...found, synonyms: synonymStems(found.stem) } : found]
        : [];
    }),
  );
  const strong = things.map((thing) => thing.filter(({ word }) => !isVague(word))).filter(({ length }) => length > 0);
  return strong.length > 0 ? strong : things.filter(({ length }) => length > 0);
}

/** Moves passages that match the whole subject first, if they are comparably good. */
export function rankWholeMatchesFirst({ passages }: Retrieval, { whole }: SubjectMatch): Passage[] {
  const weight = (one: Passage) => one.score * (whole.length === 0 || whole.includes(one) ? 1 : besideWorth);
  return passages.toSorted((one, other) => weight(other) - weight(one));
}

const besideWorth = 0.9;

/**
 * The nouns that a passage mentions. A word that the code itself uses must occur, or a synonym of
 * it in a declaration's name; for people's words synonyms count everywhere.
 */
async function nounsMatched(context: AnswerContext, passage: Passage, things: readonly Thing[]): Promise<Thing[]> {
  const { content, path, startLine, endLine } = passage;
  const own = content.type === "symbol" ? content.symbol : null;
  const title = content.type === "prose" ? content.prose.heading : "";
  const named = new Set(stemsOf(`${path} ${own?.parent ?? ""} ${own?.name ?? title} ${own?.signature ?? ""}`));
  const lines = (await context.lines(passage)).slice(startLine - 1, Math.min(endLine, startLine + mostLines));
  const held = lines.map((line) => new Set(stemsOf(line.slice(0, longestLine))));
  const isNamed = ({ stem: root, synonyms }: QuestionTerm) => named.has(root) || synonyms.some((one) => named.has(one));
  const isSpeakable = (stems: ReadonlySet<string>, { stem: root, synonyms }: QuestionTerm) =>
    stems.has(root) || (!isCodeWord(root) && synonyms.some((one) => stems.has(one)));
  return things.filter((thing) => {
    const [first, ...rest] = thing
      .filter((term) => !isNamed(term))
      .map((term) => held.flatMap((stems, line) => (isSpeakable(stems, term) ? [line] : [])));
    const isNear = (line: number) =>
      rest.every((lines) => lines.some((other) => Math.abs(other - line) <= windowLines));
    return first === undefined || first.some(isNear);
  });
}
