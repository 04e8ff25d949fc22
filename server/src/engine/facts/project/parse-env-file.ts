import type { ConfigKeyFact } from "#server/code-index/ports/facts.ts";

/** The settings of a `.env` or `.properties` file with the comment lines right above each. */
export function parseEnvFile(lines: readonly string[], path: string): ConfigKeyFact[] {
  const isProperties = path.endsWith(".properties");
  const keys: ConfigKeyFact[] = [];
  let comment: string[] = [];
  for (const [at, line] of lines.entries()) {
    const text = line.match(/^\s*#\s?(.*)$/)?.[1];
    if (text !== undefined) {
      comment.push(text);
      continue;
    }
    const [, name, written = ""] = line.match(/^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=(.*)$/) ?? [];
    if (name !== undefined) {
      const defaultValue = parseValue(written, isProperties) || null;
      keys.push({ name, defaultValue, comment: comment.join("\n") || null, line: at + 1 });
    }
    comment = [];
  }
  return keys;
}

/** In a `.env` file a comment may follow the value; in a `.properties` file a hash is a part of it. */
function parseValue(written: string, isProperties: boolean): string {
  const quoted = written.match(/^\s*(["'])(.*?)\1\s*(?:\s#.*)?$/)?.[2];
  return quoted ?? (isProperties ? written : (written.split(/\s#/, 1)[0] ?? "")).trim();
}
