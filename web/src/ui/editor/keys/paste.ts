import { Extension } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Node, Schema } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

import { parseBareAddress } from "#web/ui/editor/markdown/link-mark.ts";
import { parseMarkdown, rewriteMarkdown } from "#web/ui/editor/markdown/markdown-text.ts";

/** Patterns that indicate Markdown: lines that hardly occur in plain text, or paired marks. */
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

/** Parses Markdown to a slice with open ends, so that it joins the text around the insertion point. */
export function markdownSlice(schema: Schema, markdown: string): Slice {
  return Slice.maxOpen(parseMarkdown(schema, markdown).doc.content);
}

/** Whether the clipboard comes from a program that copies code as coloured HTML. */
function isFromCodeEditor(data: DataTransfer): boolean {
  return data.types.includes("vscode-editor-data") || /^<(meta[^>]*>\s*)?<?pre\b/i.test(data.getData("text/html"));
}

/** Parses pasted Markdown, copies text as Markdown, and limits pasted headings to the allowed levels. */
export const Paste = Extension.create<{ headingLevels: number }>({
  name: "markdownPaste",
  addOptions: () => ({ headingLevels: 6 }),
  addProseMirrorPlugins() {
    const { headingLevels } = this.options;
    return [
      new Plugin({
        props: {
          // Pasting with Shift inserts plain text.
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

/** Pasting an address over selected words makes them a link. */
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

/** Removes inline event handlers. They would never run, but the browser would report each as a policy violation. */
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

/**
 * The copied content as text for other programs: Markdown for whole blocks, plain text for a part of a line, of code or
 * of a table.
 */
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
