import type { Question } from "#server/engine/answer-context/answer-event.ts";

/** Characters; a question of people is a fraction of it. */
const maxLength = 4_000;
/** What is pasted stands behind the question more often than before it. */
const maxStartLength = 2_500;
/** No name and no path is longer; looking for one that is takes long. */
const longWords = /\S{200,}/g;
const maxWordLength = 200;

/**
 * The question as far as the built-in engine reads it, which looks for every word and must not keep the process from
 * everybody else: of something very long that was pasted, the beginning and the end say what is asked.
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
