import { expect, test } from "vitest";

import { hasUnseenText, reduceDescription, startDescription } from "./description-state.ts";
import type { DescriptionEvent, DescriptionState } from "./description-state.ts";

const saved = "Boats leave on time.\n\nCrews report delays.";

function after(...events: DescriptionEvent[]): DescriptionState {
  return events.reduce(reduceDescription, startDescription(saved));
}

const type = (text: string): DescriptionEvent => ({ type: "typed", text });
const sent: DescriptionEvent = { type: "sent", conversation: "c" };
const arrive = (text: string): DescriptionEvent => ({ type: "arrived", conversation: "c", text });

test("what the assistant changes waits for a decision and can be taken back", () => {
  const changed = after(sent, arrive(saved), arrive("Boats leave."));
  expect(changed).toMatchObject({ text: "Boats leave.", without: saved, lastBefore: saved, past: [saved] });
  expect(reduceDescription(changed, { type: "taken-back" })).toMatchObject({ text: saved, without: null });
  const accepted = reduceDescription(changed, { type: "accepted" });
  expect(accepted).toMatchObject({ text: "Boats leave.", without: null, lastBefore: saved });
  expect(reduceDescription(accepted, { type: "undo" })).toMatchObject({ text: saved });
});

test("several changes of one message are one step and one decision", () => {
  const state = after(sent, arrive(`${saved} One.`), arrive(`${saved} One. Two.`));
  expect(state).toMatchObject({ text: `${saved} One. Two.`, without: saved, past: [saved] });
});

test("what is typed while the assistant writes stays, and stays when its change is taken back", () => {
  const typed = `${saved}\n\nTyped by hand.`;
  const state = after(sent, type(typed), arrive(saved.replace("on time", "late")));
  expect(state.text).toBe(typed.replace("on time", "late"));
  expect(state.without).toBe(typed);
  const more = reduceDescription(state, type(`${state.text} And more.`));
  const back = reduceDescription(more, { type: "taken-back" });
  expect(back.text).toBe(`${typed} And more.`);
});

test("blanks that the server takes off are no change", () => {
  expect(after(type(`${saved}\n`), sent, arrive(saved))).toMatchObject({ text: `${saved}\n`, without: null });
});

test("the text of a conversation that is opened is only known, and can be taken on", () => {
  const opened = after(arrive("Another text."));
  expect(opened.text).toBe(saved);
  expect(hasUnseenText(opened, "c")).toBe(true);
  expect(hasUnseenText(opened, "other")).toBe(false);
  const adopted = reduceDescription(opened, { type: "adopted" });
  expect(adopted).toMatchObject({ text: "Another text.", without: saved });
  expect(hasUnseenText(adopted, "c")).toBe(false);
  expect(hasUnseenText(after(arrive(saved)), "c")).toBe(false);
});

test("a word is one step; another place or a blank begins the next", () => {
  const state = after(type(`${saved} `), type(`${saved} a`), type(`${saved} ab`), type(`${saved} ab `));
  const back = (from: DescriptionState) => reduceDescription(from, { type: "undo" });
  expect(back(state).text).toBe(`${saved} ab`);
  expect(back(back(state)).text).toBe(saved);
  expect(reduceDescription(back(state), { type: "redo" }).text).toBe(`${saved} ab `);
});

test("the editor's own undo is no new step", () => {
  const state = after(type(`${saved} one`), type(saved));
  expect(state).toMatchObject({ past: [], future: [`${saved} one`] });
});

test("what others save shows where nothing was changed, and is only known elsewhere", () => {
  expect(after({ type: "saved", text: "Theirs." })).toMatchObject({ text: "Theirs.", saved: "Theirs." });
  expect(after(type("Mine."), { type: "saved", text: "Theirs." })).toMatchObject({ text: "Mine.", saved: "Theirs." });
});
