import type { Attrs, Mark, Node, Schema } from "@tiptap/pm/model";

import { writeTree } from "#web/ui/markdown/tree/mdast.ts";
import type { Block, Inline, List, ListItem, ReferenceType, Root, Table } from "#web/ui/markdown/tree/mdast.ts";

interface Definition {
  url: string;
  title?: string | null;
}

/** Shared input of the parse functions. */
interface ParseContext {
  schema: Schema;
  source: string;
  definitions: ReadonlyMap<string, Definition>;
}

const plainStyle = { bullet: "-", bulletOrdered: "." } as const;

/** Converts each block of the tree to one node, in order. */
export function toBlocks(schema: Schema, tree: Root, source: string): Node[] {
  const definitions = new Map<string, Definition>();
  collectDefinitions(tree.children, definitions);
  const reader = { schema, source, definitions };
  return tree.children.map((block) => toBlock(reader, block, true));
}

function collectDefinitions(blocks: readonly Block[], definitions: Map<string, Definition>): void {
  for (const block of blocks) {
    // For duplicate labels the first definition counts.
    if (block.type === "definition" && !definitions.has(block.identifier)) definitions.set(block.identifier, block);
    if ("children" in block && block.type !== "paragraph" && block.type !== "heading")
      collectDefinitions(block.children, definitions);
  }
}

function node(reader: ParseContext, name: string, attributes: Attrs | null, content: readonly Node[]): Node {
  const type = reader.schema.nodes[name];
  const made = type?.createAndFill(attributes, content);
  if (!made) throw new Error(`${name} cannot hold what was read for it`);
  return made;
}

function toBlock(reader: ParseContext, block: Block, isTop: boolean): Node {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other nodes are preserved as raw source
  switch (block.type) {
    case "paragraph":
      return node(reader, "paragraph", null, toInlines(reader, block.children, []));
    case "heading":
      return node(reader, "heading", { level: block.depth }, toInlines(reader, block.children, []));
    case "blockquote":
      return node(reader, "blockquote", null, toInner(reader, block.children));
    case "list":
      return toList(reader, block);
    case "code": {
      const attributes = { language: block.lang ?? null, meta: block.meta ?? null };
      return node(reader, "codeBlock", attributes, toLines(reader, block.value));
    }
    case "thematicBreak":
      return node(reader, "horizontalRule", null, []);
    case "table":
      return toTable(reader, block);
    case "html":
      return node(reader, "rawBlock", null, toLines(reader, block.value));
    default:
      return node(reader, "rawBlock", null, toLines(reader, rawBlockText(reader, block, isTop)));
  }
}

/**
 * Inside other blocks the source would contain their markers at the start of each line, so the block is serialized
 * again.
 */
function rawBlockText({ source }: ParseContext, block: Block, isTop: boolean): string {
  return isTop ? sliceOf(source, block) : writeTree([block], plainStyle);
}

/** The source text of a node. */
export function sliceOf(source: string, { position }: Block | Inline): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

function toInner(reader: ParseContext, blocks: readonly Block[]): Node[] {
  return blocks.map((block) => toBlock(reader, block, false));
}

function toList(reader: ParseContext, list: List): Node {
  const items = list.children.map((item) => toItem(reader, item));
  const isSpread = list.spread === true;
  if (!list.ordered) return node(reader, "bulletList", { isSpread }, items);
  return node(reader, "orderedList", { isSpread, start: list.start ?? 1 }, items);
}

function toItem(reader: ParseContext, item: ListItem): Node {
  const attributes = { isChecked: item.checked ?? null, isSpread: item.spread === true };
  return node(reader, "listItem", attributes, toInner(reader, item.children));
}

/** Pads rows to equal length, as Markdown defines. */
function toTable(reader: ParseContext, table: Table): Node {
  const width = Math.max(...table.children.map((row) => row.children.length));
  const rows = table.children.map((row, rowIndex) => {
    const cells = Array.from({ length: width }, (_unused, column) => {
      const text = node(reader, "paragraph", null, toInlines(reader, row.children[column]?.children ?? [], []));
      const attributes = { align: table.align?.[column] ?? null };
      return node(reader, rowIndex === 0 ? "tableHeader" : "tableCell", attributes, [text]);
    });
    return node(reader, "tableRow", null, cells);
  });
  return node(reader, "table", null, rows);
}

/** Normalizes line breaks to "\n". */
function toLines(reader: ParseContext, value: string): Node[] {
  return toText(reader, value.replaceAll(/\r\n?/g, "\n"), []);
}

function toText({ schema }: ParseContext, value: string, marks: readonly Mark[]): Node[] {
  return value === "" ? [] : [schema.text(value, marks)];
}

function toInlines(reader: ParseContext, inlines: readonly Inline[], marks: readonly Mark[]): Node[] {
  return inlines.flatMap((inline) => toInline(reader, inline, marks));
}

function toInline(reader: ParseContext, inline: Inline, marks: readonly Mark[]): Node[] {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other nodes are preserved as raw source
  switch (inline.type) {
    case "text":
      // A line break in a paragraph is displayed as a space.
      return toText(reader, inline.value.replaceAll(/ *\r?\n */g, " "), marks);
    case "inlineCode":
      return toText(reader, inline.value.replaceAll(/\r?\n/g, " "), withMark(reader, marks, "code", null));
    case "emphasis":
      return toInlines(reader, inline.children, withMark(reader, marks, "italic", null));
    case "strong":
      return toInlines(reader, inline.children, withMark(reader, marks, "bold", null));
    case "delete":
      return toInlines(reader, inline.children, withMark(reader, marks, "strike", null));
    case "link":
      return toLink(reader, inline, { href: inline.url, title: inline.title ?? null }, marks);
    case "linkReference":
      return toLink(reader, inline, { href: urlOf(reader, inline), ...referenceOf(inline) }, marks);
    case "image":
      return [leaf(reader, "image", { src: inline.url, alt: inline.alt || null, title: inline.title ?? null }, marks)];
    case "imageReference": {
      const attributes = { src: urlOf(reader, inline), alt: inline.alt || null, ...referenceOf(inline) };
      return [leaf(reader, "image", attributes, marks)];
    }
    case "break":
      return [leaf(reader, "hardBreak", null, marks)];
    default:
      return [leaf(reader, "rawInline", { value: rawInlineText(reader, inline) }, marks)];
  }
}

function toLink(
  reader: ParseContext,
  link: Extract<Inline, { type: "link" | "linkReference" }>,
  attributes: Attrs,
  marks: readonly Mark[],
): Node[] {
  const content = toInlines(reader, link.children, withMark(reader, marks, "link", attributes));
  // A link without text has no node that could carry the mark, so it is kept as raw text.
  return content.length > 0 ? content : [leaf(reader, "rawInline", { value: rawInlineText(reader, link) }, marks)];
}

function rawInlineText({ source }: ParseContext, inline: Inline): string {
  if (inline.type === "html") return inline.value.replaceAll(/\r?\n[ \t]*/g, "\n");
  const slice = sliceOf(source, inline);
  return /[\r\n]/.test(slice) ? writeTree([{ type: "paragraph", children: [inline] }], plainStyle) : slice;
}

function leaf(reader: ParseContext, name: string, attributes: Attrs | null, marks: readonly Mark[]): Node {
  return node(reader, name, attributes, []).mark(marks);
}

function withMark(
  { schema }: ParseContext,
  marks: readonly Mark[],
  name: string,
  attributes: Attrs | null,
): readonly Mark[] {
  const mark = schema.marks[name]?.create(attributes);
  return mark ? mark.addToSet(marks) : marks;
}

interface Reference {
  identifier: string;
  label?: string | null;
  referenceType: ReferenceType;
}

function urlOf({ definitions }: ParseContext, { identifier }: Reference): string {
  return definitions.get(identifier)?.url ?? "";
}

function referenceOf({ identifier, label, referenceType }: Reference): Attrs {
  return { reference: label ?? identifier, referenceType };
}
