import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";

/** The settings of a `.env` or `.properties` file with the comment lines right above each. */
export function parseEnvFile(lines: readonly string[]): ConfigKeyFact[] {
  const keys: ConfigKeyFact[] = [];
  let comment: string[] = [];
  for (const [at, line] of lines.entries()) {
    const text = line.match(/^\s*#\s?(.*)$/)?.[1];
    if (text !== undefined) {
      comment.push(text);
      continue;
    }
    const found = line.match(/^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(["']?)(.*?)\2\s*$/);
    const [, name, , value = ""] = found ?? [];
    if (name !== undefined) {
      keys.push({ name, defaultValue: value === "" ? null : value, comment: comment.join("\n") || null, line: at + 1 });
    }
    comment = [];
  }
  return keys;
}
