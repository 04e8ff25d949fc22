import {
  maxValue,
  plainEntry,
  shortComment,
  unquoted,
} from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

interface Columns {
  name: number;
  value: number;
  required: number;
  about: number;
  type: number;
  /** Whether the heading says that these are variables or settings, not names of anything. */
  isTold: boolean;
  /** Whether single words in capitals are variables too: keys and properties are much else. */
  isVariable: boolean;
}

/** Settings that a document lists in tables, as headings, or as the items of a list. */
export function readSettingTables(source: SourceText): SettingEntry[] {
  if (!/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|`[a-z][\w-]*\.[\w.-]+`/.test(source.text)) return [];
  const found: SettingEntry[] = [];
  let columns: Columns | null = null;
  let above: string[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).slice(0, 4000);
    const next = lineText(source, line + 1);
    if (/^\s*\|?.*\|/.test(text) && /^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*$/.test(next) && next.includes("-")) {
      columns = isHandedOut(above.join(" ")) ? null : readColumns(cellsOf(text));
      line += 1;
    } else if (text.trimStart().startsWith("|") || (columns !== null && text.includes("|"))) {
      if (columns !== null) found.push(...rowEntries(cellsOf(text), columns, line));
    } else {
      columns = null;
      above = /^\s*#/.test(text) ? [] : [...above, text.trim()].filter((one) => one !== "").slice(-linesAbove);
      found.push(...headingEntries(source, text, line), ...itemEntries(text, line));
    }
  }
  return found;
}

const linesAbove = 4;

/** Whether the words above a table say that the program sets these for what it starts: nobody fills them in. */
function isHandedOut(above: string): boolean {
  return /\b(?:it|scripts?|hooks?|commands?)\s+receives?\b[^.]*\bvariables?\b|\b(?:scripts?|hooks?|plugins?|commands?|child process(?:es)?|subprocess(?:es)?)\s+(?:can|may|will|could)\s+(?:then\s+)?(?:access|read|use|see|receive|get)\b[^.]*\bvariables?\b|\bvariables?\b[^.]*\b(?:(?:are|is|will be) )?(?:passed|handed|exposed|provided|given|available|accessible)\s+(?:to|in|inside|within|for)\s+(?:the|your|each|every|this|these|a)\s+(?:[\w-]+\s+){0,3}(?:scripts?|hooks?|commands?|child process(?:es)?|subprocess(?:es)?)\b/i.test(
    above,
  );
}

function cellsOf(text: string): string[] {
  return text
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

const nameHeading =
  /\b(?:env(?:ironment)?|variables?|settings?|options?|keys?|parameters?|propert(?:y|ies)|config\w*)\b/i;

function readColumns(headings: readonly string[]): Columns | null {
  const find = (pattern: RegExp): number => headings.findIndex((one) => pattern.test(one));
  const told = find(nameHeading);
  const name = told >= 0 ? told : find(/^\W*name\W*$/i);
  if (name < 0 || name > 1) return null;
  return {
    name,
    value: find(/\bdefaults?\b/i),
    required: find(/\b(?:required|mandatory)\b/i),
    about: find(/\b(?:description|meaning|purpose|explanation|comments?|details|what|notes?|usage)\b/i),
    type: find(/^\W*(?:type|format)\W*$/i),
    isTold: told >= 0,
    isVariable: told >= 0 && /\b(?:env(?:ironment)?|variables?)\b/i.test(headings[told] ?? ""),
  };
}

function rowEntries(cells: readonly string[], columns: Columns, line: number): SettingEntry[] {
  const names = namesIn(cells[columns.name] ?? "", columns);
  return names.map((name) => {
    const isVariable = /^[A-Z][A-Z0-9_]*$/.test(name);
    const entry = plainEntry(name, { kind: isVariable ? "variable" : "key", source: "documented", line });
    const value = unquoted(plainCell(cells[columns.value] ?? ""));
    entry.defaultValue = isNothing(value) ? null : value.slice(0, maxValue);
    const required = plainCell(cells[columns.required] ?? "");
    entry.isRequired =
      columns.required < 0 || required === ""
        ? null
        : /^(?:yes|y|true|required|✅|✓|x|✔|:white_check_mark:|\*)/i.test(required);
    if (/^(?:\W*)required\W*$/i.test(value)) Object.assign(entry, { isRequired: true, defaultValue: null });
    entry.type = columns.type < 0 ? null : typeIn(plainCell(cells[columns.type] ?? ""));
    entry.comment = shortComment(plainCell(cells[columns.about] ?? ""));
    return entry;
  });
}

function typeIn(written: string): string | null {
  const word = written.toLowerCase().slice(0, 40);
  if (/^(?:array|list)\b/.test(word)) return "list";
  return word === "" ? null : (plainType(word) ?? word);
}

function isNothing(value: string): boolean {
  return (
    /^[_(]*(?:-+|–|—|none|n\/a|null|nil|empty|blank|unset|not set|no default|required|""|'')?\.?[_)]*$/i.test(value) ||
    value.length > maxValue
  );
}

function plainCell(cell: string): string {
  return (
    cell
      // What stands in brackets in code, as in `<app>/storage`, is no markup.
      .replaceAll(/`[^`]*`|<[^>]{0,200}>/g, (found) => (found.startsWith("`") ? found : " "))
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      // Stars mean nothing in code: `0 3 * * *`.
      .replaceAll(/`([^`]*)`|[`*]|\\(?=[|_*])/g, (_all, code: string | undefined) => code ?? "")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

const variable = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+_?$/;
const word = /^[A-Z][A-Z0-9_]{2,}$/;
const fileName =
  /\.(?:json|[cm]?[jt]sx?|toml|ya?ml|md|py|rb|conf|sh|xml|txt|lock|env|ini|html|css|go|rs|php|ex|exs|cfg|db|sql)$/;
const path = /^[a-z][\w-]*(?:\.[\w-]+)+$/;

function namesIn(cell: string, { isTold, isVariable }: Columns): string[] {
  const words = plainCell(cell.replaceAll(/<br\s*\/?>/g, ","))
    .split(/[,;/]|\s+(?:or|and)\s+|\s/)
    .map((one) => one.replace(/=.*$/, "").trim())
    .filter((one) => /\w/.test(one) && !/^\(|\)$/.test(one));
  const names = words.filter(
    (one) =>
      !fileName.test(one) && (variable.test(one) || (isTold && path.test(one)) || (isVariable && word.test(one))),
  );
  // A sentence that mentions one is no name.
  return words.length - names.length > 1 ? [] : names.slice(0, 4);
}

/** "#### `TIDE_PORT=<number>`", and what is written below it. */
function headingEntries(source: SourceText, text: string, line: number): SettingEntry[] {
  const name = /^\s*#{2,6}\s+\[?`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/.exec(text)?.[1];
  if (name === undefined) return [];
  const entry = plainEntry(name, { kind: "variable", source: "documented", line });
  entry.comment = shortComment(textBelow(source, line));
  return [entry];
}

const linesBelow = 40;

/** The first paragraph below a heading, with what its list says of values; code and notes in boxes are none. */
function textBelow(source: SourceText, heading: number): string {
  const words: string[] = [];
  const values: string[] = [];
  for (let line = heading + 1; line <= Math.min(source.lines, heading + linesBelow); line += 1) {
    const text = lineText(source, line).slice(0, 1000);
    if (/^\s*(?:#{1,6}\s|```|~~~|!!!|\?\?\?|:::|\||<)/.test(text)) break;
    const value = /^\s*[-*]\s+(`[^`]{1,40}`)\s*(?:[:=–—-]+)\s*(.+)$/.exec(text);
    if (value !== null) values.push(`${value[1] ?? ""} means ${plainCell(value[2] ?? "").replace(/[.;]$/, "")}`);
    else if (values.length > 0 && text.trim() !== "") break;
    else if (text.trim() === "" ? words.length > 0 && values.length === 0 && !isListNext(source, line) : false) break;
    else if (/^\s*[-*]\s/.test(text)) break;
    else if (text.trim() !== "") words.push(text.trim().replace(/^:\s+/, ""));
  }
  const said = plainCell(words.join(" "));
  return values.length === 0
    ? said
    : `${said}${/[.:!?]$/.test(said) || said === "" ? "" : "."} ${values.join("; ")}.`.trim();
}

function isListNext(source: SourceText, line: number): boolean {
  return /^\s*[-*]\s+`/.test(lineText(source, line + 1));
}

/** An item says what a variable is for; that it is one of the program's own is said elsewhere. */
function itemEntries(text: string, line: number): SettingEntry[] {
  const [, name, about = ""] =
    /^\s*[-*]\s+\*{0,2}`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`\*{0,2}\s*(?:[-:–—]\s*)?(.*)$/.exec(text) ?? [];
  if (name === undefined) return [];
  const entry = plainEntry(name, { kind: "variable", source: "mentioned", line });
  entry.comment = shortComment(plainCell(about));
  entry.defaultValue =
    /\bdefaults?(?: value)?(?: is| to|s? to|:)\s*(?:`([^`]{1,80})`|"([^"]{1,80})"|(\d[\w.]*|true|false)\b)/i
      .exec(about)
      ?.slice(1)
      .find((one) => one !== undefined) ?? null;
  return [entry];
}
