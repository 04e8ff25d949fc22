import { LineCounter, isAlias, isMap, isScalar, isSeq, parseAllDocuments } from "yaml";
import type { Document, Node, Pair } from "yaml";

/** A value of a YAML document with its lines. Aliases are followed and merge keys are put in. */
export interface YamlValue {
  line: number;
  endLine: number;
  /** Null for lists and maps, and for an empty value. */
  text: string | null;
  items: readonly YamlValue[];
  entries: ReadonlyMap<string, YamlValue>;
}

/** Longer documents are data or hostile. */
const maxLength = 120_000;
const maxDocuments = 200;
/** Entries and items of a file together, those that merge keys copy included. */
const maxValues = 60_000;
const maxDepth = 24;

/** The documents of a YAML text; none where it is no YAML that can be read with little work. */
export function parseYamlValues(text: string): YamlValue[] {
  if (text.length > maxLength || /[[{](?:\s{0,9}[[{]){40}/.test(text)) return [];
  const lines = new LineCounter();
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, merge: false, logLevel: "silent" });
    if (!Array.isArray(documents)) return [];
    const reader = new YamlReader(lines);
    return documents.slice(0, maxDocuments).flatMap((document) => reader.read(document as Document));
  } catch {
    return [];
  }
}

/** Keeps what an anchor stands for, so that an alias costs nothing, however often it is used. */
class YamlReader {
  private left = maxValues;
  private readonly known = new Map<Node, YamlValue | null>();
  private readonly lines: LineCounter;

  constructor(lines: LineCounter) {
    this.lines = lines;
  }

  read(document: Document): YamlValue[] {
    const value = document.contents === null ? null : this.valueOf(document.contents, { document, depth: 0 });
    return value === null ? [] : [value];
  }

  private valueOf(node: unknown, at: { document: Document; depth: number }): YamlValue | null {
    if (at.depth > maxDepth || this.left <= 0) return null;
    if (isAlias(node)) {
      const target = node.resolve(at.document);
      return target === undefined ? null : this.valueOf(target, at);
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const known = this.known.get(node);
    if (known !== undefined) return known;
    // What refers to itself is nothing.
    this.known.set(node, null);
    const made = this.make(node, at);
    this.known.set(node, made);
    return made;
  }

  private make(node: Node, at: { document: Document; depth: number }): YamlValue {
    this.left -= 1;
    const line = this.lines.linePos(node.range?.[0] ?? 0).line;
    const endLine = Math.max(line, this.lines.linePos(Math.max(0, (node.range?.[1] ?? 1) - 1)).line);
    const deeper = { ...at, depth: at.depth + 1 };
    if (isSeq(node)) {
      const items = node.items.flatMap((item) => this.valueOf(item, deeper) ?? []);
      return { line, endLine, text: null, items, entries: new Map() };
    }
    if (isMap(node)) return { line, endLine, text: null, items: [], entries: this.entriesOf(node.items, deeper) };
    return { line, endLine, text: isScalar(node) ? plainText(node.value) : null, items: [], entries: new Map() };
  }

  private entriesOf(pairs: readonly Pair[], at: { document: Document; depth: number }): Map<string, YamlValue> {
    const entries = new Map<string, YamlValue>();
    const merged: YamlValue[] = [];
    for (const { key, value } of pairs) {
      const name = isScalar(key) ? String(key.value) : null;
      if (name === null || this.left <= 0) continue;
      const made = this.valueOf(value, at);
      if (name === "<<") merged.push(...(made === null ? [] : made.items.length > 0 ? made.items : [made]));
      else {
        const keyLine = isScalar(key) ? this.lines.linePos(key.range?.[0] ?? 0).line : 1;
        const empty = { line: keyLine, endLine: keyLine, text: null, items: [], entries: new Map() };
        // A map counts from its key; what an alias stands for keeps the lines it is written on.
        entries.set(name, made === null ? empty : isAlias(value) ? made : { ...made, line: keyLine });
      }
    }
    for (const { entries: others } of merged)
      for (const [name, value] of others) {
        this.left -= 1;
        if (this.left <= 0) return entries;
        if (!entries.has(name)) entries.set(name, value);
      }
    return entries;
  }
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
