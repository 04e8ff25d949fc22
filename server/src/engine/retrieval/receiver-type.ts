/**
 * The type that a file writes behind or before the name of a variable, a parameter or a field, without what it holds:
 * "Principal principal", "principal: Principal", "p *auth.Principal". Null where it writes none, or a parameter of a type.
 */
export function writtenType(name: string, lines: readonly string[]): string | null {
  const said = name.replaceAll(/[^\w$]/g, "").replaceAll("$", String.raw`\$`);
  if (said === "") return null;
  const type = String.raw`((?:[\w]+[.\\])*[A-Z]\w+)(?:<[^;(){}=]{0,200}>)?`;
  const patterns = [
    new RegExp(String.raw`(?:^|[(,;{}\s])${type}(?:\[\])?[&*?\s]*\s\$?${said}\s*(?:[,;)=]|$)`, "m"),
    new RegExp(String.raw`(?<![\w$.])${said}\s*\??:\s*&?(?:mut\s+)?${type}\s*(?:[,;)=?{|]|$)`, "m"),
    new RegExp(String.raw`[(,]\s*${said}\s+\*?${type}\s*[,)]`, "m"),
  ];
  // No person wrote a longer line, and a hostile one would hold up all answers.
  const readable = lines.filter(({ length }) => length <= longestLine);
  for (const pattern of patterns) {
    const found = readable.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
    if (found !== undefined) return found.split(/[.\\]/).at(-1) ?? null;
  }
  return null;
}

const longestLine = 1_000;
