import { EditorState } from "@tiptap/pm/state";
import { expect, test } from "vitest";

import { parseMarkdown } from "#web/ui/editor/markdown/markdown-text.ts";
import { markdownSchema } from "#web/ui/editor/markdown/schema.ts";

import { classifyEdit } from "./undo-groups.ts";

const state = EditorState.create({ doc: parseMarkdown(markdownSchema(), "one two\n\nthree").doc });

test("distinguishes typing, deleting and other edits", () => {
  expect(classifyEdit(state.tr.insertText("x", 1))).toEqual({ kind: "typing", hasBoundary: false });
  expect(classifyEdit(state.tr.insertText(" ", 1))).toEqual({ kind: "typing", hasBoundary: true });
  expect(classifyEdit(state.tr.insertText(".", 1))).toEqual({ kind: "typing", hasBoundary: true });
  expect(classifyEdit(state.tr.delete(1, 2))).toEqual({ kind: "deleting", hasBoundary: false });
  expect(classifyEdit(state.tr.delete(3, 5))).toEqual({ kind: "deleting", hasBoundary: true });
  expect(classifyEdit(state.tr.insertText("x", 1, 3)).kind).toBe("other");
  expect(classifyEdit(state.tr.split(3)).kind).toBe("other");
  expect(classifyEdit(state.tr.delete(7, 11)).kind).toBe("other");
});
