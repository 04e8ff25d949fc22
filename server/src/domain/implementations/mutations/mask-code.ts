/** How the languages of a family write what is no code. */
interface Notation {
  /** Begin a comment that ends with its line. */
  lineComments: readonly string[];
  /** Begin and end of comments and texts that may go over lines. */
  blocks: readonly (readonly [begin: string, end: string])[];
  /** Around a text of one line. */
  quotes: string;
}

const likeC: Notation = {
  lineComments: ["//"],
  blocks: [
    ["/*", "*/"],
    ["`", "`"],
  ],
  quotes: "\"'",
};
const likeShell: Notation = { lineComments: ["#"], blocks: [], quotes: "\"'`" };
const python: Notation = {
  lineComments: ["#"],
  blocks: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  quotes: "\"'",
};
// An apostrophe is as often a lifetime.
const rust: Notation = { lineComments: ["//"], blocks: [["/*", "*/"]], quotes: '"' };

const notations: Readonly<Record<string, Notation>> = {
  typescript: likeC,
  tsx: likeC,
  javascript: likeC,
  go: likeC,
  java: likeC,
  kotlin: likeC,
  scala: likeC,
  swift: likeC,
  dart: likeC,
  csharp: likeC,
  c: likeC,
  cpp: likeC,
  php: likeC,
  rust,
  python,
  ruby: likeShell,
  elixir: likeShell,
};

/** Languages in which lines can be told from comments and texts well enough to spoil one of them. */
export function isMaskable(language: string | null): language is string {
  return language !== null && Object.hasOwn(notations, language);
}

/**
 * The lines of a file with everything in comments and texts as spaces, so that what is left is code, at its place. It is
 * told sign by sign and not parsed: an unusual line may be taken for a text to its end.
 */
export function maskCode(text: string, language: string): string[] {
  const { lineComments, blocks, quotes } = notations[language] ?? likeC;
  let masked = "";
  let at = 0;
  const skipTo = (end: number) => {
    masked += text.slice(at, end).replaceAll(/[^\n]/g, " ");
    at = end;
  };
  while (at < text.length) {
    const block = blocks.find(([begin]) => text.startsWith(begin, at));
    const sign = text.charAt(at);
    if (lineComments.some((begin) => text.startsWith(begin, at))) skipTo(endOfLine(text, at));
    else if (block !== undefined) skipTo(endOfBlock(text, at, block));
    else if (quotes.includes(sign)) skipTo(endOfText(text, at, sign));
    else {
      masked += sign;
      at += 1;
    }
  }
  return masked.split("\n");
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function endOfBlock(text: string, from: number, [begin, end]: readonly [string, string]): number {
  for (let at = from + begin.length; at < text.length; at += 1) {
    if (text.startsWith(end, at)) return at + end.length;
    if (text.charAt(at) === "\\") at += 1;
  }
  return text.length;
}

/** At its quote, or at the end of its line. */
function endOfText(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === quote) return at + 1;
    if (sign === "\n") return at;
    if (sign === "\\") at += 1;
  }
  return text.length;
}
