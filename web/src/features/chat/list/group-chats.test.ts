import { expect, it } from "vitest";

import { groupChats } from "./group-chats.ts";

/** In the reader's own time zone, whichever that is. */
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour);

const chat = (title: string, date: Date) => ({
  sessionId: title,
  title,
  isStreaming: false,
  isError: false,
  updatedAt: date.toISOString(),
});

it("groups chats by days of the reader's calendar and keeps their order", () => {
  const now = at(2026, 3, 10, 1);
  const chats = [
    // The server's clock may be ahead.
    chat("ahead", at(2026, 3, 11)),
    chat("this night", at(2026, 3, 10, 0)),
    chat("last evening", at(2026, 3, 9, 23)),
    chat("a week ago", at(2026, 3, 3)),
    chat("before that", at(2026, 3, 2)),
    chat("this winter", at(2026, 1, 31)),
    chat("last winter", at(2025, 12, 31)),
  ];
  expect(groupChats(chats, now).map((group) => [group.label, group.chats.map(({ title }) => title)])).toEqual([
    ["Today", ["ahead", "this night"]],
    ["Yesterday", ["last evening"]],
    ["Previous 7 days", ["a week ago"]],
    ["March", ["before that"]],
    ["January", ["this winter"]],
    ["December 2025", ["last winter"]],
  ]);
  expect(groupChats([], now)).toEqual([]);
});
