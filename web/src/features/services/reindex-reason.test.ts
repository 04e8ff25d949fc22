import type { Indexing } from "@cairn/contract/indexing";
import { expect, it } from "vitest";

import { reindexReason } from "./reindex-reason.ts";

const now = new Date(2026, 10, 20, 12, 0).getTime();
const ready: Indexing = {
  state: "ready",
  progress: 100,
  label: null,
  error: null,
  lastIndexedAt: null,
  commit: null,
  failedFileCount: 0,
  failedFiles: [],
};

function indexedHoursAgo(hours: number): Indexing {
  return { ...ready, lastIndexedAt: new Date(now - hours * 3_600_000).toISOString() };
}

it("allows the first index and one after 24 hours", () => {
  expect(reindexReason({ ...ready, state: "never" }, now)).toBeUndefined();
  expect(reindexReason(indexedHoursAgo(24), now)).toBeUndefined();
});

it("allows another try after one that failed", () => {
  expect(reindexReason({ ...indexedHoursAgo(1), state: "failed" }, now)).toBeUndefined();
});

it("says when it will be possible again", () => {
  expect(reindexReason(indexedHoursAgo(23), now)).toBe("Possible again Today 13:00");
});

it.each(["queued", "cloning", "analyzing"] as const)("refuses while %s", (state) => {
  expect(reindexReason({ ...indexedHoursAgo(100), state }, now)).toBe("It is being indexed right now");
});
