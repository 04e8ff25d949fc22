import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";

import { isAboutTeamwork } from "./is-about-teamwork.ts";
import type { Passage } from "./passage.ts";
import { isBesideCode } from "./side-folder.ts";

/** Passages of documents that are searched for names of code. */
const maxDocuments = 5;
const maxNames = 8;
/** Prose that matches less of the question is about something else. */
const enoughMet = 0.55;
const besideTitle = 0.6;

/** A name that is one of code beyond doubt: of several words, or called. */
const codeName = /^[A-Za-z_$][\w$]*(?:(?<=[a-z\d])[A-Z]|_[A-Za-z\d])[\w$]*$/;
const quotedName = /`{1,2}~?\.?(?:[\w$]+[.#]|\w+::)*([A-Za-z_$][\w$]{3,})(?:\(\))?`{1,2}/g;

/** What a document says of a name. */
export interface NameDescription {
  /** How much of the question the document matches where it uses the name, 0 to 1. */
  share: number;
  /** That of the document's passage. */
  score: number;
}

/**
 * Names of code in documents about the subject of the question: people's words lead to a document, and its names
 * lead to the code.
 */
export function namesMentionedIn(
  ranked: readonly Passage[],
  terms: readonly QuestionTerm[],
): Map<string, NameDescription> {
  const names = new Map<string, NameDescription>();
  const add = (name: string, reported: NameDescription) => {
    if ((names.get(name)?.share ?? 0) < reported.share) names.set(name, reported);
  };
  const documents = ranked.filter(
    (one) =>
      one.content.type === "prose" && one.coverage >= enoughMet && !isAboutTeamwork(one) && !isBesideCode(one.path),
  );
  for (const { content, coverage, score } of documents.slice(0, maxDocuments)) {
    if (content.type !== "prose") continue;
    const { heading, text } = content.prose;
    for (const word of heading.split(/[^\w$]+/)) if (codeName.test(word)) add(word, { share: coverage, score });
    for (const sentence of sentencesAbout(text, terms))
      for (const [, name = ""] of sentence.matchAll(quotedName)) add(name, { share: coverage * besideTitle, score });
  }
  return new Map([...names].sort((one, other) => other[1].share - one[1].share).slice(0, maxNames));
}

/** The sentences of a text that match (nearly) the most of the question's words. */
function sentencesAbout(text: string, terms: readonly QuestionTerm[]): string[] {
  const weighed = text.split(/\n\s*\n|(?<=[.:;])\s+(?=[A-Z])/).map((sentence) => {
    const stems = new Set(stemsOf(sentence));
    return {
      sentence,
      met: terms.filter((term) => [term.stem, ...term.synonyms].some((root) => stems.has(root))).length,
    };
  });
  const most = Math.max(0, ...weighed.map(({ met: matched }) => matched));
  return weighed.filter(({ met: matched }) => matched > 0 && matched >= most - 1).map(({ sentence }) => sentence);
}

/** Files that declare one of these names. */
export async function filesDeclaring(context: AnswerContext, names: Iterable<string>): Promise<FileRef[]> {
  const locations: FileRef[] = [];
  for (const name of names) {
    for (const codebase of context.codebases)
      for (const { path, symbol } of codebase.index.findSymbols(name, { limit: 3 }))
        if (symbol.name === name) locations.push({ codebase, path });
    await context.yieldToEventLoop();
  }
  return locations;
}
