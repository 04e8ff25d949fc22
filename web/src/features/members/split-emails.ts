/** Everything that stands between addresses in what people paste: lists, tables, "Ada <ada@example.com>; …". */
const separators = /[\s,;:<>()[\]{}"|]+/;

/**
 * The addresses in a text, in their order and without repeats. Beside real ones, plain words are taken for people's
 * names and left out; what looks like a mistyped address stays, to be shown as wrong.
 */
export function splitEmails(text: string): string[] {
  const pieces = distinctEmails(text.split(separators).map(trimMarks).filter(Boolean));
  const hasAddress = pieces.some((piece) => piece.includes("@"));
  return hasAddress ? pieces.filter((piece) => /[@.]/.test(piece)) : pieces;
}

/** The same address in other capitals is the same address; the first spelling stays. */
export function distinctEmails(emails: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const email of emails) {
    const key = email.toLowerCase();
    if (!seen.has(key)) seen.set(key, email);
  }
  return [...seen.values()];
}

/** A full stop after an address ends its sentence, an apostrophe around it quotes it; inside they belong to it. */
function trimMarks(piece: string): string {
  return piece.replace(/^[.']+|[.']+$/g, "");
}
