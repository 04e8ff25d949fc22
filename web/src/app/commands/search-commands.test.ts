import { expect, it } from "vitest";

import { groupCommands } from "./command-groups.ts";
import { searchCommands, searchPageCommand } from "./search-commands.tsx";

const scope = { organizationId: "northquay", projectId: "ferry-board" };
const page = {
  artifact: {
    artifactId: "a-1",
    title: "Runbook",
    type: "page" as const,
    projectId: null,
    serviceId: null,
    parentArtifactId: null,
    revision: 1,
    isUpdating: false,
    updatedAt: "2026-01-01T00:00:00Z",
    creator: null,
    writtenBy: "Built-in engine",
    staleSections: 0,
    heldSections: 0,
    isPlanned: true,
    isPinned: false,
  },
  sectionTitle: "Restart",
  excerpt: "",
};
const file = { repositoryId: "r-1", repositorySlug: "ferry", branch: "feature/tide", path: "api/src/delay.ts" };
const symbol = { ...file, name: "delayOf", kind: "method", parent: "Board", signature: "", startLine: 18, endLine: 24 };
const topic = { topicId: "t-1", title: "Tide tables" };
const nothing = { ...scope, pages: [], files: [], symbols: [], topics: [] };

it("lists each kind under its title, filtered by the server alone", () => {
  const commands = searchCommands({ ...scope, pages: [page], files: [file], symbols: [symbol], topics: [topic] });
  const groups = groupCommands({ text: "something else", commands });
  expect(groups.map(({ title, commands }) => [title, commands.map(({ label, detail }) => [label, detail])])).toEqual([
    ["Search Results", [["Runbook", "Restart"]]],
    ["Files", [["delay.ts", "api/src/delay.ts"]]],
    ["Symbols", [["Board.delayOf", "method · api/src/delay.ts:18"]]],
    ["External Context", [["Tide tables", undefined]]],
  ]);
});

it("opens a symbol at its lines on the branch it was found on", () => {
  expect(searchCommands({ ...nothing, symbols: [symbol] })[0]).toMatchObject({
    href: "/o/northquay/p/ferry-board/repositories/ferry/b/feature%2Ftide/api/src/delay.ts",
    hash: "L18-L24",
  });
});

it("shows a page once, with the section that fits best, and five rows of a kind at most", () => {
  const other = { ...page, sectionTitle: "Monitoring" };
  const files = Array.from({ length: 9 }, (_unused, index) => ({ ...file, path: `${index}.ts` }));
  const commands = searchCommands({ ...nothing, pages: [page, other], files });
  expect(commands.filter(({ group }) => group === "Search Results").map(({ detail }) => detail)).toEqual(["Restart"]);
  expect(commands.filter(({ group }) => group === "Files").map(({ label }) => label)).toEqual([
    "0.ts",
    "1.ts",
    "2.ts",
    "3.ts",
    "4.ts",
  ]);
});

it("links to the search page only for a non-empty text", () => {
  expect(searchPageCommand(scope, "  ")).toBeNull();
  expect(searchPageCommand(scope, " tide table ")).toMatchObject({
    href: "/o/northquay/p/ferry-board/search",
    search: { q: "tide table" },
  });
});
