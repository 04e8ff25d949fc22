import type { Editor } from "@tiptap/core";

/** A kind of block that the current block can be changed into. */
export interface BlockKind {
  label: string;
  /** Further search terms. */
  keywords: string;
  icon: "text" | "heading" | "bullets" | "numbers" | "tasks" | "quote" | "code";
  isActive: (editor: Editor) => boolean;
  /** From an ordinary paragraph. */
  apply: (editor: Editor) => boolean;
}

const listed = (editor: Editor, isTask: boolean) =>
  editor.isActive("bulletList") && (editor.getAttributes("listItem")["isChecked"] === null) !== isTask;

const text: BlockKind = {
  label: "Text",
  keywords: "paragraph plain",
  icon: "text",
  isActive: (editor) => editor.isActive("paragraph"),
  apply: () => true,
};

const others: readonly BlockKind[] = [
  {
    label: "Bulleted list",
    keywords: "unordered ul",
    icon: "bullets",
    isActive: (editor) => listed(editor, false),
    apply: (editor) => editor.chain().focus().toggleList("bulletList", "listItem").run(),
  },
  {
    label: "Numbered list",
    keywords: "ordered ol",
    icon: "numbers",
    isActive: (editor) => editor.isActive("orderedList"),
    apply: (editor) => editor.chain().focus().toggleList("orderedList", "listItem").run(),
  },
  {
    label: "Task list",
    keywords: "todo checklist checkbox",
    icon: "tasks",
    isActive: (editor) => listed(editor, true),
    apply: (editor) =>
      editor
        .chain()
        .focus()
        .toggleList("bulletList", "listItem")
        .updateAttributes("listItem", { isChecked: false })
        .run(),
  },
  {
    label: "Quote",
    keywords: "blockquote citation",
    icon: "quote",
    isActive: (editor) => editor.isActive("blockquote"),
    apply: (editor) => editor.chain().focus().wrapIn("blockquote").run(),
  },
  {
    label: "Code block",
    keywords: "fence source snippet",
    icon: "code",
    isActive: (editor) => editor.isActive("codeBlock"),
    apply: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
];

function heading(level: number): BlockKind {
  return {
    label: `Heading ${level}`,
    keywords: `title h${level}`,
    icon: "heading",
    isActive: (editor) => editor.isActive("heading", { level }),
    apply: (editor) => editor.chain().focus().setNode("heading", { level }).run(),
  };
}

/** All kinds, in menu order. */
export function listBlockKinds(headingLevels: number): BlockKind[] {
  const headings = Array.from({ length: headingLevels }, (_unused, index) => heading(index + 1));
  return [text, ...headings, ...others];
}

/** The kind of the block at the caret; for a paragraph inside a list or quote, the list or quote. */
export function findActiveKind(editor: Editor, kinds: readonly BlockKind[]): BlockKind {
  return kinds.findLast((kind) => kind.isActive(editor)) ?? text;
}

/** Converts to a plain paragraph first, so that every kind can become every other. */
export function changeBlockKind(editor: Editor, kind: BlockKind): void {
  if (kind.label !== "Text" && kind.isActive(editor)) return;
  editor.chain().focus().clearNodes().run();
  kind.apply(editor);
}
