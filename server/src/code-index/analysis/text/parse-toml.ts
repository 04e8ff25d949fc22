import { lineText } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";

export interface TomlTable {
  /** Dotted name without brackets; "" before the first header. */
  name: string;
  line: number;
  entries: { key: string; value: string; line: number }[];
}

/**
 * Tables of a TOML file with their lines. Strings lose their quotes, lists over several lines are joined, everything
 * else stays as written: enough for manifests, whose values are names, versions and paths.
 */
export function parseTomlTables(source: SourceText): TomlTable[] {
  const tables: TomlTable[] = [{ name: "", line: 1, entries: [] }];
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const header = /^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/.exec(text);
    if (header !== null) {
      tables.push({ name: (header[1] ?? "").trim().replaceAll(/["']/g, ""), line, entries: [] });
      continue;
    }
    const pair = /^\s*(?:"([^"]+)"|'([^']+)'|([\w.-]+))\s*=\s*(.*)$/.exec(text);
    if (pair === null) continue;
    let value = pair[4] ?? "";
    const start = line;
    const last = Math.min(source.lines, line + maxValueLines);
    for (let open = openBrackets(value); open > 0 && line < last;) {
      line += 1;
      const next = lineText(source, line);
      open += openBrackets(next);
      value += `\n${next}`;
    }
    tables.at(-1)?.entries.push({ key: pair[1] ?? pair[2] ?? pair[3] ?? "", value: plainValue(value), line: start });
  }
  return tables;
}

/** Strings inside a list, or inside an inline table under `key`. */
export function tomlStrings(value: string): string[] {
  return [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? "");
}

/** A list that is not closed by then never is. */
const maxValueLines = 2000;

/** Brackets opened and not closed again, outside strings and comments. */
function openBrackets(text: string): number {
  const bare = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/g, "");
  const opened = (bare.match(/[[{]/g) ?? []).length;
  const closed = (bare.match(/[\]}]/g) ?? []).length;
  return opened - closed;
}

function plainValue(value: string): string {
  const text = value.trim();
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(?:#.*)?$/.exec(text);
  return quoted === null ? text.replace(/(?<!\s)\s+#[^\n"']*$/, "") : (quoted[1] ?? quoted[2] ?? "");
}
