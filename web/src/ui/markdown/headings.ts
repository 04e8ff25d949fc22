/** By how much headings move so that the highest of the text becomes `top` and none is skipped over it. */
export function headingShift(markdown: string, top: number): number {
  let isInFence = false;
  let highest = 7;
  for (const line of markdown.split("\n")) {
    if (/^ {0,3}(```|~~~)/.test(line)) isInFence = !isInFence;
    const marks = isInFence ? undefined : /^ {0,3}(#{1,6})\s/.exec(line)?.[1];
    if (marks) highest = Math.min(highest, marks.length);
  }
  return highest === 7 ? 0 : top - highest;
}
