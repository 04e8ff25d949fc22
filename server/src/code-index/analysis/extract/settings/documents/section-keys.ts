import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { maxValue, plainEntry, unquoted } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { lineText, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/** The keys of a sample in TOML or INI below their sections, those that are commented out too. */
export function readSectionKeys(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  let section: string | null = "";
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).slice(0, 2000).trim();
    // What is in a list of tables has no name of its own.
    const heading = /^[#;]?\s?\[([\w.\s"-]+)\]$/.exec(text)?.[1];
    if (text.startsWith("[[")) section = null;
    else if (heading !== undefined) section = heading.replaceAll(/["\s]/g, "");
    const [, mark = "", key = "", written = ""] = /^([#;]*)\s?([A-Za-z][\w.-]*)\s*=\s*(.*)$/.exec(text) ?? [];
    if (key === "" || section === null || (mark !== "" && !/^[^\s=]+$|^["'[]/.test(written))) continue;
    const name = section === "" || section.toUpperCase() === "DEFAULT" ? key : `${section}.${key}`;
    const isVariable = section === "" && /^[A-Z][A-Z0-9_]+$/.test(key);
    const entry = plainEntry(name, { kind: isVariable ? "variable" : "key", source: "example", line });
    const value = unquoted((/^("[^"]*"|'[^']*')/.exec(written)?.[1] ?? written.replace(/\s+[#;].*$/, "")).trim());
    if (value !== "" && !/^[[{]/.test(value)) entry.example = value.slice(0, maxValue);
    entry.comment = commentBeside(source, line);
    found.push(entry);
  }
  return found;
}

/** Of the file in TOML or INI that a program comes with: what it says counts where nobody sets anything else. */
export function readSectionDefaults(source: SourceText): SettingEntry[] {
  return readSectionKeys(source)
    .filter(({ line }) => !/^\s*[#;]/.test(lineText(source, line).slice(0, 200)))
    .map(({ example, ...entry }) => ({ ...entry, source: "declared", defaultValue: example ?? null }));
}
