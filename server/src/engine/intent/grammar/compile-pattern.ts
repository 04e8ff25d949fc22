import { parsePattern, type PatternElement, type PatternNode } from "./parse-pattern.ts";

/**
 * What patterns may name: phrases in their own notation, or a regular expression for what is no phrase, as a version.
 */
export interface Vocabulary {
  wordClasses?: Readonly<Record<string, readonly string[] | RegExp>>;
  /** What a slot of that type holds; a slot of no type here holds any text. */
  slotTypes?: Readonly<Record<string, readonly string[] | RegExp>>;
}

/** The pieces between slots of any text. A pattern without such slots is one piece. */
export interface CompiledPattern {
  pieces: readonly RegExp[];
  /** Names of the slots of any text, each between two pieces. */
  slots: readonly string[];
}

export type PatternScope =
  /** It says the utterance from its first to its last word. */
  | "whole"
  /** It may occur anywhere in the utterance. */
  | "within";

const word = String.raw`[\w-]+`;
const edge = String.raw`\b`;
const spaces = String.raw`\s+`;
const anySpace = String.raw`\s*`;

/** Sources of word classes and slot types, compiled once each. */
export class PatternCompiler {
  private readonly known = new Map<string, string>();
  private readonly vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  compile(pattern: string, scope: PatternScope): CompiledPattern {
    const elements = parsePattern(pattern);
    const isLoose = (element: PatternElement | undefined) => scope === "within" || element?.[0]?.type === "gap";
    const runs: PatternElement[][] = [[]];
    const slots: string[] = [];
    for (const element of elements) {
      const [node] = element;
      if (element.length === 1 && node?.type === "slot" && !this.hasType(node.slotType)) {
        slots.push(node.name);
        runs.push([]);
      } else runs.at(-1)?.push(element);
    }
    const pieces = runs.map((run, at) => {
      const isFirst = at === 0;
      const isLast = at === runs.length - 1;
      const opening = isFirst ? (isLoose(elements[0]) ? "" : String.raw`^\s*`) : "";
      const ending = isLast ? (isLoose(elements.at(-1)) ? "" : String.raw`\s*$`) : "";
      const source = this.run(run, { isBehindSlot: !isFirst, isBeforeSlot: !isLast });
      return new RegExp(opening + source + ending, "gis");
    });
    return { pieces, slots };
  }

  /** Matches the first occurrence of any of the patterns. */
  compileAny(patterns: readonly string[]): RegExp {
    if (patterns.length === 0) return /(?!)/g;
    return new RegExp(this.options(patterns.map((pattern) => parsePattern(pattern))), "gis");
  }

  private hasType(slotType: string): boolean {
    return this.vocabulary.slotTypes?.[slotType] !== undefined;
  }

  /** Elements between two slots of any text, with the space that parts them from these. */
  private run(elements: readonly PatternElement[], at: { isBehindSlot: boolean; isBeforeSlot: boolean }): string {
    const body = withoutOuterGaps(elements);
    if (body.length === 0) return "";
    const { source, space } = this.sequence(body, at.isBehindSlot && !isGap(elements[0]) ? spaces : "");
    return at.isBeforeSlot ? source + space : source;
  }

  /** `space` separates it from what comes before; the returned `space` separates it from what follows. */
  private sequence(elements: readonly PatternElement[], space = ""): { source: string; space: string } {
    let source = "";
    let before = space;
    for (const element of elements) {
      const [node] = element;
      const single = element.length === 1 ? node : undefined;
      const isLast = element === elements.at(-1);
      const needed = before !== "" && startsWithPunctuation(element) ? anySpace : before;
      if (single?.type === "gap") source += ".*?";
      else if (single && isLoose(single)) source += this.loose(single, needed, isLast);
      else source += needed + this.element(element);
      if (single?.type === "gap" || single?.type === "not-behind") before = "";
      else if (!single || !isLoose(single)) before = endsWithPunctuation(element) ? anySpace : spaces;
    }
    return { source, space: before };
  }

  /** What may be absent takes its space with it. */
  private loose(node: PatternNode, before: string, isLast: boolean): string {
    const around = (inner: string, behind: string) => before + inner + (before === "" && !isLast ? behind : "");
    if (node.type === "words") return `(?:${around(word, spaces)}){0,${node.most}}?`;
    if (!("options" in node)) throw new Error(`A ${node.type} cannot be absent`);
    const options = this.options(node.options);
    if (node.type === "before") return `(?=${before}${options})`;
    if (node.type === "not-before") return `(?!${before}${options})`;
    if (node.type === "not-behind") return String.raw`${before}(?<!\b${options}\s+)`;
    const behind = node.options.flat().every(endsWithPunctuation) ? anySpace : spaces;
    return `(?:${around(options, behind)})?`;
  }

  private element(element: PatternElement): string {
    if (element.length === 1 && element[0]?.type !== "text")
      return element.map((node) => this.node(node, false)).join("");
    const source = element.map((node) => this.node(node, true)).join("");
    return (
      (isWordStart(element[0]) ? edge : "") +
      source +
      (isWordEnd(element.findLast(({ type }) => type !== "not-before")) ? edge : "")
    );
  }

  /** `isAttached`: it is inside a word, so it needs no word boundaries. */
  private node(node: PatternNode, isAttached: boolean): string {
    switch (node.type) {
      case "text":
        return sourceOf(node.text);
      case "any-letters":
        return String.raw`[\w-]*`;
      case "choice":
        return this.options(node.options, isAttached);
      case "optional":
        return `${this.options(node.options, isAttached)}?`;
      case "class":
        return this.named(`@${node.name}`, this.vocabulary.wordClasses?.[node.name]);
      case "slot":
        return `(?<${node.name}>${this.named(node.slotType, this.vocabulary.slotTypes?.[node.slotType] ?? /.+?/)})`;
      case "words":
        return word;
      case "not-before":
        return `(?!${this.options(node.options, true)})`;
      case "gap":
      case "before":
      case "not-behind":
        throw new Error(`A ${node.type} stands alone between spaces`);
    }
  }

  private options(options: readonly PatternElement[][], isAttached = false): string {
    const sources = options.map((elements) =>
      isAttached
        ? elements.map((element) => element.map((node) => this.node(node, true)).join("")).join(spaces)
        : this.sequence(elements).source,
    );
    return `(?:${sources.join("|")})`;
  }

  private named(name: string, phrases: readonly string[] | RegExp | undefined): string {
    if (phrases === undefined) throw new Error(`Nothing is called ${name}`);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // Its case is ignored like all else: a group with a regard of its own (`(?-i:…)`) matches nothing in V8 once a
    // process has compiled so many expressions that it no longer optimizes them.
    const source =
      phrases instanceof RegExp ? `(?:${phrases.source})` : this.options(phrases.map((one) => parsePattern(one)));
    this.known.set(name, source);
    return source;
  }
}

function withoutOuterGaps(elements: readonly PatternElement[]): readonly PatternElement[] {
  const from = isGap(elements[0]) ? 1 : 0;
  return elements.slice(from, elements.length > from && isGap(elements.at(-1)) ? -1 : undefined);
}

function isGap(element: PatternElement | undefined): boolean {
  return element?.[0]?.type === "gap";
}

function isLoose(node: PatternNode): boolean {
  if (node.type === "words") return !node.isExact;
  return ["optional", "before", "not-before", "not-behind"].includes(node.type);
}

function startsWithPunctuation([node]: PatternElement): boolean {
  if (node?.type === "optional" || node?.type === "choice")
    return node.options.some(([first]) => first !== undefined && startsWithPunctuation(first));
  return isPunctuation(node);
}

function endsWithPunctuation(element: PatternElement): boolean {
  const last = element.at(-1);
  if (last?.type === "optional" || last?.type === "choice")
    return last.options.some((elements) => endsWithPunctuation(elements.at(-1) ?? []));
  return isPunctuation(last);
}

function isPunctuation(node: PatternNode | undefined): boolean {
  return node?.type === "text" && /[^\p{L}\p{N}]/u.test(node.text);
}

function isWordStart(node: PatternNode | undefined): boolean {
  if (node?.type === "optional" || node?.type === "choice")
    return node.options.every(([first]) => isWordStart(first?.[0]));
  return node?.type === "text" && /\w/.test(node.text);
}

function isWordEnd(node: PatternNode | undefined): boolean {
  if (node?.type === "optional" || node?.type === "choice")
    return node.options.every((elements) => isWordEnd(elements.at(-1)?.at(-1)));
  return node?.type === "any-letters" || isWordStart(node);
}

/** People type straight and curly apostrophes alike. */
function sourceOf(text: string): string {
  if (text === "'") return "['’]?";
  return /[\^$.*+?()[\]{}|\\/]/.test(text) ? `\\${text}` : text;
}
