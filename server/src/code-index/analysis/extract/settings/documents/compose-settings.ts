import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { maxValue, plainEntry, unquoted } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/**
 * What a compose file asks the operator for (`${KEY:-default}`), and what it hands to its containers: many of these are
 * of images that others made, so that they count only where the code reads them.
 */
export function readComposeSettings(source: SourceText): SettingEntry[] {
  return [...askedFor(source), ...handedOn(source)];
}

function askedFor(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  const pattern = /(?<!\$)\$\{(?<name>[A-Z_][A-Z0-9_]*)(?::?(?<how>[-?])(?<text>[^}\n]{0,300}))?\}/g;
  for (const { match, line } of matchesInCode(source, pattern)) {
    const { name = "", how, text = "" } = match.groups ?? {};
    const entry = plainEntry(name, { kind: "variable", source: "example", line });
    if (how === "-") entry.defaultValue = text.includes("$") ? null : unquoted(text) || null;
    entry.isRequired = how === "?" ? true : how === "-" ? false : null;
    found.push(entry);
  }
  return found;
}

function handedOn(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  let indent = -1;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line).slice(0, 2000);
    if (text.trim() === "" || source.commentLines[line - 1] === 1) continue;
    const depth = text.length - text.trimStart().length;
    if (/^\s*(?:environment|env)\s*:\s*(?:&\w+\s*)?$/.test(text)) indent = depth;
    else if (indent >= 0) {
      const written = unquoted(text.trim().replace(/^-\s*/, ""));
      const match = /^["']?([A-Za-z_]\w*)["']?\s*(?:[=:]\s*(.*))?$/.exec(written);
      if (depth < indent || (depth === indent && !text.trimStart().startsWith("-"))) indent = -1;
      if (match === null || indent === -1) continue;
      const entry = plainEntry(match[1] ?? "", { kind: "variable", source: "mentioned", line });
      const value = unquoted(withoutComment(match[2] ?? ""));
      entry.defaultValue = value.includes("${") ? null : value.slice(0, maxValue) || null;
      entry.comment = commentBeside(source, line);
      found.push(entry);
    }
  }
  return found;
}

/** A value of YAML without what is said behind it. */
function withoutComment(value: string): string {
  return /^("[^"]*"|'[^']*')(?:\s+#.*)?$/.exec(value)?.[1] ?? value.replace(/(?<!\s)\s+#.*$/, "");
}
