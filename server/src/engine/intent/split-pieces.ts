/** Verbs that begin an order about a page. */
const pageVerbs =
  "(?:add|append|insert|include|remove|delete|drop|rename|retitle|move|put|place|make|turn|change|convert|rewrite|write|regenerate|redo|set|call|title|swap|also (?:add|mention|cover))";

/**
 * Splits a text into sentences and the orders within them, which begin with one of the verbs (a pattern); text in
 * quotation marks is never split.
 */
export function splitPieces(text: string, verbs = pageVerbs): string[] {
  const pieceEnd = new RegExp(
    `\\n+|;\\s+|(?<=[.!?])\\s+(?=[\\p{Lu}"“'‘])|,?\\s+(?:and\\s+then|and|then)\\s+(?:please\\s+)?(?=${verbs}\\s)|,\\s+(?=${verbs}\\s)`,
    "giu",
  );
  const pieces: string[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(pieceEnd)) {
    if (isInQuotes(text.slice(start, index)) || opensReplacement.test(text.slice(start, index))) continue;
    pieces.push(text.slice(start, index));
    start = index + end.length;
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => piece.trim()).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

/** "Instead of staff, say crew" is one order. */
const opensReplacement = /^\s*instead of\b[^,]*$/i;

function isInQuotes(text: string): boolean {
  return (text.match(/"/g) ?? []).length % 2 === 1 || text.lastIndexOf("“") > text.lastIndexOf("”");
}
