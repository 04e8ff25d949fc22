/** `src/jira/hook.ts` of "jira" is `src/…/hook.ts`, however its words are written. */
export function shapeOf(path: string, stem: string): string {
  return stem.length < 3 ? path : path.replaceAll(new RegExp(wordsOfStem(stem).join("[_\\W]?"), "gi"), "…");
}

/** Whether it stands there as a word, or at the beginning of a name. */
export function namesWhole(text: string, stem: string): boolean {
  const words = wordsOfStem(stem).join("[_\\W]?");
  return new RegExp(`(?<![a-zA-Z])${words}(?![a-z]{2})`, "i").test(text) && /[(){}"'`:,;=[\]]/.test(text);
}

/** Its words, however it joins them, as parts of an expression. */
function wordsOfStem(stem: string): string[] {
  return stem
    .split(/[_\W]+|(?<=[a-z\d])(?=[A-Z])/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
