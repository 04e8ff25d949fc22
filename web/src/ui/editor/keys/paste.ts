import { Extension } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Node, Schema } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

import { parseBareAddress } from "#web/ui/editor/markdown/link-mark.ts";
import { parseMarkdown, rewriteMarkdown } from "#web/ui/editor/markdown/markdown-text.ts";

/** Signs that a plain text is Markdown: whole lines that nobody writes by chance, or marks in pairs. */
const signs = [
  /^#{1,6} \S/m,
  /^ {0,3}(```|~~~)/m,
  /^\s*([-*+]|\d{1,3}[.)]) +\S/m,
  /^> ?\S/m,
  /^ *\|?[ :]*-{3,}[ :]*(\|[ :]*-+[ :]*)+\|? *$/m,
  /!?\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*\S[^*\n]*\*\*/,
  /`[^`\n]+`/,
  /\b(https?:\/\/|www\.)\S/,
];

export function looksLikeMarkdown(text: string): boolean {
  return signs.some((sign) => sign.test(text));
}

/** The blocks of a text, joined to what stands around them where it is put. */
export function markdownSlice(schema: Schema, markdown: string): Slice {
  return Slice.maxOpen(parseMarkdown(schema, markdown).doc.content);
}

/** Programs that copy code as coloured HTML beside the text itself. */
function isFromCodeEditor(data: DataTransfer): boolean {
  return data.types.includes("vscode-editor-data") || /^<(meta[^>]*>\s*)?<?pre\b/i.test(data.getData("text/html"));
}

/** Pasted Markdown becomes what it means, copied text is Markdown, and headings keep to the levels people can make. */
export const Paste = Extension.create<{ headingLevels: number }>({
  name: "markdownPaste",
  addOptions: () => ({ headingLevels: 6 }),
  addProseMirrorPlugins() {
    const { headingLevels } = this.options;
    return [
      new Plugin({
        props: {
          // Shift with paste means the text as it is.
          clipboardTextParser: (text, $context, isPlain, view) =>
            isPlain || $context.parent.type.spec.code || !looksLikeMarkdown(text)
              ? (undefined as unknown as Slice)
              : markdownSlice(view.state.schema, text),
          handlePaste: (view, event) => pasteLink(view, event) || pasteCode(view, event),
          transformPastedHTML: withoutHandlers,
          transformPasted: (slice) => withLevels(slice, headingLevels),
          clipboardTextSerializer: (slice, view) => toMarkdown(view.state.schema, slice),
        },
      }),
    ];
  },
});

/** An address pasted over words makes them a link. */
function pasteLink({ state, dispatch }: EditorView, event: ClipboardEvent): boolean {
  const { from, to, $from } = state.selection;
  const words = state.doc.textBetween(from, to, "\n");
  const href = parseBareAddress(event.clipboardData?.getData("text/plain").trim() ?? "");
  const type = state.schema.marks["link"];
  if (!/^.*\S.*$/.test(words) || !href || !type || $from.parent.type.spec.code) return false;
  dispatch(state.tr.addMark(from, to, type.create({ href })));
  return true;
}

function pasteCode(view: EditorView, event: ClipboardEvent): boolean {
  const data = event.clipboardData;
  const text = data?.getData("text/plain");
  if (!data || !text || !isFromCodeEditor(data) || !looksLikeMarkdown(text)) return false;
  if (view.state.selection.$from.parent.type.spec.code) return false;
  const transaction = view.state.tr.replaceSelection(markdownSlice(view.state.schema, text));
  view.dispatch(transaction.scrollIntoView().setMeta("paste", true));
  return true;
}

/** Handlers never run, as the HTML is read in a document of its own; the browser would note each as an attempt. */
function withoutHandlers(html: string): string {
  const handler = /\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi;
  return html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(handler, ""));
}

function withLevels(slice: Slice, headingLevels: number): Slice {
  return new Slice(clamp(slice.content, headingLevels), slice.openStart, slice.openEnd);
}

function clamp(content: Fragment, headingLevels: number): Fragment {
  return Fragment.fromArray(
    content.content.map((node) => {
      if (node.type.name !== "heading") return node.isTextblock ? node : node.copy(clamp(node.content, headingLevels));
      const level = Math.min(node.attrs["level"] as number, headingLevels);
      return node.type.create({ ...node.attrs, level }, node.content, node.marks);
    }),
  );
}

/** What is copied, as text for other programs; a piece of a line, of code or of a table is just its words. */
function toMarkdown(schema: Schema, slice: Slice): string {
  const { content } = slice;
  const only = content.childCount === 1 ? content.firstChild : null;
  if (!content.firstChild?.isBlock || only?.isTextblock || content.firstChild.type.name === "tableRow")
    return content.textBetween(0, content.size, "\n", leafText);
  const doc = schema.topNodeType.createAndFill(null, content);
  if (!doc) return content.textBetween(0, content.size, "\n", leafText);
  return rewriteMarkdown({ ...parseMarkdown(schema, ""), doc });
}

function leafText(node: Node): string {
  return node.type.name === "hardBreak" ? "\n" : node.type.name === "rawInline" ? (node.attrs["value"] as string) : "";
}
