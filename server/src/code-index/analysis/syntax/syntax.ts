import type { Language, Tree } from "web-tree-sitter";

/** Trees larger than this belong to generated or hostile text. */
const maxNodes = 400_000;

/** A node is a number; 0 is the root. */
export type SyntaxNode = number;

/**
 * The named nodes of a tree, read once into plain lists: asking the compiled parser for each node anew would cost more
 * than everything that is done with them.
 */
export class Syntax {
  readonly text: string;
  private readonly types: string[] = [];
  private readonly fields: (string | null)[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly parents: number[] = [];
  private readonly next: number[] = [];
  private readonly first: number[] = [];
  private readonly lineStarts: number[] = [0];

  constructor(tree: Tree, language: Language, text: string) {
    this.text = text;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.lineStarts.push(at + 1);
    this.read(tree, language);
  }

  private read(tree: Tree, language: Language): void {
    const cursor = tree.walk();
    const open: { node: number; last: number }[] = [];
    for (;;) {
      if (cursor.nodeIsNamed && this.types.length < maxNodes) this.add(cursor, language, open);
      else open.push({ node: -1, last: -1 });
      if (cursor.gotoFirstChild()) continue;
      open.pop();
      let isDone = false;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          isDone = true;
          break;
        }
        open.pop();
      }
      if (isDone) break;
    }
    cursor.delete();
  }

  private add(cursor: ReturnType<Tree["walk"]>, language: Language, open: { node: number; last: number }[]): void {
    const node = this.types.length;
    const fieldId = cursor.currentFieldId;
    this.types.push(language.types[cursor.nodeTypeId] ?? cursor.nodeType);
    this.fields.push(fieldId === 0 ? null : (language.fields[fieldId] ?? null));
    this.starts.push(cursor.startIndex);
    this.ends.push(cursor.endIndex);
    this.next.push(-1);
    this.first.push(-1);
    const holder = open.at(-1);
    this.parents.push(holder?.node ?? -1);
    if (holder !== undefined && holder.node >= 0) {
      if (holder.last < 0) this.first[holder.node] = node;
      else this.next[holder.last] = node;
      holder.last = node;
    }
    open.push({ node, last: -1 });
  }

  /** Nodes are numbered from 0 to this, each before those in it. */
  get size(): number {
    return this.types.length;
  }

  type(node: SyntaxNode): string {
    return this.types[node] ?? "";
  }

  field(node: SyntaxNode): string | null {
    return this.fields[node] ?? null;
  }

  parent(node: SyntaxNode): SyntaxNode {
    return this.parents[node] ?? -1;
  }

  children(node: SyntaxNode): SyntaxNode[] {
    const list: SyntaxNode[] = [];
    for (let child = this.first[node] ?? -1; child >= 0; child = this.next[child] ?? -1) list.push(child);
    return list;
  }

  /** The first child of that field; -1 where there is none. */
  child(node: SyntaxNode, field: string): SyntaxNode {
    for (let child = this.first[node] ?? -1; child >= 0; child = this.next[child] ?? -1)
      if (this.fields[child] === field) return child;
    return -1;
  }

  /** The first child of that type; -1 where there is none. */
  childOfType(node: SyntaxNode, ...types: string[]): SyntaxNode {
    for (let child = this.first[node] ?? -1; child >= 0; child = this.next[child] ?? -1)
      if (types.includes(this.type(child))) return child;
    return -1;
  }

  firstChild(node: SyntaxNode): SyntaxNode {
    return this.first[node] ?? -1;
  }

  /** -1 where it is the last one. */
  nextSibling(node: SyntaxNode): SyntaxNode {
    return this.next[node] ?? -1;
  }

  start(node: SyntaxNode): number {
    return this.starts[node] ?? 0;
  }

  end(node: SyntaxNode): number {
    return this.ends[node] ?? 0;
  }

  textOf(node: SyntaxNode): string {
    return node < 0 ? "" : this.text.slice(this.starts[node], this.ends[node]);
  }

  /** Text between a node's end and the end of its parent's text up to `length` characters; used to find operators. */
  textAfter(node: SyntaxNode, length: number): string {
    const end = this.ends[node] ?? 0;
    return this.text.slice(end, end + length);
  }

  line(node: SyntaxNode): number {
    return this.lineOf(this.starts[node] ?? 0);
  }

  endLine(node: SyntaxNode): number {
    return this.lineOf(Math.max(this.starts[node] ?? 0, (this.ends[node] ?? 0) - 1));
  }

  column(node: SyntaxNode): number {
    const start = this.starts[node] ?? 0;
    return start - (this.lineStarts[this.lineOf(start) - 1] ?? 0) + 1;
  }

  private lineOf(offset: number): number {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
