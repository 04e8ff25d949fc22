/** A text and the offsets at which its lines begin; the last may be the end of the text, where nothing follows. */
export interface TextLines {
  bytes: Buffer;
  starts: Int32Array;
}

/** The line, counted from 0, of the offset: `from` or a later one; fast when it is near. */
export function lineAt(starts: Int32Array, offset: number, from: number): number {
  let line = from;
  let step = 1;
  for (; (starts[line + step] ?? Infinity) <= offset; step *= 2) line += step;
  for (step >>= 1; step > 0; step >>= 1) if ((starts[line + step] ?? Infinity) <= offset) line += step;
  return line;
}
