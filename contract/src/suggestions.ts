/** Lines that somebody proposes in place of those that a comment is about. */
export interface Suggestion {
  /** What the comment says before and after it, as Markdown. */
  before: string;
  after: string;
  /** Lines above and below the commented one that are replaced with it. */
  above: number;
  below: number;
  /** In their place; none where they shall go. */
  lines: string[];
}

/** Of each direction. */
export const maxSuggestedAround = 100;

/**
 * The first suggestion of a comment: a fenced block of code in the language "suggestion", which stands for the commented
 * line, or "suggestion:-2+1" for the two lines above it and one below as well. Null where there is none.
 */
export function parseSuggestion(message: string): Suggestion | null {
  const lines = message.split(/\r?\n/);
  for (const [start, line] of lines.entries()) {
    const [, fence = "", above = "0", below = "0"] =
      /^ {0,3}(`{3,}|~{3,}) *suggestion(?::-(\d{1,3})\+(\d{1,3}))? *$/.exec(line) ?? [];
    if (fence === "") continue;
    const isEnd = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},} *$`);
    const length = lines.slice(start + 1).findIndex((one) => isEnd.test(one));
    if (length === -1) return null;
    if (Math.max(Number(above), Number(below)) > maxSuggestedAround) return null;
    return {
      before: lines.slice(0, start).join("\n").trim(),
      after: lines
        .slice(start + length + 2)
        .join("\n")
        .trim(),
      above: Number(above),
      below: Number(below),
      lines: lines.slice(start + 1, start + 1 + length),
    };
  }
  return null;
}

/** A suggestion that stands for one line, as Markdown; longer fences where the line holds one. */
export function writeSuggestion(line: string): string {
  const runs = line.match(/`{3,}/g)?.map((run) => run.length) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}suggestion\n${line}\n${fence}`;
}
