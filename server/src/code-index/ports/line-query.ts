/** What to look for in lines; the syntax and the lines found are those of ripgrep. */
export interface LineQuery {
  /** Plain text, or an expression in ripgrep's (Rust's) syntax. */
  pattern: string;
  isRegex: boolean;
  ignoreCase: boolean;
  /** Whole words only: no letter, digit or underscore directly before or after. */
  isWord: boolean;
}

export interface LineSearchOptions {
  /** Only files in this folder (or this one file). */
  under?: string;
  /** Globs as `rg -g` takes them; a leading `!` leaves out. The last one that fits a path decides. */
  paths?: readonly string[];
  /** As `IndexedFile.language` names them. */
  languages?: readonly string[];
  /** Looking ends at the first of these bounds that is reached. */
  maxFiles?: number;
  maxLines?: number;
  /** Most lines given of one file; the others are counted. */
  maxLinesPerFile?: number;
  signal?: AbortSignal;
  /** Default 5,000. */
  deadlineMs?: number;
}

export interface LineMatch {
  /** From 1. */
  line: number;
  /** Without its end; the part around the first match where the line is very long. */
  text: string;
  /** UTF-16 units of the line before `text`; 0 except for very long lines. */
  textStart: number;
  /** `[start, end)` in UTF-16 units of `text`, at most 100. Empty where the match itself is empty. */
  ranges: [number, number][];
}

export interface FileLines {
  path: string;
  lines: LineMatch[];
  /** Also those beyond `maxLinesPerFile`. */
  matchedLines: number;
}

export interface LineAnswer {
  /** By path. */
  files: FileLines[];
  matchedFiles: number;
  matchedLines: number;
  /** True when a bound or the deadline ended the search before every file was looked at. */
  isCutOff: boolean;
  /** True when it was the deadline: files behind it were not looked at, though no bound was reached. */
  isOutOfTime: boolean;
  /** Files that fit the options and were not searched, being too large or missing in the copy; at most 100. */
  unsearchedFiles: string[];
}

/** The pattern is wrong, too large, or needs what no linear-time search can do. */
export class LinePatternError extends Error {
  /** In UTF-16 units of the pattern; null when the error has no single position. */
  readonly position: number | null;

  constructor(message: string, position: number | null = null) {
    super(message);
    this.name = "LinePatternError";
    this.position = position;
  }
}
