import { EditorState } from "@tiptap/pm/state";
import { expect, test } from "vitest";

import { readMarkdown } from "../markdown/markdown-text.ts";
import { markdownSchema } from "../markdown/schema.ts";
import { editOf } from "./undo-groups.ts";

const state = EditorState.create({ doc: readMarkdown(markdownSchema(), "one two\n\nthree").doc });

test("tells typing from deleting and from everything else", () => {
  expect(editOf(state.tr.insertText("x", 1))).toEqual({ kind: "typing", hasBoundary: false });
  expect(editOf(state.tr.insertText(" ", 1))).toEqual({ kind: "typing", hasBoundary: true });
  expect(editOf(state.tr.insertText(".", 1))).toEqual({ kind: "typing", hasBoundary: true });
  expect(editOf(state.tr.delete(1, 2))).toEqual({ kind: "deleting", hasBoundary: false });
  expect(editOf(state.tr.delete(3, 5))).toEqual({ kind: "deleting", hasBoundary: true });
  expect(editOf(state.tr.insertText("x", 1, 3)).kind).toBe("other");
  expect(editOf(state.tr.split(3)).kind).toBe("other");
  expect(editOf(state.tr.delete(7, 11)).kind).toBe("other");
});
