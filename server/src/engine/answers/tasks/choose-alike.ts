import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";

import type { CitableTask } from "./citable-task.ts";

const maxAlike = 2;
/** A task that holds less of the question is about something else. */
const enoughOfQuestion = 0.75;

/** Words that a search for tasks about this looks for: those that carry the subject, and what else they are called. */
export function searchedWords(terms: readonly QuestionTerm[]): string[] {
  return [...new Set(carrying(terms).flatMap(({ stem, synonyms }) => [stem, ...synonyms]))];
}

/** Open tasks that are about what the question is about, though it asks for none: their titles say a part of it. */
export function chooseAlike(tasks: readonly CitableTask[], terms: readonly QuestionTerm[]): CitableTask[] {
  const wanted = carrying(terms);
  if (wanted.length === 0) return [];
  const shares = (text: string) => {
    const stems = new Set(stemsOf(text));
    return wanted.filter(({ stem, synonyms }) => stems.has(stem) || synonyms.some((one) => stems.has(one))).length;
  };
  return tasks
    .filter(({ isOpen }) => isOpen)
    .map((task) => ({ task, share: shares(`${task.title} ${task.description.slice(0, 5_000)}`) / wanted.length }))
    .filter(({ task, share }) => share >= enoughOfQuestion && shares(task.title) > 0)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, maxAlike)
    .map(({ task }) => task);
}

/** Those of the tasks that hold every word that carries the subject. */
export function chooseAbout(tasks: readonly CitableTask[], terms: readonly QuestionTerm[]): CitableTask[] {
  const wanted = carrying(terms);
  return tasks.filter((task) => {
    const criteria = task.criteria.map(({ text }) => text).join(" ");
    const text = `${task.title} ${task.description.slice(0, 20_000)} ${criteria} ${task.service ?? ""}`;
    const stems = new Set(stemsOf(text));
    return wanted.every(({ stem, synonyms }) => stems.has(stem) || synonyms.some((one) => stems.has(one)));
  });
}

function carrying(terms: readonly QuestionTerm[]): QuestionTerm[] {
  const strong = terms.filter(({ word }) => !isWeakWord(word));
  return strong.length > 0 ? strong : [...terms];
}
