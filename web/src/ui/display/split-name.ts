/** Names up to this many characters are not split. */
const maxWholeLength = 24;
const tailLength = 10;

/**
 * Splits a long name in two parts of which only the first may be truncated, because names often differ only at their
 * end. Surrogate pairs stay whole. The tail is empty for a short name.
 */
export function splitName(name: string): [head: string, tail: string] {
  const characters = Array.from(name);
  if (characters.length <= maxWholeLength) return [name, ""];
  return [characters.slice(0, -tailLength).join(""), characters.slice(-tailLength).join("")];
}
