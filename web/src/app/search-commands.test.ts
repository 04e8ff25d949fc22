import { expect, it } from "vitest";

import { groupCommands } from "./command-groups.ts";
import { searchCommands } from "./search-commands.tsx";

const place = { organizationId: "northquay", projectId: "ferry-board" };
const page = {
  artifact: {
    artifactId: "a-1",
    title: "Runbook",
    type: "page" as const,
    projectId: null,
    serviceId: null,
    isUpdating: false,
    updatedAt: "2026-01-01T00:00:00Z",
    creator: null,
    writtenBy: "Built-in engine",
  },
  sectionTitle: "Restart",
  excerpt: "",
};
const hit = {
  repositoryId: "r-1",
  repositorySlug: "ferry",
  branch: "feature/tide",
  commit: "c",
  path: "api/src/delay.ts",
  startLine: 18,
  endLine: 24,
  symbol: { name: "delay", kind: "function", signature: "" },
  excerpt: "",
  score: 1,
};

it("lists pages before code under one title, filtered by the server alone", () => {
  const commands = searchCommands({ ...place, pages: [page], code: [hit] });
  const groups = groupCommands({ text: "something else", commands });
  expect(groups.map(({ title }) => title)).toEqual(["Search Results"]);
  expect(groups[0]?.commands.map(({ label, detail }) => [label, detail])).toEqual([
    ["Runbook", "Restart"],
    ["delay", "api/src/delay.ts:18"],
  ]);
});

it("opens code at its lines on the branch it was found on", () => {
  const [command] = searchCommands({ ...place, pages: [], code: [{ ...hit, symbol: null }] });
  expect(command).toMatchObject({
    label: "delay.ts",
    href: "/o/northquay/p/ferry-board/repositories/ferry/b/feature%2Ftide/api/src/delay.ts",
    hash: "L18-L24",
  });
});

it("shows a page once, with the section that fits best, and a place in code once", () => {
  const other = { ...page, sectionTitle: "Monitoring" };
  const commands = searchCommands({ ...place, pages: [page, other], code: [hit, hit] });
  expect(commands.map(({ detail }) => detail)).toEqual(["Restart", "api/src/delay.ts:18"]);
});
