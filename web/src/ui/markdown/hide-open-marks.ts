const fenceStart = /^ {0,3}(?:>\s?)*\s*(`{3,}|~{3,})/;
const tableLine = /^ {0,3}\|/;
const delimiterRow = /^ {0,3}\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/;
/** A line with only a block marker: heading, list item, quotation, rule or fence. */
const bareMark = /^\s*(?:>\s*)*(?:#{1,6}|[-*+]|\d{1,4}[.)]|[-=*_]+|`{1,2}|~{1,2})?(?:\s+\[[ x]?)?\s*$/i;
/** Opening marks without content, or the first half of a closing mark. */
const openEnd = /(?:\*+|_+|~+|`+|!?\[)$/;

/**
 * Removes incomplete marks from the end of streaming text: a reader never sees two stars, a bare fence or the pipes of
 * half a table. The removed part appears as soon as it is complete.
 */
export function hideOpenMarks(text: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  const fence = openFence(lines.slice(0, last));
  const line = lines[last] ?? "";
  // Inside code everything is shown, except an incomplete closing fence.
  if (fence !== null) return isHalfFence(line, fence) ? lines.slice(0, last).join("\n") : text;
  // The language after a fence would be used before it is complete.
  if (fenceStart.test(line) || (line !== "" && bareMark.test(line))) return lines.slice(0, last).join("\n");
  if (tableLine.test(line)) return lines.slice(0, firstHiddenOfTable(lines)).join("\n");
  const isTableLineComplete = line === "" && tableLine.test(lines[last - 1] ?? "");
  if (isTableLineComplete) return lines.slice(0, firstHiddenOfTable(lines.slice(0, last))).join("\n") + "\n";
  return text.replace(openEnd, "");
}

/** The fence that is still open after the lines; null when there is none. */
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    const mark = fenceStart.exec(line)?.[1];
    if (!mark) continue;
    if (open === null) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && line.trim().endsWith(mark)) open = null;
  }
  return open;
}

function isHalfFence(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark !== "" && mark.length < fence.length && fence.startsWith(mark);
}

/**
 * Index of the first line of a table that is not shown yet. Rows are shown when complete, and the first one only when
 * the delimiter row follows.
 */
function firstHiddenOfTable(lines: readonly string[]): number {
  let first = lines.length - 1;
  while (first > 0 && tableLine.test(lines[first - 1] ?? "")) first -= 1;
  const isKnown = lines.length - first > 2 && delimiterRow.test(lines[first + 1] ?? "");
  return isKnown ? lines.length - 1 : first;
}
