import { expect, it } from "vitest";

import { countFilters, parseSearchState, serializeSearchState } from "./search-state.ts";

const full = {
  text: " delay(",
  mode: "exact" as const,
  isCaseSensitive: true,
  isWord: true,
  isRegex: true,
  paths: "src/**, !*.test.ts",
  serviceId: null,
  repositorySlug: "ferry-board",
  branch: "feature/tide",
};

it("comes back from the address as it was", () => {
  expect(parseSearchState(serializeSearchState(full))).toEqual(full);
});

it("says nothing of what is as at the start", () => {
  expect(serializeSearchState(parseSearchState({}))).toEqual({});
  expect(serializeSearchState(parseSearchState({ q: "delay" }))).toEqual({ q: "delay" });
});

it("keeps texts that look like numbers or truth", () => {
  expect(parseSearchState({ q: 404 }).text).toBe("404");
  expect(parseSearchState({ q: true }).text).toBe("true");
});

it("looks in one place only, and at a branch only of a repository", () => {
  expect(parseSearchState({ service: "s", repository: "r" })).toMatchObject({ serviceId: null, repositorySlug: "r" });
  expect(parseSearchState({ service: "s", branch: "main" })).toMatchObject({ serviceId: "s", branch: null });
});

it("cuts a text that no server would take", () => {
  expect(parseSearchState({ q: "a".repeat(5000) }).text).toHaveLength(2000);
  expect(parseSearchState({ q: "a".repeat(5000), mode: "exact" }).text).toHaveLength(1000);
});

it("counts what narrows the search in its mode", () => {
  expect(countFilters(full)).toBe(6);
  expect(countFilters({ ...full, mode: "best" })).toBe(2);
});
