/** What an agent says it did about a thread of comments. */
export interface CommentAnswer {
  /** As `nameThread` calls it. */
  thread: string;
  /** Markdown. */
  text: string;
}

/** How agents call a thread. Its end, since ids that are made one after the other begin alike. */
export function nameThread(threadId: string): string {
  return threadId.slice(-6);
}

/** What whoever is asked for a revision is told, beside the comments. */
export const howToAnswer =
  "At the end, say for each comment in a paragraph of its own what you did about it, or why nothing: “Comment a1b2c3: …”.";

const maxAnswerCharacters = 4_000;
const beginning = /^[\s>*_#-]*comment\s+[`“"]?([0-9a-f]{6})\b[`”"*_]*\s*[:–—-]\s*/iu;

/** Divides the last words of an agent into what it says of comments, each to the end of its paragraph, and the rest. */
export function splitAnswers(said: string): { rest: string; answers: CommentAnswer[] } {
  const answers = new Map<string, string[]>();
  const rest: string[] = [];
  let own: string[] | null = null;
  for (const line of said.split("\n")) {
    const thread = beginning.exec(line)?.[1]?.toLowerCase();
    if (thread !== undefined) answers.set(thread, (own = answers.get(thread) ?? []));
    else if (line.trim() === "") own = null;
    (own ?? rest).push(line.replace(beginning, ""));
  }
  return {
    rest: rest
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
    answers: [...answers].flatMap(([thread, lines]) => {
      const text = lines.join("\n").trim().slice(0, maxAnswerCharacters);
      return text.length < 2 ? [] : [{ thread, text }];
    }),
  };
}
