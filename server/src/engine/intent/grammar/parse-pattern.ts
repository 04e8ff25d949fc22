/**
 * The notation of patterns. Elements are separated by spaces:
 *
 *     word          that word, in any case; `chang*` any word that begins so, `endpoint[s]` with or without its ending
 *     (a|b c)       one of these
 *     [a b]         these or nothing
 *     @name         one of the phrases of a word class
 *     {topic}       a slot: its text is captured under that name; `{from:moment}` names the slot type
 *     _             any word; `~3` up to three words
 *     ...           anything or nothing
 *     &(a|b)        only before one of these, which are not taken; !(a|b) not before one of these
 *     -(a|b)        not after one of these
 *     , : ( )       punctuation; `\` before a character takes it as it is
 */
export type PatternNode =
  | { type: "text"; text: string }
  | { type: "any-letters" }
  | { type: "choice"; options: readonly PatternElement[][] }
  | { type: "optional"; options: readonly PatternElement[][] }
  | { type: "class"; name: string }
  | { type: "slot"; name: string; slotType: string }
  | { type: "words"; most: number; isExact: boolean }
  | { type: "gap" }
  | { type: "before"; options: readonly PatternElement[][] }
  | { type: "not-before"; options: readonly PatternElement[][] }
  | { type: "not-behind"; options: readonly PatternElement[][] };

/** Nodes without a space between them. */
export type PatternElement = readonly PatternNode[];

class PatternParser {
  private at = 0;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  parse(): PatternElement[] {
    const elements = this.sequence();
    if (this.at < this.pattern.length) this.fail("an end without a beginning");
    return elements;
  }

  private sequence(): PatternElement[] {
    const elements: PatternElement[] = [];
    while (this.at < this.pattern.length && !"|)]".includes(this.peek())) {
      if (this.peek() === " ") this.at += 1;
      else elements.push(this.element());
    }
    return elements;
  }

  private element(): PatternElement {
    const nodes: PatternNode[] = [];
    while (this.at < this.pattern.length && !" |)]".includes(this.peek())) nodes.push(this.node());
    return nodes;
  }

  private node(): PatternNode {
    const rest = this.pattern.slice(this.at);
    if (rest.startsWith("...")) return this.take(3, { type: "gap" });
    if (rest.startsWith("&(")) return { type: "before", options: this.options(2, ")") };
    if (rest.startsWith("!(")) return { type: "not-before", options: this.options(2, ")") };
    if (rest.startsWith("-(")) return { type: "not-behind", options: this.options(2, ")") };
    if (rest.startsWith("(")) return { type: "choice", options: this.options(1, ")") };
    if (rest.startsWith("[")) return { type: "optional", options: this.options(1, "]") };
    if (rest.startsWith("*")) return this.take(1, { type: "any-letters" });
    if (rest.startsWith("_")) return this.take(1, { type: "words", most: 1, isExact: true });
    return this.namedNode(rest) ?? this.text();
  }

  private namedNode(rest: string): PatternNode | null {
    const [words, most] = /^~(\d)/.exec(rest) ?? [];
    if (words !== undefined) return this.take(words.length, { type: "words", most: Number(most), isExact: false });
    const [named, className = ""] = /^@([a-z][a-z-]*[a-z])/.exec(rest) ?? [];
    if (named !== undefined) return this.take(named.length, { type: "class", name: className });
    const [slot, name = "", slotType = name] = /^\{([a-z]\w*)(?::([a-z][a-z-]*))?\}/i.exec(rest) ?? [];
    return slot === undefined ? null : this.take(slot.length, { type: "slot", name, slotType });
  }

  private text(): PatternNode {
    if (this.peek() === "\\") this.at += 1;
    return this.take(1, { type: "text", text: this.peek() });
  }

  private options(opening: number, end: string): PatternElement[][] {
    this.at += opening;
    const options = [this.sequence()];
    while (this.peek() === "|") {
      this.at += 1;
      options.push(this.sequence());
    }
    if (this.peek() !== end) this.fail(`“${end}” is missing`);
    this.at += 1;
    return options;
  }

  private peek(): string {
    return this.pattern[this.at] ?? "";
  }

  private take(length: number, node: PatternNode): PatternNode {
    this.at += length;
    return node;
  }

  private fail(why: string): never {
    throw new Error(`Pattern “${this.pattern}”: ${why} at ${this.at}`);
  }
}

/** Throws for a pattern that is not well formed. */
export function parsePattern(pattern: string): PatternElement[] {
  return new PatternParser(pattern).parse();
}
