/** What a document says of one setting, with its lines. */
export interface SettingText {
  text: string;
  startLine: number;
  endLine: number;
}

const longest = 900;
/** Words that a description has at least. */
const fewestWords = 3;
const maxLinesOfText = 14;

/** `<ParamField path="NAME">`, by whatever such a block is called. */
const block = /^\s*<([A-Z]\w*)\b[^>]*\b(?:path|name|query|body|env|id|title)=["']([^"']{2,80})["'][^>]*>(.*)$/;
/** "- `NAME` (number): what it does". */
const item =
  /^(\s*)(?:[-*+]\s+)?[`*_]*([A-Za-z][\w.-]{1,79})[`*_]*(?:=[^\s`]*`?)?[`*_]*(?:\s*\([^)]*\))?[`*_]*\s*(?::|—|–|\s-\s)[*_]*\s+(\S.*)$/;
const heading = /^#{2,6}\s+[`*_]*([A-Za-z][\w.-]{1,79})[`*_]*(?:\s*\([^)]*\))?\s*$/;
/** "`NAME`" on a line of its own, told by the next lines. */
const term = /^\s*(?:[-*+]\s+)?[`*_]{1,3}([A-Za-z][\w.-]{1,79})[`*_]{1,3}\s*:?\s*$/;

/** What a document says of each of these settings by its name: in a block, a row, an item of a list, or below a title. */
export function readSettingDocs(
  lines: readonly string[],
  isSetting: (name: string) => boolean,
): Map<string, SettingText> {
  const found = new Map<string, SettingText>();
  let isCode = false;
  for (const [at, text] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(text)) isCode = !isCode;
    if (isCode) continue;
    const told = rowOf(lines, at, isSetting) ?? blockOf(lines, at) ?? itemOf(lines, at) ?? belowOf(lines, at);
    const said = told?.text.replaceAll(/\s+/g, " ").trim().slice(0, longest) ?? "";
    if (!told || said.split(" ").length < fewestWords) continue;
    for (const name of told.names)
      if (isSetting(name) && !found.has(name))
        found.set(name, { text: said, startLine: at + 1, endLine: told.endLine });
  }
  return found;
}

interface ToldSetting {
  /** Of a row also other spellings of it. */
  names: readonly string[];
  text: string;
  endLine: number;
}

/** The wordiest cell of a row of a table that has the setting's name in a cell of its own. */
function rowOf(lines: readonly string[], at: number, isSetting: (name: string) => boolean): ToldSetting | null {
  const text = lines[at] ?? "";
  if (!/^\s*\|.*\|/.test(text)) return null;
  const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const spelt = cells.map((cell) =>
    cell
      .split(/[\s,/]|<br\s*\/?>/)
      .map(bare)
      .filter(isSetting),
  );
  const own = spelt.findIndex((names) => names.length > 0);
  if (own === -1) return null;
  const others = cells.filter((_, cell) => cell !== own);
  const [best = ""] = others.toSorted((a, b) => b.split(" ").length - a.split(" ").length);
  return { names: spelt[own] ?? [], text: best, endLine: at + 1 };
}

function bare(word: string): string {
  return word.replace(/^[`*_\s]+|[`*_\s]+$/g, "").replace(/=.*$/, "");
}

function blockOf(lines: readonly string[], at: number): ToldSetting | null {
  const [whole, tag, name = "", rest = ""] = block.exec(lines[at] ?? "") ?? [];
  if (whole === undefined || whole.trimEnd().endsWith("/>")) return null;
  const end = `</${tag}>`;
  if (rest.includes(end)) return { names: [name], text: rest.slice(0, rest.indexOf(end)), endLine: at + 1 };
  const length = lines.slice(at + 1, at + 1 + maxLinesOfText).findIndex((line) => line.includes(end));
  if (length === -1) return null;
  return { names: [name], text: [rest, ...lines.slice(at + 1, at + 1 + length)].join(" "), endLine: at + 2 + length };
}

function itemOf(lines: readonly string[], at: number): ToldSetting | null {
  const match = item.exec(lines[at] ?? "");
  if (!match) return null;
  const [, indent = "", name = "", first = ""] = match;
  const further = linesWhile(lines, at + 1, (line) => line.search(/\S/) > indent.length && !/^\s*[-*+|#]\s/.test(line));
  return { names: [name], text: [first, ...further].join(" "), endLine: at + 1 + further.length };
}

/** The first paragraph below a title or a line that is the name alone. */
function belowOf(lines: readonly string[], at: number): ToldSetting | null {
  const name = heading.exec(lines[at] ?? "")?.[1] ?? term.exec(lines[at] ?? "")?.[1];
  if (name === undefined) return null;
  const from = (lines[at + 1] ?? "").trim() === "" ? at + 2 : at + 1;
  const below = linesWhile(lines, from, (line) => !/^\s*(?:#|\||```|[-*+]\s)/.test(line));
  return { names: [name], text: below.join(" ").replace(/^\s*:\s+/, ""), endLine: from + below.length };
}

function linesWhile(lines: readonly string[], from: number, holds: (line: string) => boolean): string[] {
  const rest = lines.slice(from, from + maxLinesOfText);
  const end = rest.findIndex((line) => line.trim() === "" || !holds(line));
  return end === -1 ? rest : rest.slice(0, end);
}
