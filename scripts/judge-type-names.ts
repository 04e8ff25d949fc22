/** A TypeScript file of the checkout. */
export interface TypeSource {
  /** From the root of the checkout, with forward slashes. */
  path: string;
  text: string;
}

/**
 * Words once used for concepts that have standard names. A reader who never saw the project cannot know what a
 * `Place` or a `Desk` is; say location, range, context, match, request, store.
 */
const vagueWords = new Set(
  "Place Found Desk Room Told Untold Asked Door House Keeper Wish Recipe Speech News Donor Speaking Lacking".split(" "),
);

/** The formatter puts every declaration of a module at the beginning of a line. */
const declaration = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) ([A-Z]\w*)/gm;

/**
 * What is wrong with the names of types: vague words, and names that two types of one package share. Empty when nothing
 * is.
 */
export function judgeTypeNames(sources: readonly TypeSource[]): string[] {
  const complaints: string[] = [];
  const declaredIn = new Map<string, string[]>();
  for (const { path, text } of sources) {
    for (const [, name = ""] of withoutTexts(text).matchAll(declaration)) {
      const vague = name.match(/[A-Z][a-z0-9]*/g)?.find((word) => vagueWords.has(word));
      if (vague !== undefined) complaints.push(`${path}: the type ${name} says "${vague}"; say what it is`);
      const key = `${path.split("/")[0] ?? ""} ${name}`;
      declaredIn.set(key, [...(declaredIn.get(key) ?? []), path]);
    }
  }
  for (const [key, paths] of declaredIn) {
    if (paths.length > 1) complaints.push(`${key.split(" ")[1] ?? ""} is declared in ${paths.join(" and ")}`);
  }
  return complaints;
}

/** Code in comments and literals declares nothing: examples of other languages have classes too. */
function withoutTexts(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replaceAll(/`(?:[^`\\]|\\[\s\S])*`/g, "``");
}
