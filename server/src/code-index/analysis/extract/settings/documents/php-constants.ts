import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { maxValue, plainEntry, unquoted } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { lineText, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/** The constants of a file of settings in PHP that is made to be copied: `define('DATA_DIR', 'data');`. */
export function readConstants(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    const [, name, written = ""] = constant.exec(lineText(source, line).slice(0, 2000)) ?? [];
    if (name === undefined) continue;
    const entry = plainEntry(name, { kind: "variable", source: "example", line });
    // What is put together from other constants is no value that could be shown.
    const value = literal.test(written) && written !== "null" ? unquoted(written) : "";
    if (value !== "") entry.example = value.slice(0, maxValue);
    entry.comment = commentBeside(source, line);
    found.push(entry);
  }
  return found;
}

const constant =
  /^\s*(?:defined\([^)]{1,80}\)\s*(?:or|\|\|)\s*)?define\(\s*["']([A-Z][A-Z0-9_]+)["']\s*,\s*(.*?)\)\s*;/;
const literal = /^(?:true|false|null|-?\d+(?:\.\d+)?|"[^"$]*"|'[^']*')$/i;
