/** Longer lines are made by programs, and would take long to be looked through for words. */
const maxLineLength = 400;

const read = new WeakMap<readonly string[], readonly string[]>();

/** The lines of a file as somebody reads its code: what is too long to be written by people is empty. Numbers stay. */
export function codeLines(lines: readonly string[]): readonly string[] {
  const known = read.get(lines);
  if (known !== undefined) return known;
  const isShort = lines.every(({ length }) => length <= maxLineLength);
  const code = isShort ? lines : lines.map((line) => (line.length <= maxLineLength ? line : ""));
  read.set(lines, code);
  return code;
}
