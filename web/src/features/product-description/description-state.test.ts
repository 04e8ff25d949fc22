import { expect, test } from "vitest";

import { hasUnseenText, reduceDescription, startDescription } from "./description-state.ts";
import type { DescriptionEvent, DescriptionState } from "./description-state.ts";

const saved = "Boats leave on time.\n\nCrews report delays.";

function after(...events: DescriptionEvent[]): DescriptionState {
  return events.reduce(reduceDescription, startDescription(saved));
}

const type = (text: string): DescriptionEvent => ({ type: "typed", text });
const sent: DescriptionEvent = { type: "sent", conversation: "c" };
const receive = (text: string): DescriptionEvent => ({ type: "received", conversation: "c", text });

test("a change of the assistant waits for a decision and can be undone", () => {
  const changed = after(sent, receive(saved), receive("Boats leave."));
  expect(changed).toMatchObject({
    text: "Boats leave.",
    textWithoutChange: saved,
    textBeforeChange: saved,
    past: [saved],
  });
  expect(reduceDescription(changed, { type: "change-undone" })).toMatchObject({ text: saved, textWithoutChange: null });
  const accepted = reduceDescription(changed, { type: "change-accepted" });
  expect(accepted).toMatchObject({ text: "Boats leave.", textWithoutChange: null, textBeforeChange: saved });
  expect(reduceDescription(accepted, { type: "undo" })).toMatchObject({ text: saved });
});

test("several changes of one message are one step and one decision", () => {
  const state = after(sent, receive(`${saved} One.`), receive(`${saved} One. Two.`));
  expect(state).toMatchObject({ text: `${saved} One. Two.`, textWithoutChange: saved, past: [saved] });
});

test("text typed during a change is kept, also when the change is undone", () => {
  const typed = `${saved}\n\nTyped by hand.`;
  const state = after(sent, type(typed), receive(saved.replace("on time", "late")));
  expect(state.text).toBe(typed.replace("on time", "late"));
  expect(state.textWithoutChange).toBe(typed);
  const more = reduceDescription(state, type(`${state.text} And more.`));
  const back = reduceDescription(more, { type: "change-undone" });
  expect(back.text).toBe(`${typed} And more.`);
});

test("whitespace trimmed by the server is no change", () => {
  expect(after(type(`${saved}\n`), sent, receive(saved))).toMatchObject({
    text: `${saved}\n`,
    textWithoutChange: null,
  });
});

test("the text of an opened conversation is not shown until it is adopted", () => {
  const opened = after(receive("Another text."));
  expect(opened.text).toBe(saved);
  expect(hasUnseenText(opened, "c")).toBe(true);
  expect(hasUnseenText(opened, "other")).toBe(false);
  const adopted = reduceDescription(opened, { type: "server-text-adopted" });
  expect(adopted).toMatchObject({ text: "Another text.", textWithoutChange: saved });
  expect(hasUnseenText(adopted, "c")).toBe(false);
  expect(hasUnseenText(after(receive(saved)), "c")).toBe(false);
});

test("a word is one step; a space or another position starts the next", () => {
  const state = after(type(`${saved} `), type(`${saved} a`), type(`${saved} ab`), type(`${saved} ab `));
  const back = (from: DescriptionState) => reduceDescription(from, { type: "undo" });
  expect(back(state).text).toBe(`${saved} ab`);
  expect(back(back(state)).text).toBe(saved);
  expect(reduceDescription(back(state), { type: "redo" }).text).toBe(`${saved} ab `);
});

test("the editor's own undo adds no step", () => {
  const state = after(type(`${saved} one`), type(saved));
  expect(state).toMatchObject({ past: [], future: [`${saved} one`] });
});

test("a text saved by others replaces an unchanged field only", () => {
  expect(after({ type: "saved", text: "Theirs." })).toMatchObject({ text: "Theirs.", saved: "Theirs." });
  expect(after(type("Mine."), { type: "saved", text: "Theirs." })).toMatchObject({ text: "Mine.", saved: "Theirs." });
});
