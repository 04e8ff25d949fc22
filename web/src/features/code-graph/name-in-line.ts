/** A name in a line, `[from, to)` in UTF-16 units. */
export interface NameInLine {
  from: number;
  to: number;
  text: string;
}

const namePattern = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/gu;
/** In a very long line only this many characters on each side of the offset are searched. */
const maxDistance = 300;

/** The name that contains or touches the offset; null when there is none. */
export function nameAt(line: string, offset: number): NameInLine | null {
  const start = Math.max(0, offset - maxDistance);
  const near = namesIn(line.slice(start, offset + maxDistance));
  const around = near.filter(({ from, to }) => from + start <= offset && offset <= to + start);
  // Between two adjacent names, the one that starts at the offset.
  const name = around.at(-1);
  return name ? { ...name, from: name.from + start, to: name.to + start } : null;
}

/** All names of a line in their order. */
export function namesIn(line: string): NameInLine[] {
  return [...line.matchAll(namePattern)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }));
}
