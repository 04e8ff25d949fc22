/** The number of levels to shift headings by, so that the highest heading of the text gets level `top`. */
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
