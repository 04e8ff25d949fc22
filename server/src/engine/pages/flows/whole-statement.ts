const mostLines = 10;
const longest = 200;

/** What begins on a line up to where its brackets and its text close, in one line; the line alone where that is long. */
export function wholeOf(lines: readonly string[], line: number): { text: string; endLine: number } {
  const first = (lines[line - 1] ?? "").trim();
  const alone = { text: first, endLine: line };
  let depth = 0;
  let isOpen = false;
  let text = "";
  for (let at = line; at < line + mostLines && at <= lines.length; at += 1) {
    const own = (lines[at - 1] ?? "").trim();
    // Text of SQL may stand in marks over several lines.
    if ((own.match(/`|"""/g)?.length ?? 0) % 2 === 1) isOpen = !isOpen;
    depth += (own.match(/[({[]/g)?.length ?? 0) - (own.match(/[)}\]]/g)?.length ?? 0);
    text = text === "" ? own : `${text}${/[({[]$/.test(text) || /^[)}\].]/.test(own) ? "" : " "}${own}`;
    if (text.length > longest) return alone;
    // What closes more than it opened began above.
    if (depth < 0) return alone;
    if (depth === 0 && !isOpen) return at === line ? alone : { text: text.replace(/,([)}\]])/g, "$1"), endLine: at };
  }
  return alone;
}
