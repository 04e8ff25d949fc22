/** What may stand between two words of a name. */
const joint = String.raw`[^\p{L}\p{N}]?`;

/** `src/jira/hook.ts` of "jira" is `src/…/hook.ts`, however its words are written. */
export function shapeOf(path: string, stem: string): string {
  const words = wordsOfStem(stem);
  return stem.length < 3 || words.length === 0 ? path : path.replaceAll(new RegExp(words.join(joint), "giu"), "…");
}

/** Whether it stands there as a word, or at the beginning of a name. */
export function namesWhole(text: string, stem: string): boolean {
  const words = wordsOfStem(stem);
  if (words.length === 0) return false;
  const whole = new RegExp(String.raw`(?<!\p{L})${words.join(joint)}(?!\p{L}{2})`, "iu");
  return whole.test(text) && /[(){}"'`:,;=[\]]/.test(text);
}

/** Its words, however it joins them: letters and digits of any script. */
function wordsOfStem(stem: string): string[] {
  return stem.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter(Boolean);
}
