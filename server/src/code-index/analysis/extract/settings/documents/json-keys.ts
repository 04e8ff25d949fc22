import { environmentSpelling } from "#server/code-index/analysis/extract/settings/groups/name-fields.ts";
import { maxValue, plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

const maxTokens = 20_000;
const token = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The keys of .NET's `appsettings.json`, as `Section:Key`; comments are allowed in it. */
export function readJsonKeys(source: SourceText): SettingEntry[] {
  const found: SettingEntry[] = [];
  /** The keys that are open; null for a list. */
  const open: (string | null)[] = [];
  let key: string | null = null;
  let tokens = 0;
  for (const match of source.text.matchAll(token)) {
    const [text] = match;
    tokens += 1;
    if (tokens > maxTokens) break;
    if (text.startsWith("/")) continue;
    if (text === "{" || text === "[") {
      open.push(text === "[" ? null : (key ?? (open.length === 0 ? "" : null)));
      key = null;
    } else if (text === "}" || text === "]") {
      open.pop();
      key = null;
    } else if (text === ",") key = null;
    else if (text === ":") continue;
    else if (key === null && text.startsWith('"')) key = text.slice(1, -1);
    else if (key !== null && !open.includes(null)) {
      const path = [...open.slice(1), key].join(":");
      const entry = plainEntry(path, { kind: "key", source: "declared", line: lineAt(source, match.index) });
      entry.aliases = environmentSpelling(path, "colon");
      entry.defaultValue = text === "null" ? null : text.replace(/^"|"$/g, "").slice(0, maxValue) || null;
      if (/^[A-Za-z][\w:.-]*$/.test(path) && !path.startsWith("$")) found.push(entry);
      key = null;
    }
  }
  return found;
}
