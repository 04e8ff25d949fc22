import { LineCounter, isAlias, isMap, isScalar, isSeq, parseAllDocuments, visit } from "yaml";
import type { Alias, Document, Node, Pair } from "yaml";

/** A value of a YAML document with its lines. Aliases are followed and merge keys are put in. */
export interface YamlValue {
  line: number;
  endLine: number;
  /** Null for lists and maps, and for an empty value. */
  text: string | null;
  items: readonly YamlValue[];
  entries: ReadonlyMap<string, YamlValue>;
  /** Values in it and itself; what an alias stands for counts each time, so that walking all takes no more than this. */
  size: number;
}

/** Longer documents are data or hostile. */
const maxLength = 120_000;
const maxDocuments = 200;
/** Entries and items of a file together, as they are written. */
const maxValues = 60_000;
/** Those that merge keys copy and aliases repeat: what is written stays when they are spent. */
const maxRepeated = 60_000;
const maxDepth = 24;

/** The documents of a YAML text; none where it is no YAML that can be read with little work. */
export function parseYamlValues(text: string): YamlValue[] {
  if (text.length > maxLength || isTooDeep(text)) return [];
  const lines = new LineCounter();
  try {
    // Of keys that repeat the last counts. To complain of them, the parser would compare each with all others.
    const options = { lineCounter: lines, merge: false, uniqueKeys: false, logLevel: "silent" } as const;
    const documents = parseAllDocuments(text, options);
    if (!Array.isArray(documents)) return [];
    const reader = new YamlReader(lines);
    return documents.slice(0, maxDocuments).flatMap((document) => reader.read(document as Document));
  } catch {
    return [];
  }
}

const maxMistakes = 5;

/** What keeps a text from being YAML, with its lines, as the parser says it; none of one that is too long to be read. */
export function findYamlMistakes(text: string): { line: number; reason: string }[] {
  if (text.length > maxLength || isTooDeep(text)) return [];
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    merge: false,
    uniqueKeys: false,
    logLevel: "silent",
    prettyErrors: false,
  });
  if (!Array.isArray(documents)) return [];
  return documents
    .flatMap(({ errors }: Pick<Document, "errors">) => errors)
    .slice(0, maxMistakes)
    .map(({ pos, message }) => ({ line: lines.linePos(pos[0]).line, reason: `This is no YAML: ${message}` }));
}

function isTooDeep(text: string): boolean {
  return /[[{](?:\s{0,9}[[{]){40}/.test(text);
}

/** Keeps what an anchor stands for: an alias costs no work but counts as much as that. */
class YamlReader {
  private left = maxValues;
  private repeatsLeft = maxRepeated;
  private readonly known = new Map<Node, YamlValue | null>();
  private targets: ReadonlyMap<Alias, Node> = new Map();
  private readonly lines: LineCounter;

  constructor(lines: LineCounter) {
    this.lines = lines;
  }

  read(document: Document): YamlValue[] {
    this.targets = findTargets(document);
    const value = document.contents === null ? null : this.valueOf(document.contents, 0);
    return value === null ? [] : [value];
  }

  private valueOf(node: unknown, depth: number): YamlValue | null {
    if (depth > maxDepth || this.left <= 0) return null;
    if (isAlias(node)) {
      const target = this.targets.get(node);
      return target === undefined ? null : this.repeated(this.valueOf(target, depth));
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const known = this.known.get(node);
    if (known !== undefined) return known;
    // What refers to itself is nothing.
    this.known.set(node, null);
    const made = this.make(node, depth);
    this.known.set(node, made);
    return made;
  }

  /** Null where it is more than is left: whoever walks the values would walk it as often as it stands there. */
  private repeated(value: YamlValue | null): YamlValue | null {
    if (value === null || value.size > this.repeatsLeft) return null;
    this.repeatsLeft -= value.size;
    return value;
  }

  private make(node: Node, depth: number): YamlValue {
    this.left -= 1;
    const line = this.lines.linePos(node.range?.[0] ?? 0).line;
    const endLine = Math.max(line, this.lines.linePos(Math.max(0, (node.range?.[1] ?? 1) - 1)).line);
    const empty = { line, endLine, text: null, items: [], entries: new Map<string, YamlValue>(), size: 1 };
    if (isSeq(node)) {
      const items = node.items.flatMap((item) => this.valueOf(item, depth + 1) ?? []);
      return { ...empty, items, size: sizeOf(items) };
    }
    if (!isMap(node)) return { ...empty, text: isScalar(node) ? plainText(node.value) : null };
    const entries = this.entriesOf(node.items, depth + 1);
    return { ...empty, entries, size: sizeOf(entries.values()) };
  }

  private entriesOf(pairs: readonly Pair[], depth: number): Map<string, YamlValue> {
    const entries = new Map<string, YamlValue>();
    const merged: YamlValue[] = [];
    for (const { key, value } of pairs) {
      const name = isScalar(key) ? String(key.value) : null;
      if (name === null || this.left <= 0) continue;
      const made = this.valueOf(value, depth);
      if (name === "<<") merged.push(...(made === null ? [] : made.items.length > 0 ? made.items : [made]));
      else {
        const keyLine = isScalar(key) ? this.lines.linePos(key.range?.[0] ?? 0).line : 1;
        const empty = { line: keyLine, endLine: keyLine, text: null, items: [], entries: new Map(), size: 1 };
        // A map counts from its key; what an alias stands for keeps the lines it is written on.
        entries.set(name, made === null ? empty : isAlias(value) ? made : { ...made, line: keyLine });
      }
    }
    for (const { entries: others } of merged)
      for (const [name, value] of others) {
        this.repeatsLeft -= value.size;
        if (this.repeatsLeft < 0) return entries;
        if (!entries.has(name)) entries.set(name, value);
      }
    return entries;
  }
}

/** The last node before each alias that has its name, found in one pass: asked by itself, each alias looks at all. */
function findTargets(document: Document): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = named.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if ("anchor" in node && node.anchor !== undefined) named.set(node.anchor, node);
    },
  });
  return targets;
}

function sizeOf(parts: Iterable<YamlValue>): number {
  let size = 1;
  for (const part of parts) size += part.size;
  return size;
}

function plainText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : null;
}

export function textAt(value: YamlValue | undefined, ...path: readonly string[]): string | null {
  return valueAt(value, ...path)?.text ?? null;
}

export function valueAt(value: YamlValue | undefined, ...path: readonly string[]): YamlValue | undefined {
  return path.reduce<YamlValue | undefined>((found, key) => found?.entries.get(key), value);
}

/** The texts of a list, or the one text. */
export function textsOf(value: YamlValue | undefined): string[] {
  if (value === undefined) return [];
  return value.text !== null ? [value.text] : value.items.flatMap(({ text }) => text ?? []);
}
