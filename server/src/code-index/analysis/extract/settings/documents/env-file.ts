import { maxValue, plainEntry, unquoted } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/** Files of environment variables, those that are commented out too: `# KEY=value` is the usual way to show one. */
export function readEnvFile(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  let comment: string[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).slice(0, 2000);
    const match = /^\s*(?:#+\s?)?(?:export\s+)?([A-Z][A-Z0-9_]+)\s*=(.*)$/.exec(text);
    if (match !== null) {
      const written = (match[2] ?? "").trim();
      const quoted = /^(?:"[^"]*"|'[^']*')(?=\s|$)/.exec(written)?.[0];
      const [value = "", beside] =
        quoted === undefined
          ? written.split(/(?:^|\s+)#\s*/, 2)
          : [quoted, written.slice(quoted.length).replace(/^\s*#\s*/, "")];
      const entry = plainEntry(match[1] ?? "", { kind: "variable", source: "example", line });
      entry.defaultValue = valueIn(value);
      entry.comment = (comment.length === 0 ? beside : comment.join(" "))?.slice(0, 300) || null;
      found.push(entry);
      comment = [];
    } else if (/^\s*#/.test(text)) {
      const words = text.replace(/^\s*#+\s?/, "").trim();
      // A ruler line, with or without a title in it, separates keys and describes none of them.
      if (/^[-=*~_#]{2,}|[-=*~_#]{3,}$/.test(words)) comment = [];
      else if (/[a-z]/i.test(words)) comment.push(words);
    } else if (text.trim() === "") comment = [];
  }
  return found;
}

/** Null for what goes on over several lines, too. */
function valueIn(written: string): string | null {
  const value = unquoted(written.trim());
  return /^["']/.test(value) || value === "null" ? null : value.slice(0, maxValue) || null;
}
