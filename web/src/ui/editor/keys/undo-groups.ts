import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Transaction } from "@tiptap/pm/state";
import { ReplaceStep } from "@tiptap/pm/transform";

/** What ends a word: white space and punctuation. */
const boundary = /[\s\p{P}]/u;

interface UndoEdit {
  kind: "typing" | "deleting" | "other";
  hasBoundary: boolean;
}

/** What a transaction does to the text; anything but typing and deleting letters stands alone. */
export function classifyEdit(transaction: Transaction): UndoEdit {
  const other: UndoEdit = { kind: "other", hasBoundary: true };
  const [step, second] = transaction.steps;
  if (!(step instanceof ReplaceStep) || second || step.slice.openStart || step.slice.openEnd) return other;
  const before = transaction.docs[0];
  const inserted = step.slice.content.textBetween(0, step.slice.content.size);
  if (step.from === step.to && inserted.length === step.slice.size && inserted !== "")
    return { kind: "typing", hasBoundary: boundary.test(inserted) };
  if (step.slice.size > 0 || !before) return other;
  const deleted = before.textBetween(step.from, step.to);
  return deleted.length === step.to - step.from ? { kind: "deleting", hasBoundary: boundary.test(deleted) } : other;
}

/** Undo goes back word by word: a group ends where a word ends, and where typing turns into deleting or anything else. */
export const UndoGroups = Extension.create<object, { last: UndoEdit["kind"] }>({
  name: "undoGroups",
  addStorage: () => ({ last: "other" }),
  // Here and not in a plugin: what plugins append to an edit belongs to its group.
  dispatchTransaction({ transaction, next }) {
    // A composition replaces its own text until it ends; undoing half of it would make no sense.
    if (transaction.docChanged && !transaction.getMeta("composition") && !transaction.getMeta("history$")) {
      const edit = classifyEdit(transaction);
      if (edit.kind !== this.storage.last || edit.kind === "other" || edit.hasBoundary) closeHistory(transaction);
      this.storage.last = edit.kind;
    }
    next(transaction);
  },
});
