/** A paragraph, item, row, heading, rule or code block of Markdown, or an empty line. */
export interface MarkdownPiece {
  kind: "heading" | "text" | "item" | "row" | "rule" | "fence" | "blank";
  lines: string[];
}

/** The pieces of a Markdown text in order; nothing of it is lost. */
export function splitPieces(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const last = pieces.at(-1);
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      last?.lines.push(line);
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== null) fence = mark;
    const kind = mark === null ? kindOf(line) : "fence";
    const continues = kind === "text" && (last?.kind === "text" || last?.kind === "item");
    if (continues) last.lines.push(line);
    else pieces.push({ kind, lines: [line] });
  }
  return pieces;
}

function kindOf(line: string): MarkdownPiece["kind"] {
  if (line.trim() === "") return "blank";
  if (/^\s{0,3}#{1,6}\s/.test(line)) return "heading";
  if (/^\s*\|[\s|:-]+\|?\s*$/.test(line) || /^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) return "rule";
  if (/^\s*\|/.test(line)) return "row";
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? "item" : "text";
}
