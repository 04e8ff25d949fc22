const maxLength = 200;

/**
 * Somebody's text as part of a header or sentence of a letter: control and direction characters become spaces, so that
 * it can neither end a line nor turn what follows around, and it is cut.
 */
export function oneLine(text: string): string {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ");
  const characters = Array.from(line.trim());
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : characters.join("");
}
