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

/** Classifies a transaction; anything but typing and deleting single letters is its own undo step. */
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

/**
 * Undo works word by word: a group ends at the end of a word, and when typing changes to deleting or something else.
 */
export const UndoGroups = Extension.create<object, { last: UndoEdit["kind"] }>({
  name: "undoGroups",
  addStorage: () => ({ last: "other" }),
  // Not in a plugin, because transactions that plugins append must belong to the same group.
  dispatchTransaction({ transaction, next }) {
    // An IME composition replaces its own text until it ends, so it stays one group.
    if (transaction.docChanged && !transaction.getMeta("composition") && !transaction.getMeta("history$")) {
      const edit = classifyEdit(transaction);
      if (edit.kind !== this.storage.last || edit.kind === "other" || edit.hasBoundary) closeHistory(transaction);
      this.storage.last = edit.kind;
    }
    next(transaction);
  },
});
