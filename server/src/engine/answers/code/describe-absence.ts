import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isPlainSpeech, isWeakWord, stem, stemsOf } from "#server/engine/intent/words.ts";
import { isAboutTeamwork } from "#server/engine/retrieval/is-about-teamwork.ts";
import type { SubjectMatch } from "#server/engine/retrieval/match-subject.ts";
import type { FirstFile, Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { isNoNeighbour, saysNothingNear } from "#server/engine/retrieval/says-nothing-near.ts";
import { isSameFile } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { fileEntry, likelyFiles } from "./show-first-files.ts";

const noteworthyShare = 0.34;
const wholly = 0.9;
const aboutIt = 0.7;
const mostlyAboutIt = 0.65;
const hardlyAboutIt = 0.5;
/** A best passage that holds less than this share of the question is offered as the closest, not as the answer. */
const enoughCoverage = 0.4;
/** A passage that holds less than this share of the question is not close to it. */
const enoughToBeClose = 0.34;
const maxClosestLines = 20;
const maxClosest = 5;

/** Whether the matches are about something else; judged by the words alone when `subject` was not computed. */
export function isElsewhere(part: QuestionPart, retrieval: Retrieval, subject?: SubjectMatch): boolean {
  if (part.names.length > 0) return false;
  if (subject?.isAbsent) return true;
  const best = Math.max(0, ...retrieval.passages.slice(0, 5).map(({ coverage }) => coverage));
  return best < enoughCoverage || isBesideTheSubject(part, retrieval);
}

/** Whether the few words that carry the question are not in the code, nor synonyms of them. */
function isBesideTheSubject({ text, terms }: QuestionPart, retrieval: Retrieval): boolean {
  const { passages, unspoken } = retrieval;
  const strong = terms.filter(({ word, relevance = 1, isPhrase }) => relevance === 1 && !isPhrase && !isWeakWord(word));
  const best = passages.find(({ content, fileKind }) => content.type !== "prose" && fileKind !== "test");
  // Some things are only documented, under a title that says so.
  const isDocumented = passages.some(
    ({ content, coverage }) =>
      content.type === "prose" &&
      coverage >= wholly &&
      stemsOf(content.prose.heading).some((root) => strong.some((term) => term.stem === root)),
  );
  if (isDocumented) return false;
  const isCarrying = unspoken.length > 0 && unspoken.length >= strong.length / 2;
  const coverage = best ? spokenCoverage(best, retrieval) : 0;
  if ((isCarrying && coverage < aboutIt) || (unspoken.length > 0 && coverage < hardlyAboutIt)) return true;
  return namesOneThing(text, retrieval) && coverage < wholly;
}

/** How much of the question a passage matches by words that the code itself uses. */
function spokenCoverage({ met: matched, coverage }: Passage, { terms, unspoken }: Retrieval): number {
  const silent = new Set(unspoken.map(({ stem: root }) => root));
  return coverage - matched.reduce((sum, share, at) => sum + (silent.has(terms[at]?.stem ?? "") ? share : 0), 0);
}

/** "Rate limiter": two words for one thing, which code that has it says together. */
const doer = /\b([a-z]{3,}) ([a-z]{3,}(?:er|or)s?)\b/gi;

/** Whether the question asks for something with two words that never occur together in the code. */
export function namesOneThing(text: string, { terms, passages }: Retrieval): boolean {
  const at = (word: string) =>
    terms.findIndex((term) => term.stem === stem(word.toLowerCase()) && !isWeakWord(word.toLowerCase()));
  return [...text.matchAll(doer)].some(([, word = "", next = ""]) => {
    const [first, second] = [at(word), at(next)];
    const [two, pair] = [terms[first], terms[second]];
    if (!two || !pair || isPlainSpeech(two.stem) || isPlainSpeech(pair.stem)) return false;
    // Where one means the other, a single word seems to say both.
    const isAlike = two.synonyms.includes(pair.stem) || pair.synonyms.includes(two.stem);
    const saysBoth = ({ met: matched, content, path }: Passage) =>
      isAlike
        ? content.type === "symbol" &&
          [two.stem, pair.stem].every((root) =>
            stemsOf(`${path} ${content.symbol.name} ${content.symbol.doc?.text ?? ""}`).includes(root),
          )
        : (matched[first] ?? 0) > 0 && (matched[second] ?? 0) > 0;
    return !passages.some((one) => one.content.type !== "prose" && one.fileKind !== "test" && saysBoth(one));
  });
}

/** What is found by so few of the words may be about something else, which a reader should know. */
export function doubtOf({ names }: QuestionPart, { passages, unspoken }: Retrieval): StatementBlock {
  const coverage = passages.find(({ content }) => content.type !== "prose")?.coverage ?? 1;
  const isDoubtful =
    names.length === 0 && (coverage < hardlyAboutIt || (unspoken.length > 0 && coverage < mostlyAboutIt));
  const text = "No place in the indexed code is about all of this; the closest is:";
  return { heading: null, statements: isDoubtful ? [{ text, evidence: [] }] : [] };
}

export function missingNote({ terms }: QuestionPart, { missing }: Retrieval): StatementBlock {
  const strong = terms.filter(({ word }) => !isWeakWord(word)).length;
  // People's own words for something need not occur in the code.
  if (missing.length < strong * noteworthyShare || missing.length === 0) return { heading: null, statements: [] };
  const words = missing.map(({ word }) => `“${word}”`).join(" or ");
  return {
    heading: null,
    statements: [{ text: `No indexed file mentions ${words}; this is about the rest of the question.`, evidence: [] }],
    missing: missing.length / Math.max(1, strong),
  };
}

const nothingNamed =
  "The indexed code holds nothing that answers this. Name a function, a file, a setting or a feature to look for.";

/** For a message that asks nothing, and where nothing else could be said. */
export const nothingToSay: StatementBlock = {
  heading: null,
  statements: [{ text: nothingNamed, evidence: [] }],
  missing: 1,
};

export function notFound(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  subject?: SubjectMatch,
): StatementBlock[] {
  if (isOfThings(retrieval, subject)) {
    const things = subject.missingWords.map((thing) => `“${thing}”`).join(" or ");
    return closestBlock(context, `Nothing in the indexed code that comes near to this speaks of ${things}.`, retrieval);
  }
  const missing = retrieval.unspoken.length > 0 ? retrieval.unspoken : retrieval.missing;
  const words = missing.map(({ word }) => `“${word}”`).join(" or ");
  // That words of a question do not stand together says nothing of what it asks for.
  const none = part.terms.length === 0 ? nothingNamed : "Nothing was found that surely says this.";
  const text = words === "" ? none : `Nothing in the indexed code mentions ${words}.`;
  return closestBlock(context, text, retrieval);
}

function isOfThings({ unspoken }: Retrieval, subject: SubjectMatch | undefined): subject is SubjectMatch {
  return subject !== undefined && subject.missingWords.length > 0 && unspoken.length === 0;
}

/** The words of a question for which nothing is found, as they are written; empty where only all of them together are missing. */
export function wordsNotFound(retrieval: Retrieval, subject?: SubjectMatch): string[] {
  if (isOfThings(retrieval, subject)) return subject.missingWords.flatMap((thing) => thing.split(" "));
  const missing = retrieval.unspoken.length > 0 ? retrieval.unspoken : retrieval.missing;
  return missing.map(({ word, asked = word }) => asked);
}

/** What comes nearest to something that is not there. */
export function closestTo(context: AnswerContext, retrieval: Retrieval): StatementBlock {
  const statements = closestEntries(context, retrieval);
  const lead = { text: "The closest that it holds is:", evidence: [] };
  return { heading: null, statements: statements.length > 0 ? [lead, ...statements] : [] };
}

/** As the search ranks them, each by its best passage; then what else says much of the question. */
function closestEntries(context: AnswerContext, retrieval: Retrieval): Statement[] {
  const likely = likelyFiles(retrieval).filter(({ path, hit }) => !saysNothingNear({ path, fileKind: hit.kind, name: "" }, "")); // prettier-ignore
  const near = retrieval.passages.filter(
    (one) =>
      one.coverage >= enoughToBeClose &&
      !isAboutTeamwork(one) &&
      !isNoNeighbour(one, "") &&
      !likely.some((file) => isSameFile(one, file)),
  );
  const others = [...new Map(near.map((one) => [`${titleOf(one)}${one.path}`, one])).values()];
  const first = likely.map((file) => firstEntry(context, retrieval, file));
  return [...first, ...others.map((one) => passageEntry(context, one))].slice(0, maxClosest);
}

function firstEntry(context: AnswerContext, { passages }: Retrieval, file: FirstFile): Statement {
  const best = passages.find((one) => isSameFile(one, file) && !isAboutTeamwork(one) && !isNoNeighbour(one, ""));
  return best ? passageEntry(context, best) : fileEntry(context, file);
}

function passageEntry(context: AnswerContext, passage: Passage): Statement {
  const lastLine = Math.min(passage.endLine, passage.startLine + maxClosestLines - 1);
  const { focus } = passage;
  const evidence =
    focus && focus.endLine > lastLine
      ? linesOf(passage, focus.startLine, focus.endLine)
      : linesOf(passage, passage.startLine, lastLine);
  return { text: `- ${titleOf(passage)}${shownPath(context, passage)}`, evidence: [evidence] };
}

export function closestBlock(context: AnswerContext, text: string, retrieval: Retrieval): StatementBlock[] {
  const closest = closestEntries(context, retrieval);
  const lead = { text: `${text}${closest.length > 0 ? " Closest are:" : ""}`, evidence: [] };
  return [{ heading: null, statements: [lead, ...closest], missing: 1 }];
}

function titleOf({ content }: Passage): string {
  switch (content.type) {
    case "symbol":
      return `${codeSpan(shownName(content.symbol))} in `;
    case "prose":
      return content.prose.heading === "" ? "" : `“${content.prose.heading}” in `;
    case "header":
    case "lines":
      return "";
  }
}
