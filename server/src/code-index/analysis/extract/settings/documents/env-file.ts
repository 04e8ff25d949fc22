import {
  maxValue,
  plainEntry,
  shortComment,
  unquoted,
} from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

const ofFile = /\bthis file\b|\b(?:copy|rename) (?:it|this)\b/i;

/** Files of environment variables, those that are commented out too: `# KEY=value` is the usual way to show one. */
export function readEnvFile(source: SourceText, { showsValues }: { showsValues: boolean }): SettingEntry[] {
  const found: SettingEntry[] = [];
  let comment: string[] = [];
  let marker = "";
  /** The entry below a comment, as long as nothing stands between it and the next one. */
  let first: SettingEntry | null = null;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).slice(0, 2000);
    const match = /^\s*(?:#+\s?)?(?:export\s+)?([A-Z][A-Z0-9_]+)\s*=(.*)$/.exec(text);
    if (match !== null) {
      const entry = readLine(match, line);
      if (!showsValues) {
        delete entry.example;
        entry.isRequired = /^\s*#/.test(text) ? null : false;
      }
      const isNext = comment.length === 0 && first !== null && first.name !== entry.name;
      if (isNext && first?.comment && isTitle(first.comment, first.name, entry.name)) first.comment = null;
      if (comment.length > 0) {
        entry.comment = shortComment(comment.join(" "));
        first = entry;
      } else if (isNext) first = null;
      found.push(entry);
      comment = [];
    } else if (/^\s*#/.test(text)) {
      const words = text.replace(/^\s*#+\s?/, "").trim();
      // More marks above fewer, or the other way round: the title of a block above what describes a key.
      const own = /#+/.exec(text)?.[0] ?? "";
      if (own !== marker) comment = [];
      marker = own;
      // A ruler line, with or without a title in it, separates keys and describes none of them.
      if (/^[-=*~_#]{2,}|[-=*~_#]{3,}$/.test(words)) comment = [];
      else if (/[a-z]/i.test(words)) comment.push(words);
      // What the file says of itself ends at an empty mark.
      else if (ofFile.test(comment.join(" "))) comment = [];
      first = null;
    } else if (text.trim() === "") {
      comment = [];
      first = null;
    }
  }
  return found;
}

function readLine([, name = "", rest = ""]: RegExpExecArray, line: number): SettingEntry {
  const written = rest.trim();
  const quoted = /^(?:"[^"]*"|'[^']*')(?=\s|$)/.exec(written)?.[0];
  const [value = "", beside = ""] =
    quoted === undefined
      ? written.split(/(?:^|\s+)#\s*/, 2)
      : [quoted, written.slice(quoted.length).replace(/^\s*#\s*/, "")];
  const entry = plainEntry(name, { kind: "variable", source: "example", line });
  const shown = valueIn(value);
  if (shown !== null) entry.example = shown;
  entry.comment = shortComment(beside);
  return entry;
}

/** Null for what goes on over several lines, too. */
function valueIn(written: string): string | null {
  const value = unquoted(written.trim());
  return /^["']/.test(value) || value === "null" ? null : value.slice(0, maxValue) || null;
}

const mostTitleWords = 4;
const aboutSeveral =
  /\b(?:settings|config(?:s|uration)?|options|variables|vars|credentials|keys|secrets|urls|flags|values|parameters|providers?|limits|tokens|integration|section|following|below|these|both|various|several|connections?)\b/i;
/** Words that a sentence begins with, and hardly a title. */
const aboutOne =
  /^(?:where|how|which|what|whether|when|who|why|if|the|an?|is|enables?|disables?|sets?|used?|shows?|allows?|number|maximum|minimum|max|min|path)\b/i;

/**
 * What stands above several variables is the title of their block, unless it tells of the first: in more words than a
 * title has, or in words of which the first variable has one that the next has not.
 */
function isTitle(comment: string, first: string, second: string): boolean {
  if (aboutSeveral.test(comment)) return true;
  const words = comment.toLowerCase().match(/[a-z\d]+/g) ?? [];
  if (words.length > mostTitleWords || aboutOne.test(comment) || /[,|]|[.:;!?]$/.test(comment)) return false;
  const shared = new Set(second.toLowerCase().split("_"));
  const own = new Set(first.toLowerCase().split("_").filter((word) => !shared.has(word))); // prettier-ignore
  return !words.some((word) => own.has(word));
}
