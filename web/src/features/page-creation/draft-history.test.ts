import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { expect, it } from "vitest";

import { emptyHistory, hasUndoneChanges, reduceHistory } from "./draft-history.ts";
import type { DraftHistory } from "./draft-history.ts";

const draft = (title: string): ArtifactDraft => ({ title, sections: [] });

/** The states of a draft during one answer, then its end. */
function answer(history: DraftHistory, ...states: ArtifactDraft[]): DraftHistory {
  const changed = states.reduce(
    (all, one) => reduceHistory(all, { type: "received", draft: one, isAnswering: true }),
    history,
  );
  return reduceHistory(changed, { type: "received", draft: states.at(-1) ?? history.server, isAnswering: false });
}

const [empty, one, two, three] = [draft(""), draft("One"), draft("Two"), draft("Three")];
const initial = reduceHistory(emptyHistory, { type: "received", draft: empty, isAnswering: true });

it("makes one step of all changes of one answer", () => {
  const history = answer(answer(initial, one, two), three);
  expect(history).toMatchObject({ current: three, past: [empty, two], future: [] });
  const back = reduceHistory(history, { type: "undo" });
  expect(back).toMatchObject({ current: two, future: [three] });
  expect(hasUndoneChanges(back)).toBe(true);
  expect(reduceHistory(back, { type: "redo" })).toMatchObject({ current: three, past: [empty, two], future: [] });
  expect(reduceHistory(reduceHistory(back, { type: "undo" }), { type: "undo" }).current).toBe(empty);
});

it("adds no step for an answer without changes, nor for opening a draft", () => {
  const opened = answer(reduceHistory(emptyHistory, { type: "received", draft: two, isAnswering: false }));
  expect(opened).toMatchObject({ current: two, past: [], isInStep: false });
  expect(answer(opened, { ...two }).past).toEqual([]);
});

it("clears the redo history when the draft changes after an undo", () => {
  const back = reduceHistory(answer(answer(initial, one), two), { type: "undo" });
  const sent = reduceHistory(back, { type: "received", draft: { ...one }, isAnswering: true });
  const history = answer(sent, three);
  expect(history).toMatchObject({ current: three, past: [empty, { title: "One" }], future: [] });
  expect(hasUndoneChanges(history)).toBe(false);
});

it("ignores undo while an answer changes the draft", () => {
  const writing = reduceHistory(answer(initial, one), { type: "received", draft: two, isAnswering: true });
  expect(reduceHistory(writing, { type: "undo" })).toBe(writing);
});

it("makes a step of a change that comes together with the end of its answer", () => {
  const opened = reduceHistory(emptyHistory, { type: "received", draft: one, isAnswering: false });
  const requested = reduceHistory(opened, { type: "received", draft: one, isAnswering: true });
  const history = reduceHistory(requested, { type: "received", draft: two, isAnswering: false });
  expect(history).toMatchObject({ current: two, past: [one], isInStep: false });
  const reloaded = reduceHistory(history, { type: "received", draft: three, isAnswering: false });
  expect(reloaded).toMatchObject({ current: three, past: [one] });
});
