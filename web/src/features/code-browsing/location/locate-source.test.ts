import { expect, it } from "vitest";

import { cutSnippet, locateSource, locateTask, locateTopic } from "./locate-source.ts";

const commit = "3fa9c1e".padEnd(40, "0");
const source = { repositoryId: "r-1", path: "api/src/delay.ts", startLine: 18, endLine: 24, commit, hash: "" };
const project = { organizationId: "northquay", projectId: "ferry-board" };

it("links to the lines at the commit of the source", () => {
  expect(locateSource(project, source, "ferry")).toMatchObject({
    label: "delay.ts lines 18 to 24",
    location: "api/src/delay.ts:18-24",
    version: "3fa9c1e",
    link: { href: `/o/northquay/p/ferry-board/repositories/ferry/b/${commit}/api/src/delay.ts`, hash: "L18-L24" },
  });
});

it("shows the location of a source whose repository is missing", () => {
  const target = locateSource(project, { ...source, endLine: 18 }, null);
  expect(target).toMatchObject({ location: "api/src/delay.ts:18", label: "delay.ts line 18", link: null });
});

it("names a topic by its title and links to its lines", () => {
  const topicId = "3c169e58-37f6-4e40-b3f8-ce328ef35708";
  expect(locateTopic(project, { ...source, path: `tide-tables/${topicId}.md` }, topicId)).toMatchObject({
    label: "Tide tables lines 18 to 24",
    location: "Tide tables:18-24",
    link: { href: `/o/northquay/p/ferry-board/external-context/${topicId}`, hash: "L18-L24" },
  });
});

it("calls a task by its name and says as of when it is cited", () => {
  const cited = { ...source, path: "tasks/FB-9.md", commit: "2026-03-02T09:30:00.000Z" };
  expect(locateTask(project, cited, "FB-9")).toMatchObject({
    label: "FB-9 lines 18 to 24",
    location: "FB-9:18-24",
    version: expect.stringMatching(/\d\d:30$/),
    link: { href: "/o/northquay/p/ferry-board/tasks/r-1" },
  });
});

it("cuts the cited lines out of the file and counts what it leaves out", () => {
  const content = Array.from({ length: 40 }, (_unused, index) => `line ${index + 1}`).join("\n");
  const file = {
    path: "a.tsx",
    content,
    encoding: "utf-8" as const,
    kind: "file" as const,
    size: 1,
    lfsSize: null,
    language: "typescript",
    oid: "",
    commit,
  };
  const snippet = cutSnippet(file, { ...source, startLine: 20, endLine: 35 });
  expect(snippet).toMatchObject({ startLine: 20, language: "tsx", hiddenCount: 4 });
  expect(snippet.lines).toHaveLength(12);
  expect(snippet.lines[0]).toBe("line 20");
});
