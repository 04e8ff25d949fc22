import { expect, it } from "vitest";

import { interpretTaskQuestion } from "./interpret-task-question.ts";

const id = "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11";
const words = (text: string) => interpretTaskQuestion(text).terms.map(({ word }) => word);

it.each([
  ["What is FB-9 about?", ["FB-9"], []],
  ["what is the state of fb-9 and @FB-12?", ["FB-9", "FB-12"], []],
  ["Who has FB-9?", ["FB-9"], []],
  ["Where does FB-9 land?", ["FB-9"], []],
  ["Summarize FB-9", ["FB-9"], []],
  ["Which criteria of FB-9 are left?", ["FB-9"], []],
  ["How do I start with FB-9?", ["FB-9"], []],
  ["How is the delay computed that FB-9 changes?", ["FB-9"], ["delay", "computed"]],
  ["Is UTF-8 supported?", ["UTF-8"], ["supported"]],
])("%j names %j and is about %j", (text, names, about) => {
  expect(interpretTaskQuestion(text).names).toEqual(names);
  expect(words(text)).toEqual(about);
});

it("takes the id of a mention, and none of its words", () => {
  const found = interpretTaskQuestion(`What is [FB-9 Show tides](cairn:task/${id}) about?`);
  expect(found).toMatchObject({ names: [], taskIds: [id], rest: "What is about?", terms: [] });
});

it.each([
  ["Which tasks touch the login?", ["login"], {}],
  ["what tasks are there about delays", ["delays"], {}],
  ["Which tasks are in review?", [], { states: ["in-review"] }],
  ["How many tasks are open?", [], { states: null }],
  ["Which tasks are in progress or done?", [], { states: ["in-progress", "done"] }],
  ["Which tasks are blocked?", [], { isBlocked: true }],
  ["my tasks", [], { isMine: true }],
  ["Are there unassigned tasks about the board?", [], { isUnassigned: true }],
  ["What should I work on next?", [], { isNext: true }],
  ["tasks about sailings that are cancelled", ["sailings", "cancelled"], {}],
])("%j asks for tasks about %j, %j", (text, about, listing) => {
  expect(words(text)).toEqual(about);
  expect(interpretTaskQuestion(text).listing).toMatchObject(listing);
});

it.each([
  "How are delays computed?",
  "Which background tasks are there?",
  "Which tasks run at night?",
  "What tasks does the worker have scheduled?",
  "How is a task stored?",
  "Which endpoints are there?",
  "What changed most recently?",
])("%j asks for no tasks of the team", (text) => {
  expect(interpretTaskQuestion(text)).toMatchObject({ names: [], listing: null });
});
