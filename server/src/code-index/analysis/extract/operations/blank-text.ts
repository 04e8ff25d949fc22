/** Comments and texts as spaces, so that brackets and names are those of the code and stay where they are. */
export function blankText(text: string, pattern: RegExp, isBlank: (part: string) => boolean = () => true): string {
  return text.replace(pattern, (part) => (isBlank(part) ? part.replace(/[^\n]/g, " ") : part));
}

/** Where the bracket at `open` is closed; the end of the text where it is not. */
export function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{" || char === "(" || char === "[") depth += 1;
    else if (char === "}" || char === ")" || char === "]") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}
