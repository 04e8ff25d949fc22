import { expect, it } from "vitest";

import { filterSearch, isFiltering, noFilter, parseFilter, toTaskFilters } from "./task-filter.ts";

const service = "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0001";

it("reads what it wrote", () => {
  const filter = { text: "delay ", state: "in-review", service, assignee: "none", parent: service } as const;
  expect(parseFilter(filterSearch(filter))).toEqual(filter);
  expect(filterSearch(noFilter)).toEqual({});
});

it("takes what an address should not say as nothing", () => {
  expect(parseFilter({ state: "lost", service: "web", assignee: "", page: "2" })).toEqual(noFilter);
  expect(parseFilter({ q: "x".repeat(300) }).text).toHaveLength(200);
});

it("asks for what narrows alone", () => {
  expect(toTaskFilters({ ...noFilter, text: "  " })).toEqual({});
  expect(toTaskFilters({ text: " tide ", state: "todo", service, assignee: "none", parent: "none" })).toEqual({
    text: "tide",
    state: ["todo"],
    serviceId: service,
    assignee: "none",
    parentId: "none",
  });
  expect(isFiltering({ ...noFilter, text: " " })).toBe(false);
  expect(isFiltering({ ...noFilter, assignee: "none" })).toBe(true);
});
