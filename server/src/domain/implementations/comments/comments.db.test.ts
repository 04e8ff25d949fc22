import { createHash } from "node:crypto";

import { listComments as listEndpoint } from "@cairn/contract/implementation-comments";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import { implement, makeRunProject, read, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { addComment } from "./add-comment.ts";
import { deleteComment } from "./delete-comment.ts";
import { listComments } from "./list-comments.ts";
import { resolveComment } from "./resolve-comment.ts";
import { updateComment } from "./update-comment.ts";

let world: TestWorld;
let project: RunProject;
let implementation: Implementation;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
  implementation = await implement(world, project);
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  await makeMember(world, project.organizationId, lena.userId, "editor");
});
afterAll(() => world.close());

const keyOf = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});

let minutes = 0;
/** Comments of different moments. */
function tick(): void {
  minutes += 1;
  world.setNow(new Date(Date.parse("2026-11-21T10:00:00.000Z") + minutes * 60_000));
}

type FileInput = NonNullable<Parameters<typeof addComment>[1]["file"]>;
const onLine = (filename: string, line: number, more: Partial<FileInput> = {}): FileInput => ({
  filename,
  line,
  side: "new",
  ...more,
});

const list = async (one: Implementation) =>
  listEndpoint.response.parse(await listComments(project.ctx, keyOf(one))).content;

/** The implementation stands at another commit from here on, and its branch is rewritten. */
async function revise(one: Implementation, files: Record<string, string | null>): Promise<void> {
  const head = `refs/cairn/implementations/${one.implementationId}/head`;
  const oid = await commitOnTop(project, { parent: one.base ?? "", ref: head, files });
  await project.git("update-ref", `refs/heads/${one.workingBranch}`, oid);
  const isOne = eq(implementations.implementationId, one.implementationId);
  await world.ctx.db.update(implementations).set({ headOid: oid }).where(isOne);
}

describe("comments", () => {
  it("stand on the whole and on lines of both sides, sorted, with what they are about", async () => {
    const one = await implement(world, project);
    const key = keyOf(one);
    const second = await addComment(project.ctx, { ...key, message: "Why 0.4?", file: onLine("src/tides.ts", 2) });
    tick();
    await addComment(lena.ctx, { ...key, message: "It was 2", file: onLine("src/tides.ts", 2, { side: "old" }) });
    await addComment(lena.ctx, { ...key, message: "Good start" });
    await addComment(project.ctx, { ...key, message: "First line", file: onLine("src/tides.ts", 1) });
    const answer = await addComment(lena.ctx, { ...key, message: "As measured", replyTo: second.commentId });
    expect(answer.threadId).toBe(second.commentId);
    const all = await list(one);
    expect(all.map(({ message, file }) => [message, file?.side ?? null, file?.line ?? null])).toEqual([
      ["Good start", null, null],
      ["First line", "new", 1],
      ["Why 0.4?", "new", 2],
      ["As measured", "new", 2],
      ["It was 2", "old", 2],
    ]);
    const text = "export const low = 0.4;";
    expect(all[2]).toMatchObject({
      createdBy: { userId: project.owner.userId },
      editedAt: null,
      resolvedAt: null,
      file: {
        filename: "src/tides.ts",
        isOutdated: false,
        hash: createHash("sha256").update(text).digest("hex"),
        excerpt: { startLine: 1, lines: ["export const high = 1;", text] },
      },
    });
    expect((await read(project, one)).comments).toEqual({ total: 5, open: 5 });
  });

  it("are changed and deleted by their authors alone, and resolved by anybody, with their answers", async () => {
    const one = await implement(world, project);
    const key = keyOf(one);
    const mine = await addComment(project.ctx, { ...key, message: "Why null?" });
    await addComment(lena.ctx, { ...key, message: "Because", replyTo: mine.commentId });
    const target = { ...key, commentId: mine.commentId };
    await expect(updateComment(lena.ctx, { ...target, message: "Mine" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteComment(lena.ctx, target)).rejects.toMatchObject({ code: "forbidden" });
    tick();
    expect(await updateComment(project.ctx, { ...target, message: "Why **null**?" })).toMatchObject({
      message: "Why **null**?",
      editedAt: world.ctx.now().toISOString(),
    });
    await resolveComment(lena.ctx, { ...target, resolved: true });
    expect((await read(project, one)).comments).toEqual({ total: 2, open: 0 });
    tick();
    // A new answer is open: nobody has said that it is dealt with.
    await addComment(lena.ctx, { ...key, message: "Still", replyTo: mine.commentId });
    expect((await read(project, one)).comments).toEqual({ total: 3, open: 1 });
    await resolveComment(project.ctx, { ...target, resolved: true });
    await resolveComment(project.ctx, { ...target, resolved: false });
    expect((await read(project, one)).comments).toEqual({ total: 3, open: 3 });
    await deleteComment(project.ctx, target);
    expect((await list(one)).map(({ message, threadId }) => [message, threadId])).toEqual([
      ["Because", mine.commentId],
      ["Still", mine.commentId],
    ]);
  });

  it("keep to their line through revisions, in a renamed file as well, or say that it is gone", async () => {
    const one = await implement(world, project);
    const key = keyOf(one);
    const kept = await addComment(project.ctx, { ...key, message: "Keep", file: onLine("src/tides.ts", 3) });
    await addComment(project.ctx, { ...key, message: "Goes", file: onLine("src/tides.ts", 2) });
    const board = await addComment(project.ctx, { ...key, message: "Row", file: onLine("src/board.ts", 7) });
    const lines = ["// Tides", "export const high = 1;", "export const low = 0.5;", "export const neap = 2;", ""];
    const rows = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).slice(2);
    await revise(one, {
      "src/tides.ts": lines.join("\n"),
      "src/board.ts": null,
      "src/rows.ts": `${rows.join("\n")}\n`,
    });
    const where = Object.fromEntries((await list(one)).map(({ message, file }) => [message, file]));
    expect(where["Keep"]).toMatchObject({ filename: "src/tides.ts", line: 4, isOutdated: false });
    expect(where["Goes"]).toMatchObject({
      filename: "src/tides.ts",
      line: 2,
      isOutdated: true,
      excerpt: { lines: ["export const high = 1;", "export const low = 0.4;"] },
    });
    expect(where["Row"]).toMatchObject({ filename: "src/rows.ts", line: 5, isOutdated: false });
    // An answer stands where what it answers does.
    await addComment(lena.ctx, { ...key, message: "Agreed", replyTo: board.commentId });
    expect((await list(one)).find(({ message }) => message === "Agreed")?.file).toEqual(where["Row"]);
    // The commit that somebody wrote about is kept when the branch is rewritten and the repository cleaned.
    await project.git("gc", "--quiet", "--prune=now");
    expect((await list(one)).find(({ commentId }) => commentId === kept.commentId)?.file).toEqual(where["Keep"]);
  });

  it("are refused on lines that are not there, on others than the reader sees, and on other commits", async () => {
    const key = keyOf(implementation);
    const comment = (file: FileInput) => addComment(project.ctx, { ...key, message: "Why?", file });
    await expect(comment(onLine("src/tides.ts", 99))).rejects.toMatchObject({ code: "conflict" });
    await expect(comment(onLine("src/none.ts", 1))).rejects.toMatchObject({ code: "conflict" });
    await expect(comment(onLine("link", 1))).rejects.toMatchObject({ code: "conflict" });
    await expect(comment(onLine("../../etc/passwd", 1))).rejects.toMatchObject({ code: "conflict" });
    await expect(comment(onLine("src/tides.ts", 2, { hash: "0".repeat(64) }))).rejects.toMatchObject({
      message: "The line has changed meanwhile. Look at it again before you comment.",
    });
    await expect(comment(onLine("src/tides.ts", 1, { commit: "0".repeat(40) }))).rejects.toMatchObject({
      code: "conflict",
    });
    const head = implementation.head ?? "";
    expect(await comment(onLine("src/tides.ts", 1, { commit: head }))).toMatchObject({ file: { line: 1 } });
    const answer = { message: "Why?", replyTo: world.ctx.newId() };
    await expect(addComment(project.ctx, { ...key, ...answer })).rejects.toMatchObject({ code: "not_found" });
  });

  it("tell whoever looks on, stay when their author goes, and go with their implementation", async () => {
    const one = await implement(world, project);
    const key = keyOf(one);
    const guest = await makeUser(world);
    await makeMember(world, project.organizationId, guest.userId, "editor");
    const changes = async () =>
      (await world.ctx.db.select().from(projectChanges).where(eq(projectChanges.projectId, project.projectId))).length;
    const before = await changes();
    const { commentId } = await addComment(guest.ctx, { ...key, message: "Why null?" });
    expect(await changes()).toBe(before + 1);
    await resolveComment(project.ctx, { ...key, commentId, resolved: true });
    expect(await changes()).toBe(before + 2);
    await world.ctx.db.delete(users).where(eq(users.userId, guest.userId));
    expect(await list(one)).toMatchObject([{ createdBy: null, message: "Why null?" }]);
    await world.ctx.db.delete(implementations).where(eq(implementations.implementationId, one.implementationId));
    await expect(list(one)).rejects.toMatchObject({ code: "not_found" });
  });
});
