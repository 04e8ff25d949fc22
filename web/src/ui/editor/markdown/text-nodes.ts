import { InputRule, Mark, markInputRule, Node, textblockTypeInputRule, wrappingInputRule } from "@tiptap/core";
import type { Extensions } from "@tiptap/core";

/*
 * The basic nodes and marks of a text, with input rules for their Markdown syntax. The starter kit of the library is not
 * used: its own Markdown, link detection and list code would be a fifth of the whole editor.
 */

/** An attribute that exists in Markdown only; pasted HTML does not contain it. */
export const unrendered = (fallback: unknown) => ({ default: fallback, rendered: false });

const Document = Node.create({ name: "doc", topNode: true, content: "block+" });

const Text = Node.create({ name: "text", group: "inline" });

const Paragraph = Node.create({
  name: "paragraph",
  // The first block type: ProseMirror fills empty content with it.
  priority: 1000,
  group: "block",
  content: "inline*",
  parseHTML: () => [{ tag: "p" }],
  renderHTML: () => ["p", 0],
});

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Every level can be parsed; `maxLevel` is the deepest that can be created. */
export const Heading = Node.create<{ maxLevel: number }>({
  name: "heading",
  group: "block",
  content: "inline*",
  defining: true,
  addOptions: () => ({ maxLevel: 6 }),
  addAttributes: () => ({ level: unrendered(1) }),
  parseHTML: () => levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node }) => [`h${node.attrs["level"] as number}`, 0],
  addKeyboardShortcuts() {
    const made = levels.filter((level) => level <= this.options.maxLevel);
    return Object.fromEntries(
      made.map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode(this.name, "paragraph", { level }),
      ]),
    );
  },
  addInputRules() {
    const find = new RegExp(`^(#{1,${this.options.maxLevel}})\\s$`);
    return [
      textblockTypeInputRule({ find, type: this.type, getAttributes: ([, marks]) => ({ level: marks?.length }) }),
    ];
  },
});

const Blockquote = Node.create({
  name: "blockquote",
  group: "block",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "blockquote" }],
  renderHTML: () => ["blockquote", 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })];
  },
});

const HorizontalRule = Node.create({
  name: "horizontalRule",
  group: "block",
  parseHTML: () => [{ tag: "hr" }],
  renderHTML: () => ["hr"],
  addInputRules() {
    const content = [{ type: this.name }, { type: "paragraph" }];
    const handler: InputRule["handler"] = ({ chain, range }) =>
      void chain().deleteRange(range).insertContent(content).run();
    return [new InputRule({ find: /^(---|___\s|\*\*\*\s)$/, handler })];
  },
});

const HardBreak = Node.create({
  name: "hardBreak",
  group: "inline",
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: "br" }],
  renderHTML: () => ["br"],
  renderText: () => "\n",
  addKeyboardShortcuts() {
    return { "Shift-Enter": () => this.editor.commands.insertContent({ type: this.name }) };
  },
});

/** Whether blank lines separate the items of a list, or the blocks of an item. */
const isSpread = unrendered(false);

const BulletList = Node.create({
  name: "bulletList",
  group: "block list",
  content: "listItem+",
  addAttributes: () => ({ isSpread }),
  parseHTML: () => [{ tag: "ul" }],
  renderHTML: () => ["ul", 0],
  addKeyboardShortcuts() {
    return { "Mod-Shift-8": () => this.editor.commands.toggleList(this.name, "listItem") };
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*([-+*])\s$/, type: this.type })];
  },
});

const OrderedList = Node.create({
  name: "orderedList",
  group: "block list",
  content: "listItem+",
  addAttributes: () => ({
    isSpread,
    start: {
      default: 1,
      parseHTML: (element) => Number(element.getAttribute("start") ?? 1),
      renderHTML: ({ start }) => (start === 1 ? {} : { start: start as number }),
    },
  }),
  parseHTML: () => [{ tag: "ol" }],
  renderHTML: ({ HTMLAttributes }) => ["ol", HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { "Mod-Shift-7": () => this.editor.commands.toggleList(this.name, "listItem") };
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,6})\.\s$/,
        type: this.type,
        getAttributes: ([, start]) => ({ start: Number(start) }),
        joinPredicate: ([, start], list) => list.childCount + (list.attrs["start"] as number) === Number(start),
      }),
    ];
  },
});

/** A list item; `isChecked` is null when it is no task. */
export const ListItem = Node.create({
  name: "listItem",
  content: "block+",
  defining: true,
  addAttributes: () => ({
    isChecked: {
      default: null,
      keepOnSplit: false,
      parseHTML: (element) => {
        const box = element.querySelector(":scope > input[type=checkbox], :scope > p > input[type=checkbox]");
        const state = element.dataset["checked"];
        return box ? box.hasAttribute("checked") : state === undefined ? null : state === "true";
      },
      renderHTML: ({ isChecked }) => (isChecked === null ? {} : { "data-checked": String(isChecked) }),
    },
    isSpread,
  }),
  parseHTML: () => [{ tag: "li" }],
  renderHTML: ({ HTMLAttributes }) => ["li", HTMLAttributes, 0],
});

interface MarkKind {
  name: string;
  tag: "strong" | "em" | "del" | "code";
  key: string;
  /** Further elements and styles that are parsed as this mark. */
  also: readonly ({ tag: string } | { style: string; getAttrs: (value: string) => false | null })[];
  typed: readonly RegExp[];
}

const boldWeight = /^(bold(er)?|[5-9]\d{2,})$/;

const markKinds: readonly MarkKind[] = [
  {
    name: "bold",
    tag: "strong",
    key: "Mod-b",
    also: [{ tag: "b" }, { style: "font-weight", getAttrs: (value) => (boldWeight.test(value) ? null : false) }],
    typed: [/(?:^|\s)(\*\*(?!\s)([^*]+)\*\*)$/, /(?:^|\s)(__(?!\s)([^_]+)__)$/],
  },
  {
    name: "italic",
    tag: "em",
    key: "Mod-i",
    also: [{ tag: "i" }, { style: "font-style", getAttrs: (value) => (value === "italic" ? null : false) }],
    typed: [/(?:^|\s)(\*(?!\s)([^*]+)\*)$/, /(?:^|\s)(_(?!\s)([^_]+)_)$/],
  },
  {
    name: "strike",
    tag: "del",
    key: "Mod-Shift-s",
    also: [{ tag: "s" }, { tag: "strike" }],
    typed: [/(?:^|\s)(~~(?!\s)([^~]+)~~)$/],
  },
  { name: "code", tag: "code", key: "Mod-e", also: [], typed: [/(?:^|[^`])(`([^`]+)`)$/] },
];

const marks = markKinds.map(({ name, tag, key, also, typed }) =>
  Mark.create({
    name,
    // Code does not exclude other marks: it can be bold or a link.
    ...(name === "code" ? { code: true, exitable: true } : {}),
    parseHTML: () => [{ tag }, ...also],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
    addInputRules() {
      return typed.map((find) => markInputRule({ find, type: this.type }));
    },
  }),
);

export const textNodes: Extensions = [
  Document,
  Text,
  Paragraph,
  Blockquote,
  HorizontalRule,
  HardBreak,
  BulletList,
  OrderedList,
  ...marks,
];
