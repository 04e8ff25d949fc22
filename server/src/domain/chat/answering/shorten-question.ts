import type { Question } from "#server/engine/answer-context/answer-event.ts";

/** Characters; a question of people is a fraction of it. */
const maxLength = 4_000;
/** Pasted text comes after the question more often than before it. */
const maxStartLength = 2_500;
/** No name and no path is longer; looking for one that is takes long. */
const longWords = /\S{200,}/g;
const maxWordLength = 200;

/**
 * The question as far as the built-in engine reads it, because the engine looks up every word and must not block the
 * process for others: of a very long pasted text, the beginning and the end contain the question.
 */
export function shortenQuestion(question: Question): Question {
  const earlier = question.earlier.map((one) =>
    one.role === "user" ? { ...one, content: shorten(one.content) } : one,
  );
  return { ...question, text: shorten(question.text), earlier };
}

function shorten(text: string): string {
  const short = text.replaceAll(longWords, (word) => word.slice(0, maxWordLength));
  const cut = short.slice(0, maxStartLength) + "\n…\n" + short.slice(maxStartLength - maxLength);
  return (short.length <= maxLength ? short : cut).toWellFormed();
}
