/** Lines of a text, from 1, and what comes in their place. */
export interface LineEdit {
  startLine: number;
  count: number;
  lines: readonly string[];
}

/**
 * The text with these lines replaced; new ones end as the one that they begin at. Everything else stays to the byte. Null
 * where two edits are about the same line.
 */
export function replaceLines(text: string, edits: readonly LineEdit[]): string | null {
  const lines = text.split(/(?<=\n)/);
  const sorted = edits.toSorted((one, other) => other.startLine - one.startLine);
  for (const [at, { startLine, count }] of sorted.entries()) {
    const later = sorted[at - 1];
    if (later !== undefined && startLine + count > later.startLine) return null;
  }
  for (const { startLine, count, lines: given } of sorted) {
    const from = startLine - 1;
    const last = lines[from + count - 1] ?? "";
    const ending = endOf(lines[from] ?? "") || endOf(lines[from - 1] ?? "") || "\n";
    // A text that ends without a line break still does.
    const isUnended = endOf(last) === "" && from + count === lines.length;
    const replaced = given.map((line, index) => (isUnended && index === given.length - 1 ? line : `${line}${ending}`));
    lines.splice(from, count, ...replaced);
  }
  return lines.join("");
}

function endOf(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? "";
}
