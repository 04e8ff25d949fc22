/** Text whose lines are known and whose comments are to be marked. */
export interface MarkableText {
  text: string;
  /** Lower-case name; null where unknown. */
  language: string | null;
  /** Offset of each line's first character. */
  lineStarts: Uint32Array;
  /** 1 for a line that holds nothing but a comment or a docstring; index 0 is line 1. */
  commentLines: Uint8Array;
}

interface CommentStyle {
  /** Prefixes of a whole-line comment. */
  line: readonly string[];
  /** Opening and closing of comments over several lines. */
  block: readonly (readonly [string, string])[];
  /** Begins like a comment and is code. */
  code?: string;
  /** Marks of strings over several lines, where the closing one looks like the beginning of a comment. */
  strings?: readonly string[];
}

const slashes: CommentStyle = { line: ["//"], block: [["/*", "*/"]] };
const hash: CommentStyle = { line: ["#"], block: [] };
const dashes: CommentStyle = { line: ["--"], block: [["/*", "*/"]] };
const markup: CommentStyle = { line: [], block: [["<!--", "-->"]] };

const styleByLanguage: Record<string, CommentStyle> = {
  python: { line: ["#"], block: [['"""', '"""'], ["'''", "'''"], ['r"""', '"""']], strings: ['"""', "'''"] },
  ruby: { line: ["#"], block: [["=begin", "=end"]] },
  elixir: { line: ["#"], block: [['@doc """', '"""'], ['@moduledoc """', '"""']] },
  php: { line: ["//", "#"], block: [["/*", "*/"]], code: "#[" },
  lua: { line: ["--"], block: [["--[[", "]]"]] },
  haskell: { line: ["--"], block: [["{-", "-}"]] },
  powershell: { line: ["#"], block: [["<#", "#>"]] },
  graphql: { line: ["#"], block: [['"""', '"""']] },
  terraform: { line: ["#", "//"], block: [["/*", "*/"]] },
  ini: { line: ["#", ";"], block: [] },
  clojure: { line: [";"], block: [] },
  erlang: { line: ["%"], block: [] },
  vue: { line: ["//"], block: [["<!--", "-->"], ["/*", "*/"]] },
  svelte: { line: ["//"], block: [["<!--", "-->"], ["/*", "*/"]] },
  css: { line: [], block: [["/*", "*/"]] },
  sql: dashes,
  html: markup,
  xml: markup,
}; // prettier-ignore

const slashLanguages =
  "typescript tsx javascript go rust java csharp c cpp scss less kotlin swift scala zig dart groovy objectivec prisma protobuf astro json".split(
    " ",
  );
const hashLanguages = "shell make just dockerfile yaml toml perl julia r".split(" ");
for (const language of slashLanguages) styleByLanguage[language] = slashes;
for (const language of hashLanguages) styleByLanguage[language] = hash;

/**
 * Marks lines that are comments from their first character on. Judging line by line costs a fraction of asking a
 * syntax tree and works alike in every language; a comment after code on the same line counts as code.
 */
export function markCommentLines(source: MarkableText): void {
  const style = source.language === null ? undefined : styleByLanguage[source.language];
  if (style === undefined) return;
  const { text, lineStarts, commentLines } = source;
  // Where the block comment under way ends; looked up once, for an unclosed one may run over the whole file.
  let closesAt = -1;
  // The same of a string under way, whose lines are code.
  let stringEnd = -1;
  for (let index = 0; index < commentLines.length; index += 1) {
    const end = index + 1 < lineStarts.length ? (lineStarts[index + 1] ?? text.length) : text.length;
    let at = lineStarts[index] ?? 0;
    if (at < closesAt) {
      commentLines[index] = 1;
      continue;
    }
    if (at < stringEnd) {
      if (stringEnd <= end) stringEnd = endOfStrings(style, text, { at: stringEnd, end });
      continue;
    }
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1;
    const block = style.block.find(([open]) => text.startsWith(open, at));
    if (block !== undefined) {
      commentLines[index] = 1;
      const close = text.indexOf(block[1], at + block[0].length);
      closesAt = close === -1 ? text.length : close + 1;
    } else if (style.line.some((prefix) => text.startsWith(prefix, at)) && !isCode(style, text, at)) {
      commentLines[index] = 1;
    } else {
      stringEnd = endOfStrings(style, text, { at, end });
    }
  }
}

/** Where the string that a line of code leaves open ends, which is beyond the line; -1 where it leaves none open. */
function endOfStrings({ strings }: CommentStyle, text: string, { at, end }: { at: number; end: number }): number {
  if (strings === undefined) return -1;
  const line = text.slice(at, end);
  if (!strings.some((mark) => line.includes(mark))) return -1;
  for (let position = at; position < end; position += 1) {
    const mark = strings.find((one) => text.startsWith(one, position));
    const character = text[position];
    if (mark !== undefined) {
      const close = text.indexOf(mark, position + mark.length);
      if (close === -1) return text.length;
      if (close >= end) return close + mark.length;
      position = close + mark.length - 1;
    } else if (character === "#") {
      return -1;
    } else if (character === "'" || character === '"') {
      position = endOfShortString(text, { at: position, end });
    }
  }
  return -1;
}

/** The closing quote of a string that begins here, or the end of its line. */
function endOfShortString(text: string, { at, end }: { at: number; end: number }): number {
  const quote = text[at];
  for (let position = at + 1; position < end; position += 1) {
    if (text[position] === "\\") position += 1;
    else if (text[position] === quote) return position;
  }
  return end;
}

function isCode({ code }: CommentStyle, text: string, at: number): boolean {
  return code !== undefined && text.startsWith(code, at);
}
