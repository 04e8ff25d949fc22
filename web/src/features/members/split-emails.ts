/** Separators between addresses in pasted text: lists, tables, "Ada <ada@example.com>; …". */
const separators = /[\s,;:<>()[\]{}"|]+/;

/**
 * The addresses in a text, in order and without duplicates. If the text contains an address, plain words count as
 * people's names and are dropped; mistyped addresses stay, to be shown as invalid.
 */
export function splitEmails(text: string): string[] {
  const pieces = distinctEmails(text.split(separators).map(trimMarks).filter(Boolean));
  const hasAddress = pieces.some((piece) => piece.includes("@"));
  return hasAddress ? pieces.filter((piece) => /[@.]/.test(piece)) : pieces;
}

/** Removes duplicates case-insensitively; the first spelling stays. */
export function distinctEmails(emails: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const email of emails) {
    const key = email.toLowerCase();
    if (!seen.has(key)) seen.set(key, email);
  }
  return [...seen.values()];
}

/** Removes full stops and apostrophes at both ends; inside an address they belong to it. */
function trimMarks(piece: string): string {
  return piece.replace(/^[.']+|[.']+$/g, "");
}
