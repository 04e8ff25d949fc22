/** A name from outside as one short line: without control characters, invisible marks or line breaks. */
export function plainName(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > maxLength
    ? `${line
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`
    : line;
}
