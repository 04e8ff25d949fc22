import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { expect, it } from "vitest";

import { emptyHistory, hasUndoneChanges, reduceHistory } from "./draft-history.ts";
import type { DraftHistory } from "./draft-history.ts";

const draft = (title: string): ArtifactDraft => ({ title, sections: [] });

/** The states of a draft while one message is answered, then its end. */
function turn(history: DraftHistory, ...states: ArtifactDraft[]): DraftHistory {
  const changed = states.reduce((all, one) => reduceHistory(all, { type: "arrived", draft: one, isAnswering: true }), history);
  return reduceHistory(changed, { type: "arrived", draft: states.at(-1) ?? history.server, isAnswering: false });
} // prettier-ignore

const [empty, one, two, three] = [draft(""), draft("One"), draft("Two"), draft("Three")];
const begun = reduceHistory(emptyHistory, { type: "arrived", draft: empty, isAnswering: true });

it("makes one step of everything that one message changed", () => {
  const history = turn(turn(begun, one, two), three);
  expect(history).toMatchObject({ current: three, past: [empty, two], future: [] });
  const back = reduceHistory(history, { type: "undo" });
  expect(back).toMatchObject({ current: two, future: [three] });
  expect(hasUndoneChanges(back)).toBe(true);
  expect(reduceHistory(back, { type: "redo" })).toMatchObject({ current: three, past: [empty, two], future: [] });
  expect(reduceHistory(reduceHistory(back, { type: "undo" }), { type: "undo" }).current).toBe(empty);
});

it("makes no step of an answer that changes nothing, nor of a draft that is opened", () => {
  const opened = turn(reduceHistory(emptyHistory, { type: "arrived", draft: two, isAnswering: false }));
  expect(opened).toMatchObject({ current: two, past: [], isInTurn: false });
  expect(turn(opened, { ...two }).past).toEqual([]);
});

it("forgets what was taken back when the draft goes another way", () => {
  const back = reduceHistory(turn(turn(begun, one), two), { type: "undo" });
  const sent = reduceHistory(back, { type: "arrived", draft: { ...one }, isAnswering: true });
  const history = turn(sent, three);
  expect(history).toMatchObject({ current: three, past: [empty, { title: "One" }], future: [] });
  expect(hasUndoneChanges(history)).toBe(false);
});

it("changes nothing by hand while the draft is being written", () => {
  const writing = reduceHistory(turn(begun, one), { type: "arrived", draft: two, isAnswering: true });
  expect(reduceHistory(writing, { type: "undo" })).toBe(writing);
});
