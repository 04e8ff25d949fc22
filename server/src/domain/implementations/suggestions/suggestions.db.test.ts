import { listComments as listEndpoint } from "@cairn/contract/implementation-comments";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import { noticed } from "#server/domain/implementations/testing/noticed-database.ts";
import {
  claim,
  implement,
  makeRunProject,
  read,
  work,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { applySuggestions } from "./apply-suggestions.ts";

let world: TestWorld;
let project: RunProject;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
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

const suggest = async (one: Implementation, line: number, text: string, filename = "src/tides.ts") => {
  const message = `Better:\n\n${text}`;
  const file = { filename, line, side: "new" as const };
  return await addComment(lena.ctx, { ...keyOf(one), message, file });
};
const block = (...lines: string[]) => ["```suggestion", ...lines, "```"].join("\n");
const list = async (one: Implementation) =>
  listEndpoint.response.parse(await listComments(project.ctx, keyOf(one))).content;
const apply = async (one: Implementation, comments: { commentId: string }[], head = one.head ?? "") =>
  await applySuggestions(project.ctx, {
    ...keyOf(one),
    head,
    commentIds: comments.map(({ commentId }) => commentId),
  });

/** The implementation stands at another commit from here on. */
async function revise(one: Implementation, files: Record<string, string>): Promise<Implementation> {
  const ref = `refs/heads/${one.workingBranch}`;
  const headOid = await commitOnTop(project, { parent: one.head ?? "", ref, files });
  const isOne = eq(implementations.implementationId, one.implementationId);
  await world.ctx.db.update(implementations).set({ headOid }).where(isOne);
  return await read(project, one);
}

it("applies several in one commit by whoever does so, credits who suggested, and resolves the comments", async () => {
  const one = await implement(world, project);
  const head = one.head ?? "";
  const first = await suggest(one, 2, block("export const low = 0.45;", "export const mean = 1;"));
  const range = await suggest(one, 7, "```suggestion:-1+0\nline 6 and 7\n```", "src/board.ts");
  expect(first.suggestion).toEqual({
    startLine: 2,
    former: ["export const low = 0.4;"],
    lines: ["export const low = 0.45;", "export const mean = 1;"],
    obstacle: null,
  });
  expect(range.suggestion).toMatchObject({ startLine: 6, former: ["line 6", "line 7"], obstacle: null });
  expect(await apply(one, [first, range])).toMatchObject({ running: true, engine: "diff" });
  const done = await workThrough(world, project, one);
  expect(done).toMatchObject({ outcome: "completed", canMerge: true, comments: { total: 2, open: 0 } });
  expect(done.events.filter(({ type }) => type === "revision-implementation")).toMatchObject([
    { state: "success", summary: expect.stringContaining("2 suggestions are applied by") as string },
  ]);
  expect(await project.git("show", `${done.head}:src/tides.ts`)).toBe(
    ["high = 1", "low = 0.45", "mean = 1", "neap = 2", "slack = 3"].map((line) => `export const ${line};`).join("\n"),
  );
  expect((await project.git("show", `${done.head}:src/board.ts`)).split("\n").slice(4, 7)).toEqual([
    "line 5",
    "line 6 and 7",
    "line 8",
  ]);
  expect(await project.git("rev-list", "--parents", "-1", done.head ?? "")).toBe(`${done.head} ${head}`);
  const message = await project.git("log", "-1", "--format=%B", done.head ?? "");
  expect(message).toContain("Co-authored-by: Lena Brandt <");
  expect(await project.git("log", "-1", "--format=%ae", done.head ?? "")).not.toContain("lena");
});

it("says why one cannot be applied, and applies nothing then", async () => {
  const one = await implement(world, project);
  const gone = await suggest(one, 2, block("export const low = 1;"));
  const beside = await suggest(one, 3, "```suggestion:-1+0\nexport const neap = 3;\n```");
  const fine = await suggest(one, 1, block("export const high = 2;"));
  const old = await addComment(lena.ctx, {
    ...keyOf(one),
    message: block("export const low = 3;"),
    file: { filename: "src/tides.ts", line: 2, side: "old" },
  });
  const text = ["high = 1", "low = 0.5", "neap = 2", "slack = 3"].map((line) => `export const ${line};\n`).join("");
  const revised = await revise(one, { "src/tides.ts": text });
  const why = new Map((await list(revised)).map(({ commentId, suggestion }) => [commentId, suggestion?.obstacle]));
  expect(why.get(gone.commentId)).toBe("Its line was changed or removed since");
  expect(why.get(beside.commentId)).toBe("The lines around it were changed since");
  expect(why.get(old.commentId)).toBe("It is about a line that the change removes");
  expect(why.get(fine.commentId)).toBeNull();
  await expect(apply(revised, [fine, gone])).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Its line was changed or removed since") as string,
  });
  expect((await read(project, one)).running).toBe(false);
});

it("refuses two about the same lines, a head that nobody saw, and comments of another implementation", async () => {
  const one = await implement(world, project);
  const first = await suggest(one, 2, block("export const low = 1;"));
  const second = await suggest(one, 2, block("export const low = 3;"));
  await expect(apply(one, [first, second])).rejects.toMatchObject({
    message: expect.stringContaining("about the same lines") as string,
  });
  await expect(apply(one, [first], "1".repeat(40))).rejects.toMatchObject({ code: "conflict" });
  const other = await implement(world, project);
  await expect(apply(other, [first])).rejects.toMatchObject({ code: "not_found" });
  // Of two at once, one is told that the other was quicker.
  const both = await Promise.allSettled([apply(one, [first]), apply(one, [second])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

/** The same context, in a process that dies at one moment: before a transaction, or after it has ended. */
function dyingAt<Ctx extends { db: TestWorld["ctx"]["db"] }>(atMoment: number, ctx: Ctx): Ctx {
  let moment = 0;
  const pass = () => {
    moment += 1;
    if (moment >= atMoment) throw new Error("dead");
  };
  return { ...ctx, db: noticed(ctx.db, pass) };
}

it("applies them once wherever the request breaks off that does so", async () => {
  for (const atMoment of [1, 2]) {
    const one = await implement(world, project);
    const { commentId } = await suggest(one, 2, block("export const low = 0.45;"));
    const asked = { ...keyOf(one), head: one.head ?? "", commentIds: [commentId] };
    await expect(applySuggestions(dyingAt(atMoment, project.ctx), asked)).rejects.toThrow("dead");
    // Before it was written down nothing has happened, and whoever asks again gets it.
    if (atMoment === 1) await applySuggestions(project.ctx, asked);
    await expectAppliedOnce(one, await workThrough(world, project, one));
  }
});

it("applies them once wherever the run breaks off that does so", async () => {
  let isBroken = true;
  for (let atMoment = 1; isBroken; atMoment += 1) {
    const one = await implement(world, project);
    await apply(one, [await suggest(one, 2, block("export const low = 0.45;"))]);
    const lease = await claim(world, one);
    const [outcome] = await Promise.allSettled([work(world, lease, (ctx) => dyingAt(atMoment, ctx))]);
    isBroken = outcome.status === "rejected";
    const isLeft = (await read(project, one)).running;
    await expectAppliedOnce(one, isLeft ? await workThrough(world, project, one) : await read(project, one));
  }
}, 300_000);

async function expectAppliedOnce(before: Implementation, after: Implementation): Promise<void> {
  expect(after).toMatchObject({ outcome: "completed", comments: { total: 1, open: 0 } });
  expect(await project.git("rev-list", "--parents", "-1", after.head ?? "")).toBe(`${after.head} ${before.head}`);
  expect(await project.git("rev-parse", after.workingBranch)).toBe(after.head);
  const revisions = after.events.filter(({ type }) => type === "revision-implementation");
  expect(revisions.map(({ state }) => state)).toEqual(["success"]);
  const { entries } = await getImplementationLog(project.ctx, { ...keyOf(after), after: 0, limit: 1_000 });
  const applied = entries.filter(({ text }) => text.includes("suggestion is applied by"));
  expect(applied.filter(({ text }) => text.includes(" in all, up to commit "))).toHaveLength(1);
  expect(applied).toHaveLength(2);
}
