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
}

const slashes: CommentStyle = { line: ["//"], block: [["/*", "*/"]] };
const hash: CommentStyle = { line: ["#"], block: [] };
const dashes: CommentStyle = { line: ["--"], block: [["/*", "*/"]] };
const markup: CommentStyle = { line: [], block: [["<!--", "-->"]] };

const styleByLanguage: Record<string, CommentStyle> = {
  python: { line: ["#"], block: [['"""', '"""'], ["'''", "'''"], ['r"""', '"""']] },
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
  for (let index = 0; index < commentLines.length; index += 1) {
    const end = index + 1 < lineStarts.length ? (lineStarts[index + 1] ?? text.length) : text.length;
    let at = lineStarts[index] ?? 0;
    if (at < closesAt) {
      commentLines[index] = 1;
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
    }
  }
}

function isCode({ code }: CommentStyle, text: string, at: number): boolean {
  return code !== undefined && text.startsWith(code, at);
}
