import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { plainEntry, shortComment } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import { commentAbove } from "#server/code-index/analysis/text/extract-comments.ts";
import { closingBracket, matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/** A name that a macro writes in capitals to ask the environment for it. */
const capitals = /\[<\s*\$\w+:(?:upper|shouty_snake)\s*>\]/;
const reads = /@getenv|\bget_env\w*\(|\benv::var\(/;
const row = /^[ \t]*(?<name>[a-z]\w*)[ \t]*:[ \t]*(?<type>\w+(?:<\w+>)?)[ \t]*,(?<rest>[^\n;]*);[ \t]*$/gm;

/** No real file has more. */
const maxMacros = 20;

/** Rows of a macro of the file that makes a variable of each: `port: u16, true, def, 80;`. */
export function scanRustTables(source: SourceText): SettingEntry[] {
  const { text } = source;
  if (source.language !== "rust" || !text.includes("macro_rules!") || !capitals.test(text) || !reads.test(text))
    return [];
  const found: SettingEntry[] = [];
  const macros = [...text.matchAll(/\bmacro_rules!\s*(\w+)\s*\{/g)].slice(0, maxMacros).flatMap((match) => {
    const body = text.slice(match.index, closingBracket(text, match.index + match[0].length - 1));
    return capitals.test(body) ? [match[1] ?? ""] : [];
  });
  for (const macro of macros.slice(0, 4))
    for (const match of [...text.matchAll(new RegExp(`^${macro}!\\s*\\{`, "gm"))].slice(0, maxMacros)) {
      const end = closingBracket(text, match.index + match[0].length - 1);
      for (const { match: one, line } of matchesInCode(source, row)) {
        if (one.index < match.index || one.index > end) continue;
        found.push(entryOf(source, one, line));
      }
    }
  return found;
}

function entryOf(source: SourceText, { groups = {} }: RegExpExecArray, line: number): SettingEntry {
  const { name = "", type = "", rest = "" } = groups;
  const entry = plainEntry(name.toUpperCase(), { kind: "variable", source: "declared", line });
  const given = /,\s*def\w*\s*,\s*(.*)$/.exec(rest)?.[1];
  entry.type = /^Pass\w*$/.test(type) ? "secret" : plainType(type);
  entry.defaultValue = given === undefined ? null : literalIn(given.trim());
  entry.isRequired = false;
  entry.comment = shortComment(commentAbove(source, line)?.text.replaceAll(/\s+/g, " ").trim() ?? "");
  return entry;
}
