/** Divides the values by the highest, in place, so that the highest is 1. */
export function scaled(values: Float32Array): Float32Array {
  let top = 0;
  for (const value of values) if (value > top) top = value;
  if (top > 0) for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) / top;
  return values;
}
