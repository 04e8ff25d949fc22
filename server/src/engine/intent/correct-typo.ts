import { distanceOf } from "./near-words.ts";
import { isKnownWord } from "./words.ts";

/** Words that a question opens with: its kind depends on them. */
const openings = ["how", "where", "what", "which", "when", "who", "why", "does", "explain", "describe", "list", "show"];
const fewestLetters = 3;
/** Words of their own that merely look alike. */
const notMistyped =
  /^(?:there|here|then|were|whom|whose|while|that|this|shot|last|lost|work|was|has|had|now|how's|dose|less|hot|wow|snow|slow|shows|lists|docs|lint|lift|shop|shoe|dues)$/;

/**
 * "wher is it set" and "hwo does it work": a mistyped first word is read as the question word that it most likely
 * means.
 */
export function correctTypo(text: string): string {
  const first = /^\s*([A-Za-z]+)\b/.exec(text)?.[1];
  if (first === undefined || first.length < fewestLetters) return text;
  const word = first.toLowerCase();
  if (openings.includes(word) || notMistyped.test(word) || isKnownWord(word)) return text;
  const near = openings.filter((one) => one[0] === word[0] && distanceOf(word, one, 1) <= 1);
  const closest = Math.min(...near.map((one) => strangeness(word, one)));
  const [meant, another] = near.filter((one) => strangeness(word, one) === closest);
  return meant === undefined || another !== undefined ? text : text.replace(first, meant);
}

/** Letters in another order are mistyped more often than one left out, and that more often than a wrong one. */
function strangeness(word: string, meant: string): number {
  if (lettersOf(word) === lettersOf(meant)) return 0;
  return meant.startsWith(word) || word.startsWith(meant) ? 1 : 2;
}

function lettersOf(word: string): string {
  return word.split("").toSorted().join("");
}
