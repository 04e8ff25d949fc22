import { expect, it } from "vitest";

import { separateEndpoints } from "./separate-endpoints.ts";

const separate = (text: string) => {
  const { known, unresolved } = separateEndpoints(text.split(""), (one) => ({
    certainty: one === "?" ? "unknown" : one === "p" ? "partly" : /[al]/.test(one) ? "local" : "resolved",
    path: one === "a" ? "/api/boats" : "/boats",
    protocol: one === "q" ? "graphql" : "http",
  }));
  return `${known.join("")} ${unresolved.join("")}`;
};

it.each([
  ["none", "", " "],
  ["all known", "rpr", "rpr "],
  ["a few that are mounted nowhere", "r?pr", "rpr ?"],
  ["as many as are known", "r?", "r ?"],
  ["mostly unknown", "?r?", " ?r?"],
  ["what one file alone says", "ral", "ra l"],
  ["what single files alone say", "lal", " lal"],
  ["mostly unknown, beside another protocol", "?q?r", "q ??r"],
])("of a list with %s, shows what can be relied on", (_what, given, wanted) => {
  expect(separate(given)).toBe(wanted);
});
