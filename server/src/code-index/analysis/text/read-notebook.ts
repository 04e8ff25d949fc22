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

/**
 * Reads the cells of a notebook line by line, as every program that writes notebooks lays them out: each line of a cell
 * is a JSON string on a line of its own. Null where no cell is laid out like that, as in a file of one line.
 */
export function readNotebook(source: SourceText): Notebook | null {
  const code: string[] = [];
  const prose: string[] = [];
  let cell: { indent: number; lines: string[] | null } | null = null;
  let isInside = false;
  for (let line = 1; line <= source.lines; line += 1) {
    const text = lineText(source, line);
    code.push("");
    prose.push("");
    if (isInside) {
      if (/^\s*\],?\s*$/.test(text)) isInside = false;
      else if (cell?.lines != null) cell.lines[line - 1] = textOf(text, cell.lines === code);
      continue;
    }
    const [, blanks = "", key, value = ""] = /^(\s*)"(cell_type|source)":\s?(\S.*)$/.exec(text) ?? [];
    if (key === "cell_type")
      cell = {
        indent: blanks.length,
        lines:
          value.startsWith('"code"') ? code
          : value.startsWith('"markdown"') ? prose
          : null, // prettier-ignore
      };
    // An output may have a key of the same name, deeper inside.
    else if (key === "source" && cell?.indent === blanks.length) isInside = value.trimEnd() === "[";
  }
  if (code.every((text) => text === "") && prose.every((text) => text === "")) return null;
  return {
    code: readSourceText(code.join("\n"), kernelLanguage(source)),
    prose: readSourceText(prose.join("\n"), "markdown"),
    all: readSourceText(code.map((text, at) => text || (prose[at] ?? "")).join("\n"), "jupyter"),
  };
}

/** The line that a JSON string holds; "" for what is none, and for commands to the notebook itself among code. */
function textOf(json: string, isCode: boolean): string {
  const [string = ""] = /"(?:[^"\\]|\\.)*"/.exec(json) ?? [];
  try {
    const [text = ""] = (JSON.parse(string) as string).split("\n");
    return isCode && /^\s*[%!?]/.test(text) ? "" : text;
  } catch {
    return "";
  }
}

/** As the metadata names it; Python where they do not. */
function kernelLanguage({ text }: SourceText): string {
  const metadata = text.slice(-longestMetadata);
  return (/"language":\s?"([\w+#]{1,20})"/.exec(metadata)?.[1] ?? "python").toLowerCase();
}

/** They stand at the end of the file, in characters. */
const longestMetadata = 4000;
