/** A heading, or an entry at the left edge of a list, with everything below it. */
export interface ListPart {
  /** Counted from 1. */
  line: number;
  text: string;
}

const opening = /^(?:#{1,6}\s|(?:[-*+]|\d{1,9}[.)])(?:\s|$))/;
const fence = /^(\s*)(?:[-*+]\s+)?(`{3,}|~{3,})/;

/**
 * Cuts a Markdown list into its entries, so that each is parsed by itself: the parser takes ever longer for long texts. A
 * text without any entry is taken line by line. What stands before the first heading or entry is left out.
 */
export function splitList(markdown: string): ListPart[] {
  const lines = outdent(markdown.split(/\r\n|\r|\n/));
  const parts: (ListPart & { lines: string[] })[] = [];
  let open: { indent: number; mark: string } | null = null;
  for (const [at, line] of lines.entries()) {
    const startsPart = opening.test(line);
    // Code ends with the entry that it is in.
    if (open !== null && open.indent > 0 && startsPart) open = null;
    if (startsPart && open === null) parts.push({ line: at + 1, text: "", lines: [] });
    parts.at(-1)?.lines.push(line);
    open = followFence(line, open);
  }
  if (!parts.some(({ lines: [first = ""] }) => !first.startsWith("#"))) return splitLines(lines);
  return parts.map(({ line, lines: own }) => ({ line, text: own.join("\n") }));
}

function followFence(line: string, open: { indent: number; mark: string } | null) {
  const [, indent = "", mark] = fence.exec(line) ?? [];
  if (mark === undefined) return open;
  if (open === null) return { indent: indent.length, mark };
  return mark.startsWith(open.mark) ? null : open;
}

/** Each line that says something is an entry. */
function splitLines(lines: readonly string[]): ListPart[] {
  return lines.flatMap((line, at) => {
    if (line.trim() === "") return [];
    return [{ line: at + 1, text: line.startsWith("#") ? line : `- ${line.trim()}` }];
  });
}

/** Without the spaces that all lines begin with. */
function outdent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0));
}
