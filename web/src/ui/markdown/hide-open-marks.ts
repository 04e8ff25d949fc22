const fenceStart = /^ {0,3}(?:>\s?)*\s*(`{3,}|~{3,})/;
const tableLine = /^ {0,3}\|/;
const delimiterRow = /^ {0,3}\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/;
/** A line that says only what it is going to be: a heading, a list item, a quotation, a rule, a fence. */
const bareMark = /^\s*(?:>\s*)*(?:#{1,6}|[-*+]|\d{1,4}[.)]|[-=*_]+|`{1,2}|~{1,2})?(?:\s+\[[ x]?)?\s*$/i;
/** Marks that open something nobody has written yet, or the first half of what closes it. */
const openEnd = /(?:\*+|_+|~+|`+|!?\[)$/;

/**
 * Text that is still being written, without the marks at its end that mean nothing yet: a reader never sees two stars, a
 * bare fence or the pipes of half a table. What is left out is there as soon as it has become something.
 */
export function hideOpenMarks(text: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  const fence = openFence(lines.slice(0, last));
  const line = lines[last] ?? "";
  // In code everything is shown as it is, but for the first marks of the fence that closes it.
  if (fence !== null) return isHalfFence(line, fence) ? lines.slice(0, last).join("\n") : text;
  // The language after a fence would be read before it is whole.
  if (fenceStart.test(line) || (line !== "" && bareMark.test(line))) return lines.slice(0, last).join("\n");
  if (tableLine.test(line)) return lines.slice(0, firstHiddenOfTable(lines)).join("\n");
  const isTableLineComplete = line === "" && tableLine.test(lines[last - 1] ?? "");
  if (isTableLineComplete) return lines.slice(0, firstHiddenOfTable(lines.slice(0, last))).join("\n") + "\n";
  return text.replace(openEnd, "");
}

/** What opened the code that the lines end in; null where they end in text. */
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
 * Where in the lines the part of a table begins that is not shown yet: rows come whole, and the first of them only when
 * it is known to be the head of a table.
 */
function firstHiddenOfTable(lines: readonly string[]): number {
  let first = lines.length - 1;
  while (first > 0 && tableLine.test(lines[first - 1] ?? "")) first -= 1;
  const isKnown = lines.length - first > 2 && delimiterRow.test(lines[first + 1] ?? "");
  return isKnown ? lines.length - 1 : first;
}
