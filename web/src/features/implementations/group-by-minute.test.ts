import type { ImplementationComment } from "@cairn/contract/implementation-comments";
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

const written = {
  createdBy: null,
  agent: null,
  createdAt: at("09:03:40"),
  editedAt: null,
  file: null,
  suggestion: null,
};

const said = (events: ImplementationEvent[], comments: ImplementationComment[] = []) =>
  groupByMinute(events, comments).map(({ items }) =>
    items.map((item) => `${"event" in item ? item.event.type : item.comment.message} ${item.kind}`),
  );

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

it("tells what was said between the phases, and once that a thread was dealt with", () => {
  const [commentId, answerId] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const comment = { ...written, commentId, threadId: commentId, message: "Why?", resolvedAt: at("09:05:00") };
  const answer = { ...comment, commentId: answerId, message: "So", createdAt: at("09:04:10") };
  expect(said([event("code-analysis", ["09:01:00", "09:03:30"])], [answer, comment])).toEqual([
    ["code-analysis started"],
    ["code-analysis completed", "Why? commented"],
    ["So commented"],
    ["Why? resolved"],
  ]);
});
