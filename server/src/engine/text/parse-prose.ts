/** A piece of a Markdown or reStructuredText document with its lines. */
export interface ProseBlock {
  kind: "heading" | "paragraph" | "item" | "code" | "other";
  /** As written, lines joined by a blank for paragraphs and items, by "\n" for code. */
  text: string;
  /** Language of a code block, level of a heading ("1"); else empty. */
  note: string;
  /** Columns before an item's mark: a more indented item belongs to the one above. 0 for all other blocks. */
  indent: number;
  startLine: number;
  endLine: number;
}

/** Reads a document's blocks in order. Forgiving: what it does not know becomes "other". */
export function parseProse(lines: readonly string[], isRst: boolean): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    const block = blockAt(lines, at, isRst);
    if (block === null) {
      at += 1;
      continue;
    }
    const indent = block.kind === "item" ? (/^\s*/.exec(lines[at] ?? "")?.[0].length ?? 0) : 0;
    blocks.push({ ...block, indent, startLine: at + 1 });
    at = Math.max(block.endLine, at + 1);
  }
  return blocks;
}

type ParsedBlock = Omit<ProseBlock, "startLine" | "indent">;

function blockAt(lines: readonly string[], at: number, isRst: boolean): ParsedBlock | null {
  const line = lines[at] ?? "";
  if (line.trim() === "") return null;
  return (
    frontMatter(lines, at) ??
    fencedCode(lines, at) ??
    (isRst ? rstBlock(lines, at) : null) ??
    htmlComment(lines, at) ??
    underlinedHeading(lines, at, isRst) ??
    atxHeading(line, at) ??
    plainBlock(lines, at, isRst)
  );
}

/** "---", keys and "---" at the very beginning: they are for programs, and no heading underlined. */
function frontMatter(lines: readonly string[], at: number): ParsedBlock | null {
  if (at > 0 || lines[0]?.trimEnd() !== "---") return null;
  const close = lines.findIndex((line, position) => position > 0 && line.trimEnd() === "---");
  return close < 0 ? null : { kind: "other", text: "", note: "", endLine: close + 1 };
}

function fencedCode(lines: readonly string[], at: number): ParsedBlock | null {
  const open = lines[at]?.match(/^\s*(`{3,}|~{3,})\s*([\w+#.-]*)/);
  if (!open) return null;
  const fence = open[1] ?? "```";
  const close = lines.findIndex((line, position) => position > at && line.trim().startsWith(fence));
  const end = close < 0 ? lines.length : close;
  return {
    kind: "code",
    text: dedent(lines.slice(at + 1, end)),
    note: open[2] ?? "",
    endLine: Math.min(end + 1, lines.length),
  };
}

function rstBlock(lines: readonly string[], at: number): ParsedBlock | null {
  const directive = lines[at]?.match(/^\s*\.\.\s+([\w-]+)?(?:::\s*(\S*))?/);
  if (!directive) return null;
  const end = indentedEnd(lines, at + 1, /^\s/);
  const body = lines.slice(at + 1, end).filter((line) => !/^\s+:[\w-]+:/.test(line));
  const isCode = /^(?:code-block|code|sourcecode|parsed-literal)$/.test(directive[1] ?? "");
  return {
    kind: isCode ? "code" : "other",
    text: dedent(body),
    note: isCode ? (directive[2] ?? "") : "",
    endLine: end,
  };
}

function htmlComment(lines: readonly string[], at: number): ParsedBlock | null {
  if (!/^\s*<!--/.test(lines[at] ?? "")) return null;
  let end = at;
  while (end < lines.length && !lines[end]?.includes("-->")) end += 1;
  return { kind: "other", text: "", note: "", endLine: Math.min(end + 1, lines.length) };
}

function underlinedHeading(lines: readonly string[], at: number, isRst: boolean): ParsedBlock | null {
  const line = lines[at] ?? "";
  const under = lines[at + 1] ?? "";
  const marks = isRst ? /^([=\-~^"'#*+.`])\1{2,}\s*$/ : /^(=|-)\1{2,}\s*$/;
  if (isRst && marks.test(line) && (lines[at + 2] ?? "").trim() === line.trim()) {
    return { kind: "heading", text: under.trim(), note: "1", endLine: at + 3 };
  }
  if (!marks.test(under) || /^\s*[-*|>#]/.test(line) || line.startsWith("  ")) return null;
  return { kind: "heading", text: line.trim(), note: under.startsWith("=") ? "1" : "2", endLine: at + 2 };
}

function atxHeading(line: string, at: number): ParsedBlock | null {
  const found = line.match(/^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/);
  if (!found) return null;
  return { kind: "heading", text: found[2] ?? "", note: String(found[1]?.length ?? 1), endLine: at + 1 };
}

/** A line that opens or closes a piece of its own in HTML. */
const htmlEdge = /^\s*<\/?(?:p|h[1-6]|hr|div|center)\b/i;
const itemStart = /^\s*(?:[-*+•]|\d+[.)])\s+/;

function joined(lines: readonly string[]): string {
  return lines.map((one) => one.trim()).join(" ");
}

function plainBlock(lines: readonly string[], at: number, isRst: boolean): ParsedBlock {
  const line = lines[at] ?? "";
  if (/^(?: {4}|\t)/.test(line) && !itemStart.test(line)) {
    const end = indentedEnd(lines, at, /^(?: {4}|\t)/);
    // Inside of markup that is still open.
    if (/^\s*<\/?[a-z]/i.test(line) && (lines[at - 1] ?? "").trim() !== "")
      return { kind: "other", text: joined(lines.slice(at, end)), note: "", endLine: end };
    return { kind: "code", text: dedent(lines.slice(at, end)), note: "", endLine: end };
  }
  const isItem = itemStart.test(line);
  let end = at + 1;
  while (end < lines.length && continues(lines, end)) end += 1;
  const text = joined(lines.slice(at, end));
  if (
    /^\s*(?:\||>|<\/?(?:table|tr|td|img|picture|br|hr|video|h[2-6]|div|center)\b|<\/p>|[-*_]{3,}\s*$|\[[^\]]+\]:\s)/i.test(
      line,
    )
  ) {
    return { kind: "other", text, note: "", endLine: end };
  }
  if (isItem) return { kind: "item", text: text.replace(itemStart, ""), note: "", endLine: end };
  const literal = isRst && text.endsWith("::");
  return { kind: "paragraph", text: literal ? text.replace(/\s*::$/, ":") : text, note: "", endLine: end };
}

function continues(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.trim() === "" || itemStart.test(line) || htmlEdge.test(line)) return false;
  if (/<\/(?:p|h[1-6]|div|center)>\s*$/i.test(lines[at - 1] ?? "")) return false;
  return !/^\s*(?:#{1,6}\s|`{3,}|~{3,}|<!--|\.\. )/.test(line) && !/^(=|-)\1{2,}\s*$/.test(lines[at + 1] ?? "");
}

/** Index after the last line of an indented block; blank lines inside belong to it. */
function indentedEnd(lines: readonly string[], from: number, indented: RegExp): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (!indented.test(line)) break;
    end = at + 1;
  }
  return end;
}

function dedent(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== "");
  const depth = Math.min(...filled.map((line) => line.length - line.trimStart().length), 99);
  return lines
    .map((line) => line.slice(depth))
    .join("\n")
    .replace(/^\n+|\s+$/g, "");
}
