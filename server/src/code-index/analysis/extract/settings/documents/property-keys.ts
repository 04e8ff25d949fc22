import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import { valueEntries } from "./value-entries.ts";

/** Keys of a `.properties` file. */
export function readPropertyKeys(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  for (let line = 1; line <= source.lines; line += 1) {
    if (source.commentLines[line - 1] === 1) continue;
    const match = /^\s*([A-Za-z%][\w.%[\]"-]*)\s*[=:]\s*(.*)$/.exec(lineText(source, line).slice(0, 2000));
    // `%dev.` is a profile of Quarkus.
    if (match === null || (match[1] ?? "").startsWith("%")) continue;
    found.push(...valueEntries(match[1] ?? "", match[2] ?? "", { line, comment: commentBeside(source, line) }));
  }
  return found;
}
