import { Extension, InputRule } from "@tiptap/core";
import type { Editor } from "@tiptap/core";

/** Handles Tab and Enter inside lists, tables and code; elsewhere Tab moves to the next control. */
export const TextKeys = Extension.create({
  name: "textKeys",
  priority: 1100,
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Tab: () => indent(editor),
      "Shift-Tab": () => outdent(editor),
      Enter: () => nextItem(editor),
      Backspace: () => leaveItem(editor),
      "Alt-Shift-ArrowDown": () => editor.commands.addRowAfter(),
      "Alt-Shift-ArrowUp": () => isInTableBody(editor) && editor.commands.addRowBefore(),
      "Alt-Shift-ArrowRight": () => editor.commands.addColumnAfter(),
      "Alt-Shift-ArrowLeft": () => editor.commands.addColumnBefore(),
      "Alt-Shift-Backspace": () => isInTableBody(editor) && editor.commands.deleteRow(),
      "Alt-Shift-Delete": () => editor.commands.deleteColumn(),
      "Shift-Enter": () => isSingleLineBlock(editor),
      "Mod-Enter": () => true,
      "Alt-Enter": () => toggleTask(editor),
    };
  },
  addInputRules: () => [taskRule],
});

/** Typing `[ ] ` or `[x] ` at the start of a line makes it a task. */
const taskRule = new InputRule({
  find: /^\[([ xX])\] $/,
  handler: ({ range, match, chain, state }) => {
    const isInList = state.selection.$from.node(-1).type.name === "listItem";
    const cleared = chain().deleteRange(range);
    const listed = isInList ? cleared : cleared.toggleList("bulletList", "listItem");
    listed.updateAttributes("listItem", { isChecked: match[1] !== " " }).run();
  },
});

function toggleTask(editor: Editor): boolean {
  const isChecked = editor.getAttributes("listItem")["isChecked"] as boolean | null | undefined;
  return typeof isChecked === "boolean" && editor.commands.updateAttributes("listItem", { isChecked: !isChecked });
}

/** Whether the caret is below the header row: no row can be added above the header, and it cannot be deleted alone. */
export function isInTableBody(editor: Editor): boolean {
  return editor.isActive("tableCell");
}

function isSingleLineBlock(editor: Editor): boolean {
  return editor.isActive("table") || editor.isActive("heading");
}

function indent(editor: Editor): boolean {
  if (isCode(editor)) return editor.commands.command(({ tr }) => Boolean(tr.insertText("  ")));
  if (editor.isActive("table")) return nextCell(editor);
  if (!editor.isActive("listItem")) return false;
  editor.commands.sinkListItem("listItem");
  return true;
}

function outdent(editor: Editor): boolean {
  if (isCode(editor)) return outdentLine(editor);
  if (editor.isActive("table")) return editor.commands.goToPreviousCell() || true;
  if (!editor.isActive("listItem")) return false;
  editor.commands.liftListItem("listItem");
  return true;
}

function isCode(editor: Editor): boolean {
  return editor.state.selection.$from.parent.type.spec.code === true;
}

function outdentLine(editor: Editor): boolean {
  return editor.commands.command(({ tr }) => {
    const { $from } = tr.selection;
    const before = $from.parent.textBetween(0, $from.parentOffset);
    const start = $from.start() + before.lastIndexOf("\n") + 1;
    const spaces = /^ {0,2}/.exec(tr.doc.textBetween(start, $from.end()))?.[0].length ?? 0;
    if (spaces > 0) tr.delete(start, start + spaces);
    return true;
  });
}

/** Moves to the next cell; from the last cell to a new row. */
function nextCell(editor: Editor): boolean {
  if (editor.commands.goToNextCell()) return true;
  return editor.chain().addRowAfter().goToNextCell().run();
}

/** Splits the list item; after a task, the new item is an open task. */
function nextItem(editor: Editor): boolean {
  const isTask = typeof editor.getAttributes("listItem")["isChecked"] === "boolean";
  const { parent } = editor.state.selection.$from;
  const isChecked = isTask && parent.content.size > 0 ? false : null;
  return editor.commands.splitListItem("listItem", { isChecked });
}

/** At the start of a list's first item, lifts the item out of the list. */
function leaveItem(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parentOffset > 0 || $from.depth < 2) return false;
  const isFirst = $from.node(-1).type.name === "listItem" && $from.index(-1) === 0;
  return isFirst && editor.commands.liftListItem("listItem");
}
