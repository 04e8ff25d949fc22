/** Letters that are drawn about twice as wide as Latin ones. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60]/u;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** A name cut to as many Latin letters' width, never within what people see as one character. */
export function fitName(name: string, most: number): string {
  const characters = charactersOf(name);
  if (widthOf(characters) <= most) return name;
  let left = most - 1;
  const kept = characters.slice(
    0,
    characters.findIndex((character) => (left -= widthOf([character])) < 0),
  );
  return `${kept.join("")}…`;
}

/** Where a new word of a name begins: after a sign, at a capital, and before what many names of services end with. */
const wordStart =
  /(?<=[-_./:\s])|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Ll}{3})(?=(?:service|server|gateway|client|worker|manager|processor)s?$)/u;

/** The words of a name, with the signs that end them. */
export function partName(name: string): string[] {
  return name.split(wordStart);
}

/** A name in one line or two of as many Latin letters' width, parted where a new word of it begins if there is such a place. */
export function splitName(name: string, most: number): string[] {
  const characters = charactersOf(name);
  if (widthOf(characters) <= most) return [name];
  let at = 0;
  const places = partName(name).flatMap((part) => {
    at += charactersOf(part).length;
    return widthOf(characters.slice(0, at)) <= most ? [at] : [];
  });
  const fitting = characters.findIndex((_character, at) => widthOf(characters.slice(0, at + 1)) > most);
  // A line of a letter or two is worse than a word that is parted.
  const [place = fitting] = places.filter((at) => at >= fitting / 3).toReversed();
  const lines = [characters.slice(0, place), characters.slice(place)].map((line) => line.join("").trim());
  return lines.map((line) => fitName(line, most));
}

/** So many names with the same beginning are told apart by what follows it, */
const leastAlike = 3;
/** where it is long enough to push that out of sight, */
const leastPrefix = 6;
/** on a small card, which has room for so many Latin letters. */
const smallCardLetters = 20;

/** How much of each name is a beginning of whole words that at least three of them share; 0 for names of their own. */
export function sharedBeginnings(names: readonly string[]): ReadonlyMap<string, number> {
  const beginnings = new Map<string, Set<string>>();
  for (const name of new Set(names)) {
    for (const beginning of beginningsOf(name)) {
      beginnings.set(beginning, (beginnings.get(beginning) ?? new Set()).add(name));
    }
  }
  const lengthOf = (name: string) =>
    Math.max(0, ...beginningsOf(name).map((one) => ((beginnings.get(one)?.size ?? 0) >= leastAlike ? one.length : 0)));
  const isCut = (name: string) => widthOf(charactersOf(name)) > smallCardLetters;
  return new Map(names.map((name) => [name, isCut(name) ? lengthOf(name) : 0]));
}

/** What of a name ends with a sign between words, and is not all of it. */
function beginningsOf(name: string): string[] {
  return Array.from(name.matchAll(/[-_./:](?=.)/gu), ({ index }) => name.slice(0, index + 1)).filter(
    ({ length }) => length >= leastPrefix,
  );
}

function charactersOf(name: string): string[] {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
}

function widthOf(characters: readonly string[]): number {
  return characters.reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
}

/** A name as part of a sentence: one that is read from the right does not turn the words around it. */
export function inSentence(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
