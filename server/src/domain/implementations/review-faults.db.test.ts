import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

import { listComments as commentsEndpoint } from "@cairn/contract/implementation-comments";
import { getImplementationDiff as diffEndpoint, type Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { reviewBranch } from "#server/domain/implementations/branches/review-branch.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { previewMerge } from "#server/domain/implementations/merge/preview-merge.ts";
import { getChangeOverview } from "#server/domain/implementations/overview/get-change-overview.ts";
import { getImplementationDiff } from "#server/domain/implementations/reading/get-implementation-diff.ts";
import { listImplementations } from "#server/domain/implementations/reading/list-implementations.ts";
import { listReviews } from "#server/domain/implementations/reading/list-reviews.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  implement,
  makeRunProject,
  read,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { removeMember } from "#server/domain/members/remove-member.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

const run = promisify(execFile);

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const keyOf = (project: RunProject, { implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});
const merge = (project: RunProject, one: Implementation) =>
  mergeImplementation(project.ctx, { ...keyOf(project, one), head: one.head ?? "" });
const diffOf = async (project: RunProject, one: Implementation) =>
  diffEndpoint.response.parse(
    await getImplementationDiff(project.ctx, { ...keyOf(project, one), before: 4, after: 2 }),
  );

/** A branch that somebody pushed, in review and proven. */
async function reviewPushed(project: RunProject, files: Record<string, string>): Promise<Implementation> {
  await commitOnTop(project, { parent: project.base, ref: "refs/heads/pushed", files });
  return await reviewBranchOf(project, "pushed");
}

async function reviewBranchOf(project: RunProject, branch: string): Promise<Implementation> {
  const { ctx, organizationId, projectId, repositoryId } = project;
  const begun = await reviewBranch(ctx, { organizationId, projectId, repositoryId, branch });
  return await workThrough(world, project, begun);
}

describe("a base that is force-pushed under a review", () => {
  it("is merged into where it holds what the change stands on", async () => {
    const project = await makeRunProject(world);
    const later = await commitOnTop(project, {
      parent: project.base,
      ref: "refs/heads/main",
      files: { "src/secret.ts": "export const key = 1;\n" },
    });
    await project.git("update-ref", "refs/heads/main", project.base);
    const one = await implement(world, project);
    expect(one.base).toBe(project.base);
    await project.git("update-ref", "refs/heads/main", later);
    await project.git("update-ref", "refs/heads/main", project.base);
    expect(await merge(project, one)).toMatchObject({ state: "merged" });
  });

  it("is not given back what was taken out of it, and says so", async () => {
    const project = await makeRunProject(world);
    const secret = { "src/secret.ts": "export const key = 1;\n" };
    await commitOnTop(project, { parent: project.base, ref: "refs/heads/main", files: secret });
    const one = await implement(world, project);
    expect(one.canMerge).toBe(true);
    await project.git("update-ref", "refs/heads/main", project.base);
    const now = await read(project, one);
    expect(now).toMatchObject({
      canMerge: false,
      mergeObstacles: [{ kind: "branch", message: expect.stringMatching(/“main” was rewritten: a commit .+ gone/) }],
    });
    await expect(merge(project, one)).rejects.toMatchObject({ code: "conflict", message: /rewritten/ });
    expect(await project.git("rev-parse", "main")).toBe(project.base);
    expect(await project.git("ls-tree", "-r", "--name-only", "main")).not.toContain("secret");
    expect((await diffOf(project, one)).files.map(({ path }) => path)).toEqual(["src/tides.ts"]);
    const { content } = await listReviews(project.ctx, { ...keyOf(project, one), page: 1, limit: 100 });
    expect(content[0]?.mergeObstacles[0]?.message).toContain("rewritten");
  });

  it("says that it has nothing in common any more, and shows the diff", async () => {
    const project = await makeRunProject(world);
    const one = await implement(world, project);
    const tree = await project.git("rev-parse", `${project.base}^{tree}`);
    const alone = await project.git("commit-tree", tree, "-m", "Begin anew");
    await project.git("update-ref", "refs/heads/main", alone);
    expect(await read(project, one)).toMatchObject({ canMerge: false, mergeObstacles: [{ kind: "branch" }] });
    await expect(merge(project, one)).rejects.toMatchObject({ code: "conflict" });
    expect(await project.git("rev-parse", "main")).toBe(alone);
    expect((await diffOf(project, one)).files).toHaveLength(1);
  });

  it("is named where the branch is gone", async () => {
    const project = await makeRunProject(world);
    const one = await implement(world, project);
    await project.git("update-ref", "-d", "refs/heads/main");
    const message = "The repository has no branch “main” any more.";
    expect(await read(project, one)).toMatchObject({ canMerge: false, mergeObstacles: [{ message }] });
    await expect(merge(project, one)).rejects.toMatchObject({ code: "conflict", message });
    await expect(previewMerge(project.ctx, keyOf(project, one))).resolves.toMatchObject({ tip: null });
    expect((await diffOf(project, one)).files).toHaveLength(1);
  });
});

it("is read and merged where somebody deleted its branch", async () => {
  const project = await makeRunProject(world);
  const one = await implement(world, project);
  await project.git("update-ref", "-d", `refs/heads/${one.workingBranch}`);
  await project.git("gc", "--quiet", "--prune=now");
  expect(await read(project, one)).toMatchObject({ canMerge: true });
  expect((await diffOf(project, one)).files).toHaveLength(1);
  expect(await merge(project, one)).toMatchObject({ state: "merged", task: { state: "done" } });
});

it("says in words that its repository is gone, wherever somebody looks, and merges nothing", async () => {
  const project = await makeRunProject(world);
  const one = await implement(world, project);
  const key = keyOf(project, one);
  await addComment(project.ctx, { ...key, message: "Why?", file: { filename: "src/tides.ts", line: 2, side: "new" } });
  await rm(project.directory, { recursive: true });
  const message = expect.stringContaining("The repository cannot be read at the moment. This server's copy");
  expect(await read(project, one)).toMatchObject({ canMerge: false, mergeObstacles: [{ message }] });
  expect((await listImplementations(project.ctx, { ...key, page: 1, limit: 10 })).content).toHaveLength(1);
  expect((await listReviews(project.ctx, { ...key, page: 1, limit: 10 })).content).toHaveLength(1);
  const words = { message: expect.stringMatching(/repository|branch/i) };
  await expect(diffOf(project, one)).rejects.toMatchObject(words);
  await expect(previewMerge(project.ctx, key)).rejects.toMatchObject(words);
  await expect(merge(project, one)).rejects.toMatchObject({ code: "conflict", message });
  const { content } = commentsEndpoint.response.parse(await listComments(project.ctx, key));
  expect(content).toMatchObject([{ message: "Why?", file: { filename: "src/tides.ts", isOutdated: true } }]);
  await expect(getChangeOverview(project.ctx, key)).rejects.toMatchObject(words);
});

it("shows and merges a file with a line break in its name, and comments on it", async () => {
  const project = await makeRunProject(world);
  const name = 'docs/a\nb\t"c".md';
  const one = await reviewPushed(project, { [name]: "Tides\n" });
  expect(one).toMatchObject({ outcome: "completed", canMerge: true });
  expect((await diffOf(project, one)).files.map(({ path }) => path)).toEqual([name]);
  const key = keyOf(project, one);
  await addComment(project.ctx, { ...key, message: "An odd name", file: { filename: name, line: 1, side: "new" } });
  const { content } = await listComments(project.ctx, key);
  expect(content).toMatchObject([{ file: { filename: name, isOutdated: false } }]);
  expect(await getChangeOverview(project.ctx, key)).toMatchObject({ state: "unavailable", changes: [] });
  expect(await merge(project, one)).toMatchObject({ state: "merged" });
  expect(await project.git("show", `main:${name}`)).toBe("Tides");
});

it("keeps what somebody said who was removed since, by name, for others to resolve", async () => {
  const project = await makeRunProject(world);
  const one = await implement(world, project);
  const key = keyOf(project, one);
  const lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  await makeMember(world, project.organizationId, lena.userId, "editor");
  const { commentId } = await addComment(lena.ctx, { ...key, message: "Why 0.4?" });
  await removeMember(project.ctx, { organizationId: project.organizationId, userId: lena.userId });
  await expect(listComments(lena.ctx, key)).rejects.toMatchObject({ code: "not_found" });
  const { content } = await listComments(project.ctx, key);
  expect(content).toMatchObject([{ commentId, createdBy: { firstName: "Lena" } }]);
  expect(await merge(project, one)).toMatchObject({ state: "merged" });
});

it("opens a file by itself with lines that are too many beside others", async () => {
  const project = await makeRunProject(world);
  const many = Array.from({ length: 6_000 }, (_, at) => `${at}\n`).join("");
  const one = await reviewPushed(project, { "data/tides.csv": many, "src/more.ts": "export const more = 1;\n" });
  const countLines = async (path?: string) => {
    const input = { ...keyOf(project, one), before: 4, after: 2, ...(path === undefined ? {} : { path }) };
    const { files } = await getImplementationDiff(project.ctx, input);
    return files.map((file) => [file.path, file.hunks.flatMap(({ lines }) => lines).length, file.isTruncated]);
  };
  expect(await countLines()).toEqual([
    ["data/tides.csv", 5_000, true],
    ["src/more.ts", 1, false],
  ]);
  expect(await countLines("data/tides.csv")).toEqual([["data/tides.csv", 6_000, false]]);
});

it("opens a change with a file of 400 MB with a word in place of its lines, within bounds, and merges it", async () => {
  const project = await makeRunProject(world);
  const { directory, base } = project;
  const { stdout: blob } = await run("sh", ["-c", writeBlob, "sh", directory]);
  const { stdout: tree } = await run("sh", ["-c", writeTree, "sh", directory, base, blob.trim()]);
  const commit = await project.git("commit-tree", tree.trim(), "-p", base, "-m", "Add departures");
  await project.git("update-ref", "refs/heads/big", commit);
  const before = process.memoryUsage.rss();
  const one = await reviewBranchOf(project, "big");
  expect(one).toMatchObject({ outcome: "completed", canMerge: true });
  const opening = startCpuClock();
  const { files, isTruncated } = await diffOf(project, one);
  expect(opening()).toBeLessThan(maxOpeningMs);
  const word = { path: "data/departures.csv", isBinary: false, isTruncated: true, hunks: [] };
  expect({ files, isTruncated }).toMatchObject({ files: [{ path: "README.md" }, word], isTruncated: false });
  await getChangeOverview(project.ctx, keyOf(project, one));
  expect(process.memoryUsage.rss() - before).toBeLessThan(maxGrowthBytes);
  expect(await merge(project, one)).toMatchObject({ state: "merged" });
});

/** Far below what the file would take. */
const maxGrowthBytes = 200 * 1024 * 1024;
const maxOpeningMs = 1_000;

/** Lines, not zeros: it is a text. */
const writeBlob =
  'yes "2026-11-29,Northquay,Saltholm,06:30,on time" | head -c 419430400 | git --git-dir "$1" hash-object -w --stdin';
const writeTree = `
  export GIT_DIR="$1" GIT_INDEX_FILE="$1/big-index"
  text=$(echo "# Ferries" | git hash-object -w --stdin)
  git read-tree "$2" && git update-index --add --cacheinfo 100644 "$3" data/departures.csv &&
    git update-index --cacheinfo 100644 "$text" README.md && git write-tree`;
