/** Letters that are drawn about twice as wide as Latin ones. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60]/u;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A name cut to as many Latin letters' width, never within what people see as one character. */
export function fitName(name: string, most: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  const widthOf = (character: string) => (wide.test(character) ? 2 : 1);
  const total = characters.reduce((sum, character) => sum + widthOf(character), 0);
  if (total <= most) return name;
  let left = most - 1;
  const kept = characters.slice(
    0,
    characters.findIndex((character) => (left -= widthOf(character)) < 0),
  );
  return `${kept.join("")}…`;
}

/** A name as part of a sentence: one that is read from the right does not turn the words around it. */
export function inSentence(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
