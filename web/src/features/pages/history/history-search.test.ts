import { expect, it } from "vitest";

import { selectRevision, toHistorySearch, parseHistorySearch } from "./history-search.ts";

it("parses search parameters and writes them again", () => {
  expect(parseHistorySearch({})).toBeNull();
  expect(parseHistorySearch({ compare: "2" })).toBeNull();
  for (const search of [{ history: "" }, { revision: "3" }, { revision: "3", compare: "1" }]) {
    const selection = parseHistorySearch(search);
    expect(selection && toHistorySearch(selection)).toEqual(search);
  }
  expect(parseHistorySearch({ revision: "-3", history: "" })).toEqual({ revision: null, compare: null });
});

it("keeps comparing with the previous revision, and shows the first one itself", () => {
  expect(selectRevision({ revision: 5, compare: 2 }, 4)).toEqual({ revision: 4, compare: 3 });
  expect(selectRevision({ revision: 2, compare: 1 }, 1)).toEqual({ revision: 1, compare: null });
  expect(selectRevision({ revision: 5, compare: null }, 4)).toEqual({ revision: 4, compare: null });
});
