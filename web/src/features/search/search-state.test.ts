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

it("survives serializing and parsing", () => {
  expect(parseSearchState(serializeSearchState(full))).toEqual(full);
});

it("omits default values", () => {
  expect(serializeSearchState(parseSearchState({}))).toEqual({});
  expect(serializeSearchState(parseSearchState({ q: "delay" }))).toEqual({ q: "delay" });
});

it("keeps texts that look like numbers or booleans", () => {
  expect(parseSearchState({ q: 404 }).text).toBe("404");
  expect(parseSearchState({ q: true }).text).toBe("true");
});

it("has only one scope, and a branch only with a repository", () => {
  expect(parseSearchState({ service: "s", repository: "r" })).toMatchObject({ serviceId: null, repositorySlug: "r" });
  expect(parseSearchState({ service: "s", branch: "main" })).toMatchObject({ serviceId: "s", branch: null });
});

it("truncates a text that the server would reject", () => {
  expect(parseSearchState({ q: "a".repeat(5000) }).text).toHaveLength(2000);
  expect(parseSearchState({ q: "a".repeat(5000), mode: "exact" }).text).toHaveLength(1000);
});

it("counts the filters of the current mode", () => {
  expect(countFilters(full)).toBe(6);
  expect(countFilters({ ...full, mode: "best" })).toBe(2);
});
