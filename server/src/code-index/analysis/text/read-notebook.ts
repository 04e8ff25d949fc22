import { lineText, readSourceText } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";

/** What a Jupyter notebook says, each text on the lines of the file that hold it and blank everywhere else. */
export interface Notebook {
  /** The code cells, in the language of the kernel. */
  code: SourceText;
  /** The Markdown cells. */
  prose: SourceText;
  /** Both, without outputs, whose pictures and numbers are nobody's words. */
  all: SourceText;
}

interface Cell {
  /** Columns before its keys, null until the first: an output may have keys of the same names, deeper inside. */
  indent: number | null;
  type: string;
  /** What each line of the file holds, by its number. */
  lines: [line: number, text: string][];
}

/**
 * Reads the cells of a notebook line by line, as every program that writes notebooks lays them out: each line of a cell
 * is a JSON string on a line of its own. Null where no cell is laid out like that, as in a file of one line.
 */
export function readNotebook(source: SourceText): Notebook | null {
  const cells = readCells(source);
  const linesOf = (type: string): string[] => {
    const lines = Array.from({ length: source.lines }, () => "");
    for (const cell of cells) if (cell.type === type) for (const [line, text] of linesIn(cell)) lines[line - 1] = text;
    return lines;
  };
  const [code, prose] = [linesOf("code"), linesOf("markdown")];
  if (code.every((text) => text === "") && prose.every((text) => text === "")) return null;
  return {
    code: readSourceText(code.join("\n"), kernelLanguage(source)),
    prose: readSourceText(prose.join("\n"), "markdown"),
    all: readSourceText(code.map((text, at) => text || (prose[at] ?? "")).join("\n"), "jupyter"),
  };
}

function readCells(source: SourceText): Cell[] {
  const cells: Cell[] = [];
  /** Columns before the bracket that opens each cell; below 0 until the first. */
  let depth = -1;
  let isInside = false;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    const cell = cells.at(-1);
    if (isInside) {
      if (/^\s*\],?\s*$/.test(text)) isInside = false;
      else cell?.lines.push([line, stringIn(text)]);
      continue;
    }
    const indent = text.length - text.trimStart().length;
    if (depth < 0 && /^\s*"cells":\s?\[\s*$/.test(text)) depth = 0;
    else if (depth === 0 && text.trim() === "{") depth = indent;
    if (depth > 0 && indent === depth && text.trim() === "{") {
      cells.push({ indent: null, type: "", lines: [] });
      continue;
    }
    if (cell !== undefined) cell.indent ??= indent;
    const [, key, value = ""] = /^\s*"(cell_type|source)":\s?(\S.*)$/.exec(text) ?? [];
    if (cell === undefined || key === undefined || cell.indent !== indent) continue;
    if (key === "cell_type") cell.type = stringIn(value);
    else if (value.trimEnd() === "[") isInside = true;
    else cell.lines.push([line, stringIn(value)]);
  }
  return cells;
}

/** Commands of which the rest of the cell is still code of the kernel. */
const aroundCode = /^\s*%%(?:time|timeit|capture|prun|memit)\b/;

/** The lines of a cell; of code none that are commands to the notebook, nor any of a cell that is for another program. */
function linesIn({ type, lines }: Cell): Cell["lines"] {
  if (type !== "code") return lines;
  const first = lines.find(([, text]) => text.trim() !== "")?.[1] ?? "";
  return /^\s*%%/.test(first) && !aroundCode.test(first) ? [] : lines.filter(([, text]) => !/^\s*[%!?]/.test(text));
}

/** What a JSON string holds, up to its first line end: a cell in one string has no lines of the file for the others. */
function stringIn(json: string): string {
  // Anchored: from each of many quotes that nothing closes it would be read to its end again.
  const [string = ""] = /^"(?:[^"\\]|\\.)*"/.exec(json.trimStart()) ?? [];
  try {
    return (JSON.parse(string) as string).split("\n")[0] ?? "";
  } catch {
    return "";
  }
}

/** As the metadata of the notebook names it; Python where they do not. */
function kernelLanguage({ text }: SourceText): string {
  const at = text.lastIndexOf('"kernelspec"');
  const metadata = at < 0 ? "" : text.slice(at, at + longestKernel);
  return (/"language":\s?"([\w+#]{1,20})"/.exec(metadata)?.[1] ?? "python").toLowerCase();
}

/** Of what says which program runs the cells, in characters. */
const longestKernel = 1000;
