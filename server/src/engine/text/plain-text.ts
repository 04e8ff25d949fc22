/** Markdown as it is read aloud: without its marks, and with its `[n]` citations. */
export function toPlainText(markdown: string): string {
  const out: string[] = [];
  let columns: string[] | null = null;
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null || mark !== null) {
      if (fence === null) fence = mark;
      else if (mark?.startsWith(fence)) fence = null;
      else out.push(`    ${withoutLikeness(line)}`);
      continue;
    }
    if (!line.startsWith("|")) columns = null;
    if (/^\|[\s|:-]+$/.test(line)) continue;
    if (!line.startsWith("|")) out.push(plainLine(line));
    else if (columns === null) columns = cellsOf(line);
    else out.push(plainRow(columns, cellsOf(line)));
  }
  return out
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function plainLine(line: string): string {
  return plainSpans(
    line
      .replace(/^#{1,6}\s+/, "")
      .replace(/^(\s*)[-*+]\s+/, "$1• ")
      .replace(/^>\s?/, ""),
  );
}

function plainSpans(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((part, at) => (at % 2 === 1 ? withoutLikeness(part.replace(/^`+ ?| ?`+$/g, "")) : plainProse(part)))
    .join("");
}

function plainProse(text: string): string {
  return text
    .replace(/!?\[([^\]]+)\]\(([^()]*)\)/g, "$1")
    .replace(/(\*\*|__)(\S(?:[^*_]*\S)?)\1/g, "$2")
    .replace(/\\([[\]<>*|_`#.-])/g, "$1");
}

/** `items[0]` is code; spaced it cannot be taken for a citation. */
function withoutLikeness(code: string): string {
  return code.replace(/\[(\d{1,4})\]/g, "[ $1 ]");
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\|\s?|\s?\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => plainSpans(cell.trim()));
}

/** "Key: PORT; Default: 4010". The citation of an otherwise empty cell comes at the end. */
function plainRow(columns: readonly string[], cells: readonly string[]): string {
  const parts = cells.flatMap((cell, at) => {
    if (cell === "") return [];
    const isMarksOnly = /^(?:\[\d+\])+$/.test(cell);
    return [isMarksOnly || !columns[at] ? cell : `${columns[at]}: ${cell}`];
  });
  const last = parts.at(-1) ?? "";
  const isCited = /^(?:\[\d+\])+$/.test(last);
  return `• ${(isCited ? parts.slice(0, -1) : parts).join("; ")}${isCited ? ` ${last}` : ""}`;
}
