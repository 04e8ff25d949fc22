import { LinePatternError } from "#server/code-index/ports/line-query.ts";

/** The flags in force at a position of the pattern. */
export interface Flags {
  ignoreCase: boolean;
  /** Blanks and comments in the pattern mean nothing. */
  isVerbose: boolean;
  /** Repeats are lazy unless `?` follows. */
  isSwapped: boolean;
  /** `(?-u)`: classes, cases and words are those of ASCII. */
  isAscii: boolean;
}

/** Reads a pattern by code points. */
export class PatternReader {
  readonly pattern: string;
  /** In UTF-16 units. */
  at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** "" at the end. */
  peek(): string {
    const codePoint = this.pattern.codePointAt(this.at);
    return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
  }

  next(): string {
    const character = this.peek();
    if (character === "") this.fail("The pattern ends too early.");
    this.at += character.length;
    return character;
  }

  /** Steps over `text` if it comes next. */
  take(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  rest(length: number): string {
    return this.pattern.slice(this.at, this.at + length);
  }

  /** The text before the next `end`, which is skipped too; null, without a change, when there is none. */
  takeUntil(end: string): string | null {
    const found = this.pattern.indexOf(end, this.at);
    if (found === -1) return null;
    const text = this.pattern.slice(this.at, found);
    this.at = found + end.length;
    return text;
  }

  /** Skips the white space and comments that `(?x)` allows in a pattern. */
  skipBlanks(): void {
    for (;;) {
      const character = this.peek();
      if (character === "#") {
        const end = this.pattern.indexOf("\n", this.at);
        this.at = end === -1 ? this.pattern.length : end + 1;
      } else if (character !== "" && /\p{White_Space}/u.test(character)) this.at += character.length;
      else return;
    }
  }

  /** For what would match the bytes of a letter beyond ASCII one by one: texts are read by characters. */
  failAtBytes(position: number): never {
    this.fail("Without Unicode this would match parts of letters, which is not supported.", position);
  }

  fail(message: string, position: number = this.at): never {
    throw new LinePatternError(message, position);
  }
}
