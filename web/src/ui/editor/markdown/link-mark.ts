import { InputRule, Mark } from "@tiptap/core";

import { sanitizeAddress } from "./safe-address.ts";
import { unrendered } from "./text-nodes.ts";

/** An address that is typed or pasted without Markdown. */
const bareAddress = /^((https?:\/\/|www\.)[^\s<>]+|[\w.+-]+@[\w-]+(\.[\w-]+)+)$/i;

/** The link target for an address in a text; null when the text is no address. */
export function parseBareAddress(text: string): string | null {
  if (!bareAddress.test(text)) return null;
  if (/^https?:/i.test(text)) return text;
  return text.includes("@") && !/^www\./i.test(text) ? `mailto:${text}` : `http://${text}`;
}

/** A typed address becomes a link when a space follows. */
const typedAddress = new InputRule({
  find: /(?:^|\s)(\S+?)([.,;:!?)]*)\s$/,
  handler: ({ state, range, match }) => {
    const [whole, word = "", rest = ""] = match;
    const href = parseBareAddress(word);
    const start = range.from + whole.indexOf(word);
    const type = state.schema.marks["link"];
    if (!href || !type || state.doc.rangeHasMark(start, start + word.length, type)) return;
    state.tr.addMark(start, start + word.length, type.create({ href }));
    state.tr.insertText(" ", start + word.length + rest.length).removeStoredMark(type);
  },
});

/** `[words](address)` becomes a link when the closing bracket is typed. */
const typedLink = new InputRule({
  find: /(?<!!)\[([^\]\n]+)\]\(([^()\s]+)\)$/,
  handler: ({ state, range, match }) => {
    const [, words = "", address = ""] = match;
    const type = state.schema.marks["link"];
    if (!type || sanitizeAddress(address) === null) return;
    state.tr.replaceWith(range.from, range.to, state.schema.text(words, [type.create({ href: address })]));
    state.tr.removeStoredMark(type);
  },
});

export const LinkMark = Mark.create({
  name: "link",
  // Links are rendered around bold and code, not inside.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({
    href: { default: null },
    title: { default: null },
    /** Label of the link definition it refers to; null for an inline address. */
    reference: unrendered(null),
    /** Whether the reference is written `[text][label]`, `[label][]` or `[label]`. */
    referenceType: unrendered(null),
  }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => (sanitizeAddress(element.getAttribute("href")) === null ? false : null),
    },
  ],
  renderHTML({ HTMLAttributes }) {
    const href = typeof HTMLAttributes["href"] === "string" ? HTMLAttributes["href"] : null;
    const kind = href === null ? undefined : /^cairn:(\w+)\//.exec(href)?.[1];
    // A link with an unsafe address is not rendered as a link; the text keeps it.
    return ["a", { href: sanitizeAddress(href), title: href, "data-mention": kind }, 0];
  },
  addInputRules: () => [typedAddress, typedLink],
});
