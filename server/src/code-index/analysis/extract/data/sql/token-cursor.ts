import type { SqlToken } from "./sql-tokens.ts";

/** Types that are written with others in angle brackets. */
const innerTypes = /^(?:map|list|set|tuple|frozen|vector|array|struct)$/i;

/** A place among the tokens of a statement. */
export class TokenCursor {
  readonly tokens: readonly SqlToken[];
  private readonly end: number;
  at: number;

  constructor(tokens: readonly SqlToken[], at = 0, end = tokens.length) {
    this.tokens = tokens;
    this.at = at;
    this.end = end;
  }

  get isDone(): boolean {
    return this.at >= this.end;
  }

  peek(ahead = 0): SqlToken | null {
    return this.at + ahead < this.end ? (this.tokens[this.at + ahead] ?? null) : null;
  }

  /** Whether these words come next, however they are written. */
  sees(...words: readonly string[]): boolean {
    return words.every((word, ahead) => {
      const token = this.peek(ahead);
      return token?.kind === "word" && token.text.toLowerCase() === word;
    });
  }

  seesSign(sign: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === "sign" && token.text === sign;
  }

  /** Goes behind the words where they come next. */
  take(...words: readonly string[]): boolean {
    const isNext = this.sees(...words);
    if (isNext) this.at += words.length;
    return isNext;
  }

  takeOneOf(...words: readonly string[]): boolean {
    return words.some((word) => this.take(word));
  }

  takeSign(sign: string): boolean {
    const isNext = this.seesSign(sign);
    if (isNext) this.at += 1;
    return isNext;
  }

  /** A name with its schema: `app.boats`, `"app"."boats"`; null where none comes next. */
  name(): { schema: string | null; name: string; at: number } | null {
    const parts: string[] = [];
    const { at = 0 } = this.peek() ?? {};
    for (;;) {
      const token = this.peek();
      if (token === null || !/^(?:word|name)$/.test(token.kind)) break;
      parts.push(token.text);
      this.at += 1;
      if (!this.seesSign(".")) break;
      this.at += 1;
    }
    const name = parts.at(-1);
    return name === undefined || name === "" ? null : { schema: parts.at(-2) ?? null, name, at };
  }

  /** The name at its end; null where something else stands there. */
  last(): string | null {
    const token = this.tokens[this.end - 1];
    return token !== undefined && /^(?:word|name)$/.test(token.kind) && /^[\p{L}_]/u.test(token.text)
      ? token.text
      : null;
  }

  /** What is between the brackets that come next, which it goes behind; null where none do. */
  brackets(): TokenCursor | null {
    if (!this.takeSign("(")) return null;
    const start = this.at;
    this.toClosing();
    return new TokenCursor(this.tokens, start, this.at - (this.tokens[this.at - 1]?.text === ")" ? 1 : 0));
  }

  /** Goes behind the bracket that closes one which is open. */
  private toClosing(): void {
    for (let depth = 1; depth > 0 && !this.isDone; this.at += 1) {
      if (this.seesSign("(")) depth += 1;
      else if (this.seesSign(")")) depth -= 1;
    }
  }

  /** Goes behind the types that one is made of: `map<text, frozen<tide>>`. */
  private toTypeEnd(): void {
    this.at += 2;
    for (let depth = 1; depth > 0 && !this.isDone; this.at += 1) {
      if (this.seesSign("<")) depth += 1;
      else if (this.seesSign(">")) depth -= 1;
    }
  }

  /** Cut at the commas that are in no brackets. */
  *parts(): Generator<TokenCursor> {
    let start = this.at;
    while (!this.isDone) {
      if (this.takeSign("(")) this.toClosing();
      else if (this.seesSign("<", 1) && innerTypes.test(this.peek()?.text ?? "")) this.toTypeEnd();
      else if (this.seesSign(",")) {
        yield new TokenCursor(this.tokens, start, this.at);
        this.at += 1;
        start = this.at;
      } else this.at += 1;
    }
    if (this.at > start) yield new TokenCursor(this.tokens, start, this.at);
  }

  /** The first name of each part: the columns of a key. */
  names(): string[] {
    return [...this.parts()].flatMap((part) => part.name()?.name ?? []);
  }
}
