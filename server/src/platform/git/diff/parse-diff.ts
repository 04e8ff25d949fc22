import { isUtf8 } from "node:buffer";

import { DiffListing } from "./diff-listing.ts";
import { unquotePath } from "./unquote-path.ts";

export interface DiffLine {
  type: "context" | "added" | "deleted";
  content: string;
  /** Counted from 1; null on the side that lacks the line. */
  oldLine: number | null;
  newLine: number | null;
  /** The file ends here without a line break. */
  isUnended?: boolean;
  /** Only until it is decoded: a character for each byte of a line that is no UTF-8. It goes when the line is cut. */
  raw?: string;
}

/** A line of a file that is not UTF-8. */
export interface ForeignLine {
  line: DiffLine;
  /** The blob that contains it. */
  oid: string;
}

export interface DiffHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** What git found the change in, such as a function's first line; may be empty. */
  heading: string;
  lines: DiffLine[];
}

export interface DiffedFile {
  path: string;
  /** Null unless the file was renamed or copied. */
  oldPath: string | null;
  status: "added" | "deleted" | "modified" | "renamed" | "copied" | "type-changed";
  /** Of all lines, sent or not; too low only where git was stopped before it came to them. */
  additions: number;
  deletions: number;
  /** Six digits as git writes them; null on the side that lacks the file. */
  oldMode: string | null;
  newMode: string | null;
  isBinary: boolean;
  /** There are more lines than are listed. */
  isTruncated: boolean;
  hunks: DiffHunk[];
}

export interface DiffLimits {
  maxFiles: number;
  maxLinesPerFile: number;
  maxLines: number;
  /** Of the text of all listed lines together. */
  maxBytes: number;
}

const statuses: Record<string, DiffedFile["status"]> = {
  A: "added",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type-changed",
};
const absent = "000000";

/**
 * Reads `git diff-tree --raw --patch`, line by line: first a line for each file, then the patches in the same order.
 * What a line of a file holds cannot be mistaken for git's own headers, because each hunk states its number of lines.
 */
export class DiffParser {
  readonly files: DiffedFile[] = [];
  /** By path: kinds and contents of both sides. The same version of a file is the same change. */
  readonly versions = new Map<string, string>();
  /** There are more files than `maxFiles`, or than git came to before it was stopped. */
  hasMoreFiles = false;
  readonly #limits: DiffLimits;
  readonly #listing: DiffListing;
  readonly #isLesser: (path: string) => boolean;
  /** The contents of each file before and after. */
  readonly #contents: { before: string; after: string }[] = [];
  /** Contents with lines that are no UTF-8. */
  readonly #foreign = new Set<string>();
  #place = -1;
  /** Git has named all files. */
  #isListed = false;
  /** A file that became a link has two patches: one takes the file away, one brings the link. */
  #isSecondPatch = false;
  #oldLeft = 0;
  #newLeft = 0;
  #hunk: DiffHunk | null = null;
  #lastLine: DiffLine | null = null;

  /** `isLesser`: by path, files that are cut before others where not all lines can be listed. */
  constructor(limits: DiffLimits, isLesser: (path: string) => boolean = () => false) {
    this.#limits = limits;
    this.#listing = new DiffListing(limits);
    this.#isLesser = isLesser;
  }

  /** False once nothing that can still come would be listed or counted. */
  get isDone(): boolean {
    return this.#place >= this.files.length;
  }

  /** One line of git's output without its line break. */
  read(line: Buffer): void {
    if (this.#oldLeft > 0 || this.#newLeft > 0) return this.#readContent(line);
    const sign = String.fromCharCode(line[0] ?? 0);
    if (sign === ":" && this.#place === -1) this.#readFile(line);
    else if (sign === "@") this.#openHunk(line.toString("utf8"));
    else if (sign === "\\") this.#markUnended();
    else this.#readHeader(line);
  }

  /** The listed lines of contents that are not UTF-8, to be read by another encoding. */
  listForeign(): ForeignLine[] {
    if (this.#foreign.size === 0) return [];
    return this.files.flatMap(({ hunks }, at) =>
      hunks.flatMap(({ lines }) =>
        lines.flatMap((line) => {
          const oid = this.#contentOf(at, line.type);
          return oid !== undefined && this.#foreign.has(oid) ? [{ line, oid }] : [];
        }),
      ),
    );
  }

  /** Marks what git was stopped before. */
  stopEarly(): void {
    if (!this.#isListed) this.hasMoreFiles = true;
    for (const file of this.files.slice(Math.max(this.#place, 0))) file.isTruncated = true;
  }

  /** ":100644 100755 <id> <id> R086\t<path>\t<path>" */
  #readFile(line: Buffer): void {
    if (this.files.length === this.#limits.maxFiles) {
      this.hasMoreFiles = true;
      return;
    }
    const tab = line.indexOf(9);
    const [oldMode = "", newMode = "", before = "", after = "", status = ""] = line
      .toString("latin1", 1, tab)
      .split(" ");
    this.#contents.push({ before, after });
    const second = line.indexOf(9, tab + 1);
    const first = unquotePath(line.subarray(tab + 1, second === -1 ? line.length : second));
    const path = second === -1 ? first : unquotePath(line.subarray(second + 1));
    this.versions.set(path, `${oldMode}:${before} ${newMode}:${after}`);
    this.files.push({
      path,
      oldPath: second === -1 ? null : first,
      status: statuses[status.charAt(0)] ?? "modified",
      additions: 0,
      deletions: 0,
      oldMode: oldMode === absent ? null : oldMode,
      newMode: newMode === absent ? null : newMode,
      isBinary: false,
      isTruncated: false,
      hunks: [],
    });
  }

  #readHeader(line: Buffer): void {
    this.#isListed = true;
    const text = line.toString("latin1", 0, 16);
    if (text.startsWith("diff --git ")) this.#openFile();
    else if (text.startsWith("Binary files ")) {
      const file = this.files[this.#place];
      if (file !== undefined) file.isBinary = true;
    }
  }

  #openFile(): void {
    this.#isSecondPatch = this.files[this.#place]?.status === "type-changed" && !this.#isSecondPatch;
    this.#hunk = null;
    this.#lastLine = null;
    if (this.#isSecondPatch) return;
    this.#place += 1;
    const file = this.files[this.#place];
    if (file !== undefined) this.#listing.open(file, this.#isLesser(file.path));
  }

  #openHunk(text: string): void {
    const [, oldStart = "", oldLines = "1", newStart = "", newLines = "1", heading = ""] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/s.exec(text) ?? [];
    this.#oldLeft = Number(oldLines);
    this.#newLeft = Number(newLines);
    this.#lastLine = null;
    this.#hunk = {
      oldStart: Number(oldStart),
      oldLines: this.#oldLeft,
      newStart: Number(newStart),
      newLines: this.#newLeft,
      heading,
      lines: [],
    };
  }

  #readContent(line: Buffer): void {
    const file = this.files[this.#place];
    const hunk = this.#hunk;
    const sign = String.fromCharCode(line[0] ?? 0);
    if (sign === "\\") return this.#markUnended();
    const type = sign === "+" ? "added" : sign === "-" ? "deleted" : "context";
    const oldLine = type === "added" || hunk === null ? null : hunk.oldStart + hunk.oldLines - this.#oldLeft;
    const newLine = type === "deleted" || hunk === null ? null : hunk.newStart + hunk.newLines - this.#newLeft;
    if (type !== "added") this.#oldLeft -= 1;
    if (type !== "deleted") this.#newLeft -= 1;
    this.#lastLine = null;
    if (file === undefined || hunk === null) return;
    if (type === "added") file.additions += 1;
    if (type === "deleted") file.deletions += 1;
    if (file.isTruncated || !this.#listing.take(line.length)) {
      file.isTruncated = true;
      return;
    }
    if (hunk.lines.length === 0) file.hunks.push(hunk);
    const listed: DiffLine = { type, content: line.toString("utf8", 1), oldLine, newLine };
    this.#lastLine = listed;
    hunk.lines.push(listed);
    if (!isUtf8(line)) this.#noteForeign(listed, line);
  }

  #noteForeign(listed: DiffLine, line: Buffer): void {
    const oid = this.#contentOf(this.#place, listed.type);
    if (oid === undefined) return;
    this.#foreign.add(oid);
    listed.raw = line.toString("latin1", 1);
  }

  /** The blob that holds a line of a file. */
  #contentOf(place: number, type: DiffLine["type"]): string | undefined {
    const contents = this.#contents[place];
    return type === "deleted" ? contents?.before : contents?.after;
  }

  /** Git said "\ No newline at end of file" of the line before. */
  #markUnended(): void {
    if (this.#lastLine !== null) this.#lastLine.isUnended = true;
  }
}
