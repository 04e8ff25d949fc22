/** One statement of the language: words, texts without their quotes, and whether a block opens. */
export interface DslStatement {
  words: string[];
  opens: boolean;
  closes: boolean;
  line: number;
}

const longestLine = 5_000;

/** A line holds a statement, or several that braces of their own part from each other. */
export function readStatements(text: string): DslStatement[] {
  return withoutComments(text)
    .split("\n")
    .flatMap((whole, at) => {
      const line = whole.slice(0, longestLine).trim();
      return line.startsWith("//") || line.startsWith("#") ? [] : partLine(line, at + 1);
    });
}

function partLine(text: string, line: number): DslStatement[] {
  const statements: DslStatement[] = [];
  let words: string[] = [];
  for (const { word, isQuoted } of splitWords(text)) {
    const isBrace = !isQuoted && (word === "{" || word === "}");
    if (!isBrace) {
      words.push(word);
      continue;
    }
    if (word === "{") statements.push({ words, opens: true, closes: false, line });
    else {
      if (words.length > 0) statements.push({ words, opens: false, closes: false, line });
      statements.push({ words: [], opens: false, closes: true, line });
    }
    words = [];
  }
  if (words.length > 0) statements.push({ words, opens: false, closes: false, line });
  return statements;
}

/** Lines stay where they are. A comment that nothing ends goes on to the end; found by looking once, not from each start. */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (let start = text.indexOf("/*"); start !== -1; start = text.indexOf("/*", at)) {
    const end = text.indexOf("*/", start + 2);
    const after = end === -1 ? text.length : end + 2;
    kept += text.slice(at, start) + text.slice(start, after).replaceAll(/[^\n]/g, " ");
    at = after;
  }
  return kept + text.slice(at);
}

function splitWords(line: string): { word: string; isQuoted: boolean }[] {
  const words: { word: string; isQuoted: boolean }[] = [];
  for (const [, quoted, bare] of line.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g)) {
    if (bare?.startsWith("//") === true) break;
    words.push({ word: quoted?.replaceAll('\\"', '"') ?? bare ?? "", isQuoted: quoted !== undefined });
  }
  return words;
}
