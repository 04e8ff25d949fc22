/** Names up to this many characters are left alone. */
const maxWholeLength = 24;
const tailLength = 10;

/**
 * A long name in two parts, of which only the first may be cut: two names often differ at their end alone. Characters of
 * two code units stay whole. The tail is empty for a short name.
 */
export function splitName(name: string): [head: string, tail: string] {
  const characters = Array.from(name);
  if (characters.length <= maxWholeLength) return [name, ""];
  return [characters.slice(0, -tailLength).join(""), characters.slice(-tailLength).join("")];
}
