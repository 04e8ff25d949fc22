import type { ProjectChange } from "@cairn/contract/project-changes";
import { expect, it } from "vitest";

import { applyChange, joinStale, reconnectDelayMs, unconnected, type FeedState, type Stale } from "./change-state.ts";

const change = (sequence: number): ProjectChange => ({ sequence, type: "artifact", id: "a-1", operation: "updated" });
const at = (last: number | null, rest: Partial<FeedState> = {}): FeedState => ({
  last,
  isConnected: true,
  failures: 0,
  ...rest,
});
const batch = (...sequences: number[]) => ({
  type: "changes" as const,
  sequence: sequences.at(-1) ?? 0,
  changes: sequences.map(change),
});

const nothing: Stale = { kind: "nothing" };
const everything: Stale = { kind: "everything" };
const some = (...sequences: number[]): Stale => ({ kind: "changes", changes: sequences.map(change) });

it.each<[string, FeedState, ReturnType<typeof batch>, ReturnType<typeof applyChange>]>([
  ["takes what follows", at(4), batch(5, 6), { state: at(6), stale: some(5, 6) }],
  ["leaves out what it has seen", at(5), batch(4, 5, 6), { state: at(6), stale: some(6) }],
  ["hears that nothing came", at(4), { ...batch(), sequence: 4 }, { state: at(4), stale: nothing }],
  ["does not go back", at(7), batch(5, 6), { state: at(7), stale: nothing }],
  ["loads everything after a gap", at(4), batch(6), { state: at(6), stale: everything }],
  [
    "loads everything where the end is missing",
    at(4),
    { ...batch(5), sequence: 6 },
    { state: at(6), stale: everything },
  ],
  ["loads everything where it knew nothing", at(null), batch(5), { state: at(5), stale: everything }],
  ["is connected again", at(4, { failures: 3 }), { ...batch(), sequence: 4 }, { state: at(4), stale: nothing }],
])("%s", (_name, state, event, expected) => {
  expect(applyChange(state, event)).toEqual(expected);
});

it("loads everything when the server says so, also where its numbers begin anew", () => {
  expect(applyChange(at(900), { type: "reload", sequence: 3 })).toEqual({
    state: at(3),
    stale: everything,
  });
});

it("keeps its number when the connection is lost, and asks by itself only until there is one again", () => {
  const first = applyChange(at(4), { type: "lost", isRefused: false });
  expect(first).toEqual({ state: at(4, { isConnected: false, failures: 1 }), stale: nothing });
  const second = applyChange(first.state, { type: "lost", isRefused: true });
  expect(second).toEqual({ state: at(4, { isConnected: false, failures: 2 }), stale: { kind: "access" } });
  expect(applyChange(second.state, { type: "poll" }).stale).toEqual(everything);
  expect(applyChange(unconnected, { type: "poll" }).stale).toEqual(everything);
  expect(applyChange(at(4), { type: "poll" }).stale).toEqual(nothing);
});

it.each<[Stale, Stale, Stale]>([
  [nothing, some(1), some(1)],
  [some(1), nothing, some(1)],
  [some(1), some(2), some(1, 2)],
  [some(1), everything, everything],
  [everything, some(1), everything],
  [{ kind: "access" }, { kind: "access" }, { kind: "access" }],
  [{ kind: "access" }, some(1), everything],
])("joins %o and %o", (one, other, joined) => {
  expect(joinStale(one, other)).toEqual(joined);
});

it("waits longer after each failure, up to half a minute, and not as long as everybody else", () => {
  expect([1, 2, 3, 7, 50].map((failures) => reconnectDelayMs(failures, 1))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  expect(reconnectDelayMs(3, 0)).toBe(2000);
});
