import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { maxValue, plainEntry, unquoted } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

/** What an image sets; arguments of its build are no settings of what runs. */
export function readDockerSettings(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  const pattern =
    /^[ \t]*(?:ENV[ \t]+|[ \t]+(?=[A-Z]\w*=))([A-Za-z_]\w*)(?:[= \t]+("[^"\n]*"|'[^'\n]*'|[^\s\\]{1,2000}))?/gm;
  for (const { match, line } of matchesInCode(source, pattern)) {
    const entry = plainEntry(match[1] ?? "", { kind: "variable", source: "mentioned", line });
    entry.defaultValue = unquoted(match[2] ?? "").slice(0, maxValue) || null;
    entry.comment = commentBeside(source, line);
    found.push(entry);
  }
  return found;
}
