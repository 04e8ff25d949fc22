/** Of a name without two letters of the Latin alphabet. */
const fallbackKey = "TASK";
const maxInitials = 4;
const lettersOfOneWord = 3;

/**
 * What begins the names of a product's tasks: the initials of its name, or the first letters of a single word, with a
 * number behind it where another product of the organization has it already.
 */
export function chooseTaskKey(productName: string, takenKeys: ReadonlySet<string>): string {
  const key = abbreviate(productName);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}${number}`;
    if (!takenKeys.has(candidate)) return candidate;
  }
}

function abbreviate(name: string): string {
  const words =
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
      .match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  const initials = words.map((word) => word.charAt(0)).slice(0, maxInitials);
  const letters = words.length === 1 ? (words[0] ?? "").slice(0, lettersOfOneWord) : initials.join("");
  return letters.length < 2 ? fallbackKey : letters.toUpperCase();
}
