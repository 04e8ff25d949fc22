import { expect, it } from "vitest";

import { atRevision, historySearch, readHistoryPlace } from "./history-address.ts";

it("reads what was asked for and writes it again", () => {
  expect(readHistoryPlace({})).toBeNull();
  expect(readHistoryPlace({ compare: "2" })).toBeNull();
  for (const search of [{ history: "" }, { revision: "3" }, { revision: "3", compare: "1" }]) {
    const place = readHistoryPlace(search);
    expect(place && historySearch(place)).toEqual(search);
  }
  expect(readHistoryPlace({ revision: "-3", history: "" })).toEqual({ revision: null, compare: null });
});

it("goes on comparing with the one before, and reads the first one", () => {
  expect(atRevision({ revision: 5, compare: 2 }, 4)).toEqual({ revision: 4, compare: 3 });
  expect(atRevision({ revision: 2, compare: 1 }, 1)).toEqual({ revision: 1, compare: null });
  expect(atRevision({ revision: 5, compare: null }, 4)).toEqual({ revision: 4, compare: null });
});
