/**
 * A path that is written as a regular expression, as frameworks write paths with parameters: named groups become
 * parameters, and what says where the text begins and ends goes.
 */
export function plainPattern(pattern: string): string {
  let plain = "";
  let open = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? "";
    if (open === 0) {
      const name = /^\(\?P?<(\w+)>/.exec(pattern.slice(at, at + 80))?.[1];
      if (name === undefined) {
        plain += char;
        continue;
      }
      plain += `{${name}}`;
      open = 1;
    } else if (char === "\\") at += 1;
    else if (char === "[") at = endOfSet(pattern, at);
    else if (char === "(") open += 1;
    else if (char === ")") open -= 1;
  }
  return plain
    .replace(/^\^/, "")
    .replace(/(?:\$|\\Z)$/, "")
    .replace(/\/\?$/, "/")
    .replaceAll(/\\([./-])/g, "$1");
}

/** Where a set of characters ends, in which brackets mean themselves. */
function endOfSet(pattern: string, start: number): number {
  for (let at = start + 2; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "]") return at;
  }
  return pattern.length;
}
