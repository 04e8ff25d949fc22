import { expect, it } from "vitest";

import { resolveMentionTarget } from "./mention-target.ts";

const project = { organizationId: "northquay", projectId: "ferry board" };
const known = {
  pageIds: new Set(["page-1"]),
  taskTarget: (taskId: string) => ({ kind: "gone" as const, note: `task ${taskId} not found` }),
  repositories: [{ repositoryId: "r-1", slug: "ferry-board", mainBranch: "main" }],
};
const productPath = "/o/northquay/p/ferry%20board";

it("links pages and lines of files, and not people", () => {
  expect(resolveMentionTarget({ kind: "page", artifactId: "page-1" }, project, known)).toEqual({
    kind: "link",
    href: `${productPath}/artifacts/page-1`,
  });
  const file = { kind: "file" as const, repositoryId: "r-1", path: "src/a b#.ts", lines: { start: 3, end: 9 } };
  expect(resolveMentionTarget(file, project, known)).toEqual({
    kind: "link",
    href: `${productPath}/repositories/ferry-board/b/main/src/a%20b%23.ts`,
    hash: "L3-L9",
  });
  expect(resolveMentionTarget({ kind: "task", taskId: "t" }, project, known)).toEqual(known.taskTarget("t"));
  expect(resolveMentionTarget({ kind: "person", userId: "u" }, project, known)).toEqual({ kind: "name" });
});

it("marks what no longer exists, once everything is loaded", () => {
  expect(resolveMentionTarget({ kind: "page", artifactId: "gone" }, project, known).kind).toBe("gone");
  const file = { kind: "file" as const, repositoryId: "gone", path: "a.ts", lines: null };
  expect(resolveMentionTarget(file, project, known).kind).toBe("gone");
  const unknown = { ...known, pageIds: null, repositories: null };
  expect(resolveMentionTarget({ kind: "page", artifactId: "gone" }, project, unknown).kind).toBe("link");
  expect(resolveMentionTarget(file, project, unknown).kind).toBe("name");
});
