/**
 * The unified diff that a Markdown text holds, in fenced blocks or as it is; several one after the other. Null where
 * there is none.
 */
export function findPatch(markdown: string): string | null {
  const lines = markdown.split("\n");
  const fenced = readFences(lines).filter(holdsPatch);
  const found = fenced.length > 0 ? fenced.flat() : takePatches(lines);
  return found.length === 0 ? null : `${found.join("\n")}\n`;
}

interface Fence {
  indent: number;
  /** Of the opening fence; a closing one is of the same sign and at least as long. */
  marks: string;
}

/** What stands in each fenced block. One that is never closed ends with the text. */
function readFences(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let open: (Fence & { content: string[] }) | null = null;
  for (const line of lines) {
    const [, indent = "", marks = "", rest = ""] = /^(\s*)(`{3,}|~{3,})(.*?)\s*$/.exec(line) ?? [];
    if (open === null) {
      if (marks !== "") open = { indent: indent.length, marks, content: [] };
    } else if (marks.startsWith(open.marks) && rest === "") {
      blocks.push(open.content);
      open = null;
    } else open.content.push(unindent(line, open.indent));
  }
  return open === null ? blocks : [...blocks, open.content];
}

function unindent(line: string, indent: number): string {
  return line.slice(Math.min(indent, line.length - line.trimStart().length));
}

function holdsPatch(lines: readonly string[]): boolean {
  return lines.some((_line, at) => isFileStart(lines, at));
}

function isFileStart(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return line.startsWith("diff --git ") || (line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ "));
}

const header =
  /^(?:diff --git |index |--- |\+\+\+ |old mode |new mode |new file mode |deleted file mode |similarity index |dissimilarity index |rename (?:from|to) |copy (?:from|to) |Binary files |GIT binary patch|\\ )/;

/** Patches among other words: each from where a file starts to the end of its last hunk. */
function takePatches(lines: readonly string[]): string[] {
  const taken: string[] = [];
  let isInside = false;
  let [oldLeft, newLeft] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (oldLeft > 0 || newLeft > 0) {
      if (!line.startsWith("+") && !line.startsWith("\\")) oldLeft -= 1;
      if (!line.startsWith("-") && !line.startsWith("\\")) newLeft -= 1;
      taken.push(line);
      continue;
    }
    const [, oldLines, newLines] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
    if (isInside && line.startsWith("@@ ")) {
      [oldLeft, newLeft] = [Number(oldLines ?? 1), Number(newLines ?? 1)];
      taken.push(line);
      continue;
    }
    isInside = isFileStart(lines, at) || (isInside && header.test(line));
    if (isInside) taken.push(line);
  }
  return taken;
}
