/**
 * What lies in a folder that the question names as it is written, "account-service" or "apps/web"; all where it names none.
 * Of several services that have much in common, words alone find parts of each.
 */
export function inNamedFolder<T extends { path: string }>(all: readonly T[], question: string): readonly T[] {
  for (const name of question.toLowerCase().match(joinedWords) ?? []) {
    const inside = all.filter(({ path }) => `/${path.toLowerCase()}`.includes(`/${name}/`));
    if (inside.length > 0) return inside;
  }
  return all;
}

/** A word alone is more often what the code is about than a folder. */
const joinedWords = /(?<![\w/.-])\w+(?:[-/.]\w+)+(?![\w/-])/g;
