/** A word, a quoted name, a literal, or a single sign. */
export interface SqlToken {
  kind: "word" | "name" | "text" | "sign";
  /** Without its quotes. */
  text: string;
  /** Offset in the whole text. */
  at: number;
}

/** One statement may have so many; those that are longer are generated data. */
const maxTokens = 40_000;
/** Of one file. */
const maxStatements = 20_000;
const maxLiteralLength = 200_000;

/** What the first word of a statement must be for its tokens to be kept. */
const readStatements = /^(?:create|alter|drop|rename|exec|execute|do|if|begin|set)$/i;

/**
 * The statements of a text, each as tokens, without those that change no tables. Dialects are told apart by their signs
 * alone, so that a file of any of them can be read.
 */
export function* sqlStatements(text: string): Generator<SqlToken[]> {
  const scan = new SqlScan(text);
  for (let count = 0; count < maxStatements; count += 1) {
    const tokens = scan.statement();
    if (tokens === null) return;
    if (tokens.length > 0) yield tokens;
  }
}

class SqlScan {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Null at the end. Empty where there is nothing to be kept. */
  statement(): SqlToken[] | null {
    const tokens: SqlToken[] = [];
    let depth = 0;
    let isKept = true;
    for (;;) {
      const isFirstOfLine = this.skipBlanks();
      if (this.at >= this.text.length) return tokens.length > 0 ? tokens : null;
      const start = this.at;
      const token = this.next();
      if (token === null) continue;
      if (token.kind === "sign" && token.text === ";") return isKept ? tokens : [];
      if (isFirstOfLine && this.beginsAnother(token, tokens, depth)) {
        if (!/^go$/i.test(token.text)) this.at = start;
        return isKept ? tokens : [];
      }
      if (tokens.length === 0) isKept = token.kind === "word" && readStatements.test(token.text);
      if (/^copy$/i.test(token.text) && tokens.length === 0) this.skipCopiedRows();
      if (token.text === "(" && token.kind === "sign") depth += 1;
      if (token.text === ")" && token.kind === "sign") depth -= 1;
      if (tokens.length === 0 || (isKept && tokens.length < maxTokens)) tokens.push(token);
    }
  }

  /** Statements that nobody ended: `GO`, or the next one on a line of its own. */
  private beginsAnother({ kind, text }: SqlToken, tokens: readonly SqlToken[], depth: number): boolean {
    if (kind !== "word" || tokens.length === 0) return false;
    if (/^go$/i.test(text)) return /^[ \t]*(?:\r?\n|$)/.test(this.text.slice(this.at, this.at + 40));
    if (depth > 0) return false;
    const rest = this.text.slice(this.at, this.at + 60);
    if (/^alter$/i.test(text)) return /^\s+table\b/i.test(rest);
    if (/^drop$/i.test(text)) return /^\s+table\b/i.test(rest);
    return /^create$/i.test(text) && /^\s+(?:table|(?:unique\s+)?index|view|procedure|function|trigger)\b/i.test(rest);
  }

  /** Whether a new line began. */
  private skipBlanks(): boolean {
    const { text } = this;
    let isFirst = this.at === 0;
    for (;;) {
      const char = text.charCodeAt(this.at);
      if (char === 10) isFirst = true;
      if (char <= 32) this.at += 1;
      else if (text.startsWith("--", this.at) || (char === 35 && isFirst)) this.at = this.lineEnd();
      // Of Cassandra.
      else if (text.startsWith("//", this.at)) this.at = this.lineEnd();
      else if (text.startsWith("/*", this.at)) this.at = this.behind("*/", this.at + 2);
      // A command of psql, not of SQL.
      else if (char === 92 && isFirst) this.at = this.lineEnd();
      else return isFirst;
      if (this.at >= text.length) return isFirst;
    }
  }

  private lineEnd(): number {
    const end = this.text.indexOf("\n", this.at);
    return end < 0 ? this.text.length : end;
  }

  private behind(mark: string, from: number): number {
    const end = this.text.indexOf(mark, from);
    return end < 0 ? this.text.length : end + mark.length;
  }

  /** Rows that stand between `COPY … FROM stdin;` and `\.`. */
  private skipCopiedRows(): void {
    const end = this.text.indexOf(";", this.at);
    const head = this.text.slice(this.at, end < 0 ? this.at : Math.min(end, this.at + 4000));
    if (!/\bfrom\s+stdin\b/i.test(head)) return;
    this.at = this.behind("\n\\.", end);
  }

  private next(): SqlToken | null {
    const { text, at } = this;
    const char = text[at] ?? "";
    if (char === "'") return this.literal();
    if (char === '"' || char === "`") return this.quoted(char);
    if (char === "[") return this.bracketed();
    if (char === "$") {
      const tag = /^\$\w*\$/.exec(text.slice(at, at + 70))?.[0];
      if (tag !== undefined) {
        this.at = this.behind(tag, at + tag.length);
        return { kind: "text", text: text.slice(at + tag.length, Math.max(at, this.at - tag.length)), at };
      }
    }
    if (/[\p{L}\p{N}_@#$]/u.test(char)) {
      word.lastIndex = at;
      const found = word.exec(text)?.[0] ?? char;
      this.at = at + found.length;
      return { kind: "word", text: found, at };
    }
    this.at = at + 1;
    return { kind: "sign", text: char, at };
  }

  /** Quotes are doubled, or have a backslash in front. */
  private literal(): SqlToken {
    const { text, at } = this;
    let end = at + 1;
    const limit = Math.min(text.length, at + maxLiteralLength);
    while (end < limit) {
      const char = text[end];
      if (char === "\\" && text[end + 1] !== undefined && /['\\]/.test(text[end + 1] ?? "") && text[end + 2] !== ";")
        end += 2;
      else if (char === "'" && text[end + 1] === "'") end += 2;
      else if (char === "'") break;
      else end += 1;
    }
    this.at = end + 1;
    return { kind: "text", text: text.slice(at + 1, end), at };
  }

  private quoted(quote: string): SqlToken {
    const { text, at } = this;
    const end = text.indexOf(quote, at + 1);
    this.at = end < 0 ? text.length : end + 1;
    return { kind: "name", text: text.slice(at + 1, end < 0 ? text.length : end).slice(0, 300), at };
  }

  /** `[boats]` is a name, `integer[]` and `text[3]` are arrays. */
  private bracketed(): SqlToken {
    const found = /^\[([\p{L}_][^\]\n]{0,200})\]/u.exec(this.text.slice(this.at, this.at + 204));
    const { at } = this;
    this.at += found === null ? 1 : found[0].length;
    return found === null ? { kind: "sign", text: "[", at } : { kind: "name", text: found[1] ?? "", at };
  }
}

const word = /[\p{L}\p{N}_@#$]+/uy;
