const code = /(`+)[\s\S]*?\1/g;
const citation = / ?\[\d{1,4}\]/g;

/** The text with its code spans blotted out, letter for letter: what is found in it stands at the same place and is no code. */
export function blotCode(text: string): string {
  return text.replace(code, (span) => "x".repeat(span.length));
}

/** The text without the numbers of its sources; `items[0]` in a code span is none. */
export function withoutCitations(text: string): string {
  let from = 0;
  let kept = "";
  for (const { 0: number, index } of blotCode(text).matchAll(citation)) {
    kept += text.slice(from, index);
    from = index + number.length;
  }
  return kept + text.slice(from);
}
