import type { ImplementationEvent } from "@cairn/contract/implementations";
import { expect, it } from "vitest";

import { groupByMinute } from "./group-by-minute.ts";

const at = (clock: string) => `2026-11-21T${clock}.000Z`;
const event = (
  type: ImplementationEvent["type"],
  [startedAt, completedAt]: [string, string | null],
  state: ImplementationEvent["state"] = completedAt === null ? null : "success",
): ImplementationEvent => ({
  type,
  state,
  startedAt: at(startedAt),
  completedAt: completedAt === null ? null : at(completedAt),
  summary: null,
});

const said = (events: ImplementationEvent[]) =>
  groupByMinute(events).map(({ items }) => items.map((item) => `${item.event.type} ${item.kind}`));

it("groups what happened by the minute of the clock, in the order in which it happened", () => {
  const events = [
    event("task-implementation", ["09:00:59", "09:02:00"], "error"),
    event("code-analysis", ["09:01:00", "09:01:20"]),
    event("build-implementation", ["09:01:20", "09:02:00"], "error"),
  ];
  expect(said(events)).toEqual([
    ["task-implementation started"],
    ["code-analysis completed", "build-implementation started"],
    ["task-implementation failed", "build-implementation failed"],
  ]);
});

it("says of what is under way that it started", () => {
  expect(said([event("code-analysis", ["09:01:00", null])])).toEqual([["code-analysis started"]]);
  expect(said([])).toEqual([]);
});
