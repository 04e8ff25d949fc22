import type { ConfigKeyFact } from "../../../code-index/facts.ts";

/** The settings of a `.env` or `.properties` file with the comment lines right above each. */
export function readEnvFile(lines: readonly string[]): ConfigKeyFact[] {
  const keys: ConfigKeyFact[] = [];
  let comment: string[] = [];
  for (const [at, line] of lines.entries()) {
    const said = line.match(/^\s*#\s?(.*)$/)?.[1];
    if (said !== undefined) {
      comment.push(said);
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

/** The fields of a settings class of Pydantic, which are filled from variables of the same names. */
export function readSettingsClass(lines: readonly string[], startLine: number, endLine: number): ConfigKeyFact[] {
  return lines.slice(startLine, endLine).flatMap((line, at) => {
    const found = line.match(/^ {4}([A-Za-z_]\w*)\s*:\s*([^=]+?)(?:\s*=\s*(.+?))?\s*(?:#\s*(.+))?$/);
    const [, name, type, value, trailing] = found ?? [];
    if (name === undefined || type === undefined || /^(?:model_config|Config)$/.test(name) || type.includes("ClassVar"))
      return [];
    const literal =
      value?.match(/^(["'])([^"']*)\1$/)?.[2] ?? value?.match(/^(?:-?[\d_. *+]+|True|False)$/)?.[0] ?? null;
    const above = lines[startLine + at - 1]?.match(/^\s*#\s*(.+)$/)?.[1] ?? null;
    return [{ name, defaultValue: literal, comment: trailing ?? above, line: startLine + at + 1 }];
  });
}
