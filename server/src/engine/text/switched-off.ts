const ofCode = /[;{}]\s*$|^\s*(?:await\s+)?\w+(?:\.\w+)*\(.*\)\s*,?\s*$/;

/** Whether the beginning of a comment holds code that was switched off: what is said there is said of that code. */
export function holdsSwitchedOffCode(comment: string): boolean {
  const [first = ""] = comment.split(/\n\s*\n/);
  return first.split("\n").some((line) => ofCode.test(line.replace(/\{@?\w+[^}]*\}\s*$/, "")));
}
