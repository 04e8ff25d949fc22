import { getSchema, mergeAttributes, Node } from "@tiptap/core";
import type { Extensions } from "@tiptap/core";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";

import { LinkMark } from "./link-mark.ts";
import { sanitizeAddress } from "./safe-address.ts";
import { Heading, ListItem, textNodes, unrendered } from "./text-nodes.ts";

/*
 * Nodes and marks of a text, one for each kind of Markdown syntax. Syntax without a visual form (HTML, footnotes,
 * definitions) is preserved as source in `rawBlock` and `rawInline`.
 */

export const EditorCodeBlock = CodeBlock.extend({
  addAttributes() {
    const meta = {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute("data-meta"),
      renderHTML: ({ meta: value }: { meta?: string | null }) => (value ? { "data-meta": value } : {}),
    };
    return { ...this.parent?.(), meta };
  },
});

/** Images are never fetched: the description and address are shown instead. */
const Image = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    src: unrendered(""),
    alt: unrendered(null),
    title: unrendered(null),
    reference: unrendered(null),
    referenceType: unrendered(null),
  }),
  parseHTML: () => [
    {
      tag: "img[src]",
      getAttrs: (element) => {
        const src = sanitizeAddress(element.getAttribute("src"));
        return src === null ? false : { src, alt: element.getAttribute("alt") || null };
      },
    },
    {
      tag: "span[data-image]",
      getAttrs: (element) => ({ src: element.dataset["image"], alt: element.dataset["alt"] || null }),
    },
  ],
  renderHTML({ node }) {
    const { src, alt } = node.attrs as { src: string; alt: string | null };
    return ["span", { "data-image": src, "data-alt": alt, title: src }, alt || src];
  },
});

const align = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const value = element.style.textAlign || element.getAttribute("align");
    return value === "left" || value === "right" || value === "center" ? value : null;
  },
  renderHTML: ({ align: value }: { align?: string | null }) => (value ? { style: `text-align: ${value}` } : {}),
};

const span = { default: 1, rendered: false, parseHTML: () => 1 };

/** A cell contains one paragraph, as in Markdown. */
const cellAttributes = () => ({ align, colspan: span, rowspan: span, colwidth: unrendered(null) });

const EditorTable = Table.extend({
  addNodeView: () => null,
  renderHTML: ({ HTMLAttributes }) => ["div", { class: "table-region" }, ["table", HTMLAttributes, ["tbody", 0]]],
});
const EditorTableCell = TableCell.extend({ content: "paragraph", addAttributes: cellAttributes });
const EditorTableHeader = TableHeader.extend({ content: "paragraph", addAttributes: cellAttributes });

/** Markdown without a visual form in the editor; edited as source. */
const RawBlock = Node.create({
  name: "rawBlock",
  group: "block",
  content: "text*",
  marks: "",
  code: true,
  defining: true,
  parseHTML: () => [{ tag: "pre[data-raw]", preserveWhitespace: "full", priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["pre", mergeAttributes(HTMLAttributes, { "data-raw": "" }), 0],
});

const RawInline = Node.create({
  name: "rawInline",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ value: { default: "", parseHTML: (element) => element.textContent, rendered: false } }),
  parseHTML: () => [{ tag: "code[data-raw]", priority: 60 }],
  renderHTML: ({ node }) => ["code", { "data-raw": "" }, node.attrs["value"] as string],
  renderText: ({ node }) => node.attrs["value"] as string,
});

/** The schema without the nodes for which the editor adds its own views or settings. */
export const schemaExtensions: Extensions = [
  ...textNodes,
  LinkMark,
  Image,
  EditorTableCell,
  EditorTableHeader,
  TableRow,
  EditorTable,
  RawBlock,
  RawInline,
];

/** The schema alone, for use without a DOM. */
export function markdownSchema() {
  return getSchema([...schemaExtensions, Heading, ListItem, EditorCodeBlock]);
}
