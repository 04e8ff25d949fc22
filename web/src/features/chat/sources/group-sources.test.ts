import { expect, it } from "vitest";

import { groupSources } from "./group-sources.ts";

function target(location: string, version = "3fa9c1e") {
  return {
    key: `${location}@${version}`,
    label: location,
    location,
    version,
    link: null,
    loadSnippet: () => Promise.reject(new Error("not asked for")),
  };
}

it("groups the sources of an answer by file and line, and keeps their numbers", () => {
  const files = groupSources([target("src/delay.ts:18-24"), target("README.md:3"), target("src/delay.ts:7")]);
  expect(files.map(({ name, folder }) => [name, folder])).toEqual([
    ["delay.ts", "src"],
    ["README.md", ""],
  ]);
  expect(files[0]?.citations.map(({ number, lines }) => [number, lines])).toEqual([
    [3, "7"],
    [1, "18–24"],
  ]);
});

it("keeps versions of a file apart, and shows versions only where there are several", () => {
  expect(groupSources([target("a.ts:1"), target("a.ts:9")]).map(({ version }) => version)).toEqual([null]);
  const files = groupSources([target("a.ts:1"), target("a.ts:1", "0000001")]);
  expect(files.map(({ version }) => version)).toEqual(["3fa9c1e", "0000001"]);
});
