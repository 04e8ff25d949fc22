import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listTaskEvents } from "#server/domain/tasks/list-task-events.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { getImplementationDiff } from "./reading/get-implementation-diff.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { listImplementations } from "./reading/list-implementations.ts";
import { startImplementation } from "./starting/start-implementation.ts";
import {
  claim,
  implement,
  makeDiffTask,
  makeRunProject,
  read,
  start,
  work,
  type RunProject,
} from "./testing/run-world.ts";

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
});
afterAll(() => world.close());

const whereIs = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});
const failureOf = ({ events }: Implementation) =>
  events.find(({ type, state }) => state === "error" && type !== "task-implementation")?.summary;

it("applies the diff of a task through all phases, onto a branch of its own", async () => {
  const task = await makeDiffTask(project);
  const waiting = await start(project, task);
  expect(waiting).toMatchObject({ running: true, position: 0, outcome: null, head: null, events: [], canMerge: false });
  expect(waiting.task.state).toBe("in-progress");
  expect(world.enqueued.at(-1)).toMatchObject({ job: "run-implementation", key: waiting.implementationId });
  expect(await work(world, await claim(world, waiting))).toBe("completed");

  const done = await read(project, waiting);
  expect(done).toMatchObject({
    running: false,
    position: null,
    outcome: "completed",
    isPublished: true,
    canMerge: true,
  });
  expect(done).toMatchObject({ state: "created", base: project.base, baseBranch: "main" });
  expect(done.events.map(({ type, state }) => `${type} ${state}`)).toEqual([
    "task-implementation success",
    "code-analysis success",
    "build-implementation success",
    "cleanup-implementation success",
    "fix-build-errors success",
  ]);
  expect(done.task.state).toBe("in-review");
  const { git } = project;
  expect(await git("rev-parse", `refs/heads/${done.workingBranch}`)).toBe(done.head);
  expect(await git("rev-parse", `${done.head}^`)).toBe(project.base);
  expect(await git("rev-parse", "main")).toBe(project.base);
  expect(await git("show", `${done.head}:src/tides.ts`)).toContain("low = 0.4;\nexport const neap = 2;");
  const message = await git("show", "-s", "--format=%an|%ae|%s|%(trailers:key=Co-authored-by)", done.head ?? "");
  expect(message).toContain("Cairn|no-reply@localhost|Show tides|Co-authored-by: Unnamed User <");
  expect(await git("fsck", "--strict")).toBe("");

  const { entries } = await getImplementationLog(project.ctx, { ...whereIs(done), after: 0, limit: 1_000 });
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_entry, at) => at + 1));
  expect(done.logSequence).toBe(entries.length);
  const rest = await getImplementationLog(project.ctx, { ...whereIs(done), after: 1, limit: 1 });
  expect(rest).toEqual({ entries: [entries[1]], hasMore: true });

  const diff = await getImplementationDiff(project.ctx, { ...whereIs(done), before: 4, after: 0 });
  expect(diff).toMatchObject({ base: project.base, head: done.head, files: [{ path: "src/tides.ts", flags: [] }] });
  expect(diff.files[0]?.hunks[0]?.lines.map(({ type }) => type)).toEqual(["context", "deleted", "added", "added"]);

  const events = await listTaskEvents(project.ctx, { ...whereIs(done), page: 1, limit: 10 });
  const moves = events.content.filter(({ field }) => field === "state").map(({ by, to }) => `${by} ${to}`);
  expect(moves).toEqual(["system in-review", "system in-progress"]);
});

it("lets one run work on a task, however many start at once, and nobody move it back meanwhile", async () => {
  const { ctx, organizationId, projectId } = project;
  const { taskId } = await makeDiffTask(project);
  const inTask = { organizationId, projectId, taskId };
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => startImplementation(ctx, { ...inTask, engine: "diff" })),
  );
  const refused = tries.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toHaveLength(11);
  for (const reason of refused) expect(reason).toMatch(/A run works on [A-Z]+-\d+ already/);
  const { content } = await listImplementations(ctx, { ...inTask, page: 1, limit: 10 });
  const [only] = content;
  if (only === undefined || content.length !== 1) throw new Error("not one implementation");
  await expect(updateTask(ctx, { ...inTask, state: "todo" })).rejects.toThrow("A run works on this task. Stop it");
  await work(world, await claim(world, only));
  expect((await read(project, only)).outcome).toBe("completed");
});

it("says before it begins what cannot work", async () => {
  const { ctx, organizationId, projectId } = project;
  const { taskId } = await makeDiffTask(project, "no diff");
  const input = { organizationId, projectId, taskId, engine: "diff" } as const;
  await expect(startImplementation(ctx, input)).rejects.toThrow("The task's description holds no diff.");
  await updateTask(ctx, { ...input, state: "backlog" });
  await expect(startImplementation(ctx, input)).rejects.toThrow(
    "is in Backlog; only a task in Todo can be implemented.",
  );
  const outside = await makeDiffTask(project, "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b");
  await expect(startImplementation(ctx, { ...input, ...outside })).rejects.toThrow("lies outside of the repository");
});

describe("a diff that does not apply", () => {
  const change = (path: string, ...lines: string[]) => [`--- a/${path}`, `+++ b/${path}`, ...lines].join("\n");

  it.each([
    [
      "moved away from",
      change(
        "src/board.ts",
        "@@ -1,3 +1,3 @@\n line 1\n-line 2\n+two\n line 3",
        "@@ -19,3 +19,3 @@\n line 19\n-line twenty\n+20\n line 21",
      ),
      "The diff does not apply to main. src/board.ts: hunk 2 of 2 (line 19) expects lines that are not there; main may have moved since.",
    ],
    ["of no file", change("src/nope.ts", "@@ -1 +1 @@", "-a", "+b"), "src/nope.ts: there is no such file."],
    [
      "creating what is there",
      ["--- /dev/null", "+++ b/README.md", "@@ -0,0 +1 @@", "+b"].join("\n"),
      "README.md: it is to be created and is there already.",
    ],
    [
      "through a link",
      ["--- /dev/null", "+++ b/link/x", "@@ -0,0 +1 @@", "+b"].join("\n"),
      "link/x: links and submodules are not changed by a diff.",
    ],
    [
      "of a link",
      change(
        "link",
        "@@ -1 +1 @@",
        "-README.md",
        "\\ No newline at end of file",
        "+/etc/passwd",
        "\\ No newline at end of file",
      ),
      "link: links and submodules are not changed by a diff.",
    ],
    [
      "of a picture without its bytes",
      "diff --git a/a.png b/a.png\nnew file mode 100644\nindex 0000000..1234567\nBinary files /dev/null and b/a.png differ",
      "a.png: it is no text, and the diff does not hold its contents",
    ],
    [
      "that is in already",
      change("src/board.ts", "@@ -1,3 +1,3 @@", " line 1", "-line 2", "+line 2", " line 3"),
      "The diff changes nothing: main holds all of it already.",
    ],
  ])("%s is refused in words, and the task goes back", async (_name, diff, message) => {
    const failed = await implement(world, project, diff);
    expect(failureOf(failed)).toContain(message);
    expect(failed).toMatchObject({ outcome: "failed", canMerge: false, isPublished: false, task: { state: "todo" } });
    expect(failed.events.find(({ type }) => type === "task-implementation")).toMatchObject({
      state: "error",
      summary: "Build failed.",
    });
    expect(await project.git("for-each-ref", `refs/heads/${failed.workingBranch}`)).toBe("");
  });
});

it("applies renames, modes, new and deleted files, and pictures", async () => {
  const png = Buffer.from("89504e470d0a1a0a0001", "hex");
  const binary = await binaryDiff(png);
  const diff = [
    "diff --git a/src/board.ts b/src/quay.ts",
    "similarity index 95%",
    "rename from src/board.ts",
    "rename to src/quay.ts",
    "--- a/src/board.ts",
    "+++ b/src/quay.ts",
    "@@ -1,3 +1,3 @@",
    " line 1",
    "-line 2",
    "+line two",
    " line 3",
    "diff --git a/src/tides.ts b/src/tides.ts",
    "old mode 100644",
    "new mode 100755",
    "diff --git a/README.md b/README.md",
    "deleted file mode 100644",
    "--- a/README.md",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-# Ferry Board",
    binary,
  ].join("\n");
  const done = await implement(world, project, diff);
  expect(failureOf(done)).toBeUndefined();
  const { files } = await getImplementationDiff(project.ctx, { ...whereIs(done), before: 0, after: 0 });
  expect(files.map(({ status, oldPath, path, flags }) => [status, oldPath, path, ...flags])).toEqual([
    ["deleted", null, "README.md"],
    ["added", null, "boat.png", "binary"],
    ["renamed", "src/board.ts", "src/quay.ts"],
    ["modified", null, "src/tides.ts", "executable"],
  ]);
  expect(await project.git("cat-file", "-s", `${done.head}:boat.png`)).toBe(String(png.length));
});

/** What git itself makes of a new picture. */
async function binaryDiff(bytes: Buffer): Promise<string> {
  const other = await createTestRepository();
  await other.commit("Begin", { "a.txt": "a\n" });
  await other.commit("Boat", { "boat.png": bytes });
  const diff = await other.git("diff", "--binary", "HEAD~1", "HEAD");
  await other.remove();
  return diff;
}

it("keeps the line endings of a file that lost them on the way, and finds hunks that moved", async () => {
  const windows = ["--- a/docs/windows.md", "+++ b/docs/windows.md", "@@ -1,3 +1,3 @@", " one", "-two", "+2", " three"];
  const moved = [
    "--- a/src/board.ts",
    "+++ b/src/board.ts",
    "@@ -3,3 +3,3 @@",
    " line 9",
    "-line 10",
    "+ten",
    " line 11",
  ];
  const done = await implement(world, project, [...windows, ...moved].join("\n"));
  expect(failureOf(done)).toBeUndefined();
  expect(await project.git("show", `${done.head}:docs/windows.md`)).toBe("one\r\n2\r\nthree");
  expect(await project.git("show", `${done.head}:src/board.ts`)).toContain("line 9\nten\nline 11");
});

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

it("is tried anew on a base that moved", async () => {
  const moving = await makeRunProject(world);
  const done = await implement(world, moving);
  expect(done.canMerge).toBe(true);
  const tree = await moving.git("rev-parse", "main^{tree}");
  const next = await moving.git("commit-tree", tree, "-p", "main", "-m", "Meanwhile");
  await moving.git("update-ref", "refs/heads/main", next);
  expect((await read(moving, done)).canMerge).toBe(true);
  const emptied = await moving.git("commit-tree", emptyTree, "-p", "main", "-m", "Away");
  await moving.git("update-ref", "refs/heads/main", emptied);
  expect((await read(moving, done)).mergeObstacles).toMatchObject([{ kind: "conflict" }]);
});
