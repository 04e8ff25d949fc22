import { maxSections } from "@cairn/contract/page-sections";
import { expect, test } from "vitest";

import { emptyPage, newSection, withKind } from "./editor-page.ts";
import type { EditorPage, EditorSection } from "./editor-page.ts";
import { editorReducer, startEditing } from "./editor-state.ts";
import type { EditorAction, EditorState } from "./editor-state.ts";

const section = (sectionId: string, change: Partial<EditorSection> = {}): EditorSection => ({
  ...newSection("static"),
  sectionId,
  title: sectionId.toUpperCase(),
  content: `Text of ${sectionId}`,
  ...change,
});
const page: EditorPage = { title: "Overview", sections: [section("a"), section("b"), section("c")] };

const run = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(editorReducer, state);
const ids = ({ page: { sections } }: EditorState) => sections.map(({ sectionId }) => sectionId).join("");

/** One keystroke after the other at the end of the page's title. */
function typeTitle(state: EditorState, text: string): EditorState {
  return Array.from(text).reduce((now, letter) => run(now, { type: "retitle", title: now.page.title + letter }), state);
}

test("typing is undone and redone word by word", () => {
  const typed = typeTitle(startEditing({ ...page, title: "" }), "Dogs bark, loudly");
  const titles: string[] = [];
  let state = typed;
  while (state.past.length > 0) {
    state = run(state, { type: "undo" });
    titles.push(state.page.title);
  }
  expect(titles).toEqual(["Dogs bark, ", "Dogs bark,", "Dogs ", ""]);
  expect(run(state, { type: "redo" }, { type: "redo" }).page.title).toBe("Dogs bark,");
});

test("deleting after typing, another field, and a paste each start a new step", () => {
  const prompt = (value: string): EditorAction => ({ type: "type", sectionId: "a", field: "prompt", value });
  let state = run(startEditing(page), prompt("W"), prompt("Wh"), prompt("W"), prompt("Why so many words at once?"));
  state = run(state, { type: "type", sectionId: "a", field: "title", value: "AA" });
  const prompts: string[] = [];
  while (state.past.length > 0) {
    state = run(state, { type: "undo" });
    prompts.push(state.page.sections[0]?.prompt ?? "");
  }
  expect(prompts).toEqual(["Why so many words at once?", "W", "Wh", ""]);
});

test("typing in a rich editor is one step until another action", () => {
  const rich = (value: string): EditorAction => ({ type: "type", sectionId: "b", field: "rich-content", value });
  const state = run(startEditing(page), rich("One"), rich("One two. "), rich("One two. Three"), {
    type: "move",
    sectionId: "b",
    index: 0,
  });
  expect(run(state, { type: "undo" }).page.sections[1]?.content).toBe("One two. Three");
  expect(run(state, { type: "undo" }, { type: "undo" }).page).toEqual(page);
});

test("adding, removing, moving and switching the kind are steps with their section", () => {
  const started = startEditing(page);
  const changed = run(
    started,
    { type: "add", section: section("x"), index: 1 },
    { type: "move", sectionId: "c", index: 0 },
    { type: "remove", sectionId: "b" },
    { type: "change", sectionId: "a", change: (one) => withKind(one, "auto") },
  );
  expect(ids(changed)).toBe("cax");
  expect(changed.past.map((step) => step.sectionId)).toEqual(["x", "c", "b", "a"]);
  const undo: EditorAction = { type: "undo" };
  const back = run(changed, undo, undo);
  expect([ids(back), back.lastUndo.sectionId]).toEqual(["caxb", "b"]);
  expect(run(changed, undo, undo, undo, undo).page).toEqual(page);
  expect(
    run(changed, undo, undo, undo, undo, ...Array.from({ length: 4 }, (): EditorAction => ({ type: "redo" }))).page,
  ).toEqual(changed.page);
});

test("a new step clears the redo history", () => {
  const state = run(startEditing(page), { type: "remove", sectionId: "a" }, { type: "undo" });
  expect(run(state, { type: "retitle", title: "Other" }).future).toEqual([]);
});

test("two hundred steps are kept, and an action without change adds none", () => {
  let state = startEditing(page);
  for (let count = 0; count < 250; count += 1)
    state = run(state, { type: "move", sectionId: "a", index: 1 - (count % 2) });
  expect(state.past).toHaveLength(200);
  expect(run(startEditing(page), { type: "move", sectionId: "a", index: 0 }).past).toEqual([]);
  expect(run(startEditing(page), { type: "type", sectionId: "gone", field: "title", value: "x" }).past).toEqual([]);
  expect(run(startEditing(page), { type: "retitle", title: page.title }).past).toEqual([]);
});

test("moving stops at the ends, a section is added only once, and a full page accepts no more", () => {
  const state = run(
    startEditing(page),
    { type: "move", sectionId: "a", index: 99 },
    { type: "move", sectionId: "b", index: -4 },
  );
  expect(ids(state)).toBe("bca");
  expect(ids(run(state, { type: "add", section: section("a"), index: 0 }))).toBe("bca");
  const full = startEditing({
    ...emptyPage(),
    sections: Array.from({ length: maxSections }, (_, at) => section(`s${at}`)),
  });
  expect(run(full, { type: "add", section: section("x"), index: 0 }).page).toBe(full.page);
});
