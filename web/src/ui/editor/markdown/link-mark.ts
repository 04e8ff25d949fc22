import { InputRule, Mark } from "@tiptap/core";

import { sanitizeAddress } from "./safe-address.ts";
import { unrendered } from "./text-nodes.ts";

/** An address that is typed or pasted as it is. */
const bareAddress = /^((https?:\/\/|www\.)[^\s<>]+|[\w.+-]+@[\w-]+(\.[\w-]+)+)$/i;

/** Where an address leads that stands in a text; null when it is none. */
export function parseBareAddress(text: string): string | null {
  if (!bareAddress.test(text)) return null;
  if (/^https?:/i.test(text)) return text;
  return text.includes("@") && !/^www\./i.test(text) ? `mailto:${text}` : `http://${text}`;
}

/** Where a word was typed that is an address, it becomes a link with the space behind it. */
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

/** `[words](address)` becomes a link with the bracket that closes it. */
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
  // Around bold and code, not inside.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({
    href: { default: null },
    title: { default: null },
    /** Label of the definition it is written with; null when the address stands beside the text. */
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
    // Without an address that is safe to follow it is no link on the screen, only in the text.
    return ["a", { href: sanitizeAddress(href), title: href, "data-mention": kind }, 0];
  },
  addInputRules: () => [typedAddress, typedLink],
});
