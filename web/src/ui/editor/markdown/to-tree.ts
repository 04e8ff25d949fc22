import type { Mark, Node } from "@tiptap/pm/model";

import type { Block, Inline, ListItem, ReferenceType, Table } from "#web/ui/markdown/tree/mdast.ts";

/** Labels defined in the text; references to other labels are serialized with their address. */
type Labels = ReadonlySet<string>;

/** The form in which labels are compared. */
export function normalizeLabel(label: string): string {
  return label.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** Converts one block to Markdown nodes; an empty paragraph cannot be expressed and gives none. */
export function toTree(block: Node, labels: Labels): Block[] {
  switch (block.type.name) {
    case "paragraph": {
      const children = toPhrasing(block, labels);
      return children.length > 0 ? [{ type: "paragraph", children }] : [];
    }
    case "heading": {
      const depth = block.attrs["level"] as 1 | 2 | 3 | 4 | 5 | 6;
      return [{ type: "heading", depth, children: toPhrasing(block, labels) }];
    }
    case "blockquote":
      return [{ type: "blockquote", children: toInner(block, labels) as never }];
    case "bulletList":
    case "orderedList":
      return [toListTree(block, labels)];
    case "codeBlock": {
      const { language, meta } = block.attrs as { language: string | null; meta: string | null };
      return [{ type: "code", lang: language || null, meta: language ? meta : null, value: block.textContent }];
    }
    case "horizontalRule":
      return [{ type: "thematicBreak" }];
    case "table":
      return [toTableTree(block, labels)];
    default:
      return block.textContent === "" ? [] : [{ type: "html", value: block.textContent }];
  }
}

function toInner(parent: Node, labels: Labels): Block[] {
  return parent.children.flatMap((child) => toTree(child, labels));
}

function toListTree(list: Node, labels: Labels): Block {
  const children = list.children.map((item): ListItem => {
    const { isChecked, isSpread } = item.attrs as { isChecked: boolean | null; isSpread: boolean };
    return { type: "listItem", checked: isChecked, spread: isSpread, children: toInner(item, labels) as never };
  });
  const isOrdered = list.type.name === "orderedList";
  const start = isOrdered ? (list.attrs["start"] as number) : null;
  return { type: "list", ordered: isOrdered, start, spread: list.attrs["isSpread"] as boolean, children };
}

function toTableTree(table: Node, labels: Labels): Table {
  return {
    type: "table",
    align: table.child(0).children.map((cell) => cell.attrs["align"] as "left" | "right" | "center" | null),
    children: table.children.map((row) => ({
      type: "tableRow",
      children: row.children.map((cell) => ({
        type: "tableCell",
        children: cell.children.flatMap((text) => toPhrasing(text, labels)),
      })),
    })),
  };
}

/** A piece of a line with the marks that are not serialized yet. */
interface Piece {
  node: Node;
  text: string;
  marks: readonly Mark[];
}

function toPhrasing(block: Node, labels: Labels): Inline[] {
  const pieces = block.children.map((node) => ({ node, text: node.text ?? "", marks: node.marks }));
  return toInlines(trimLines(pieces), labels);
}

/** Removes spaces at line ends, which mean nothing, and trailing breaks, which would be parsed as a backslash. */
function trimLines(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const isFirst = result.length === 0 || result.at(-1)?.node.type.name === "hardBreak";
    if (piece.node.type.name === "hardBreak") {
      trimEnd(result);
      if (result.length > 0) result.push(piece);
    } else if (isFirst && piece.node.isText && !hasCode(piece)) {
      const text = piece.text.replace(/^[ \t\n]+/, "");
      if (text !== "") result.push({ ...piece, text });
    } else result.push(piece);
  }
  do trimEnd(result);
  while (result.at(-1)?.node.type.name === "hardBreak" && result.pop());
  return result;
}

function trimEnd(pieces: Piece[]): void {
  for (let last = pieces.at(-1); last?.node.isText && !hasCode(last); last = pieces.at(-1)) {
    const text = last.text.replace(/[ \t\n]+$/, "");
    if (text === last.text) return;
    pieces.pop();
    if (text !== "") return void pieces.push({ ...last, text });
  }
}

function hasCode({ marks }: Piece): boolean {
  return marks.some((mark) => mark.type.name === "code");
}

function toInlines(pieces: readonly Piece[], labels: Labels): Inline[] {
  const inlines: Inline[] = [];
  for (let at = 0; at < pieces.length;) {
    const outer = findOutermostMark(pieces, at);
    const piece = pieces[at];
    if (!piece) break;
    if (outer) {
      const run = pieces.slice(at, outer.end).map((inner) => without(inner, outer.mark));
      inlines.push(...wrap(outer.mark, run, labels));
      at = outer.end;
    } else {
      inlines.push(toInline(piece, labels));
      at += 1;
    }
  }
  return inlines;
}

function without(piece: Piece, mark: Mark): Piece {
  return { ...piece, marks: mark.removeFromSet(piece.marks) };
}

const order = ["link", "bold", "italic", "strike"];

/** Of the marks of a piece, the one with the longest range; code is serialized with the text itself. */
function findOutermostMark(pieces: readonly Piece[], at: number): { mark: Mark; end: number } | null {
  let best: { mark: Mark; end: number } | null = null;
  const marks = (pieces[at]?.marks ?? []).filter((mark) => order.includes(mark.type.name));
  for (const mark of marks.toSorted((a, b) => order.indexOf(a.type.name) - order.indexOf(b.type.name))) {
    let end = at + 1;
    while (pieces[end] && mark.isInSet(pieces[end]?.marks ?? [])) end += 1;
    if (!best || end > best.end) best = { mark, end };
  }
  return best;
}

function wrap(mark: Mark, run: readonly Piece[], labels: Labels): Inline[] {
  if (mark.type.name === "link") return [toLinkTree(mark, toInlines(run, labels) as never, labels)];
  // Emphasis that begins or ends with a space would not be parsed as emphasis, so spaces are moved outside.
  const inner = [...run];
  const before = cutEdge(inner, 0, /^\s+/);
  const after = cutEdge(inner, inner.length - 1, /\s+$/);
  const type = mark.type.name === "bold" ? "strong" : mark.type.name === "italic" ? "emphasis" : "delete";
  const wrapped: Inline[] = inner.length > 0 ? [{ type, children: toInlines(inner, labels) }] : [];
  return [...toSpace(before), ...wrapped, ...toSpace(after)];
}

function cutEdge(pieces: Piece[], index: number, edge: RegExp): string {
  const piece = pieces[index];
  if (!piece?.node.isText || hasCode(piece)) return "";
  const cut = edge.exec(piece.text)?.[0] ?? "";
  const text = piece.text.replace(edge, "");
  pieces.splice(index, 1, ...(text === "" ? [] : [{ ...piece, text }]));
  return cut;
}

function toSpace(value: string): Inline[] {
  return value === "" ? [] : [{ type: "text", value }];
}

function toLinkTree(mark: Mark, children: never[], labels: Labels): Inline {
  const { href, title } = mark.attrs as { href: string | null; title: string | null };
  const reference = referenceOf(mark.attrs, labels);
  if (reference) return { type: "linkReference", ...reference, children };
  return { type: "link", url: href ?? "", title, children };
}

function referenceOf(attributes: Record<string, unknown>, labels: Labels) {
  const label = attributes["reference"] as string | null;
  if (label === null || !labels.has(normalizeLabel(label))) return null;
  return { label, identifier: normalizeLabel(label), referenceType: attributes["referenceType"] as ReferenceType };
}

function toInline(piece: Piece, labels: Labels): Inline {
  const { node } = piece;
  switch (node.type.name) {
    case "text":
      return hasCode(piece) ? { type: "inlineCode", value: piece.text } : { type: "text", value: piece.text };
    case "hardBreak":
      return { type: "break" };
    case "image": {
      const { src, alt, title } = node.attrs as { src: string; alt: string | null; title: string | null };
      const reference = referenceOf(node.attrs, labels);
      return reference ? { type: "imageReference", alt, ...reference } : { type: "image", url: src, alt, title };
    }
    default:
      return { type: "html", value: (node.attrs["value"] as string | undefined) ?? "" };
  }
}
