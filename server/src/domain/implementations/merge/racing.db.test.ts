import { setTimeout as wait } from "node:timers/promises";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it } from "vitest";

import { listReviewableBranches } from "#server/domain/implementations/branches/list-reviewable-branches.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { discardImplementation } from "#server/domain/implementations/discarding/discard-implementation.ts";
import { followBranches } from "#server/domain/implementations/reviewer-commits/follow-branches.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  implement,
  makeRunProject,
  read,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { mergeImplementation } from "./merge-implementation.ts";

const rounds = 20;
/** What everybody does takes some moments: merges begin much later than the others at first, and much sooner at last. */
const headStart = (round: number) => (round - rounds / 2) * 12;

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  project = await makeRunProject(world);
  await makeMember(world, project.organizationId, lena.userId, "editor");
});
afterAll(() => world.close());

const keyOf = ({ implementationId, task, head }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
  head: head ?? "",
});
const newFile = (name: string, value: number) =>
  ["--- /dev/null", `+++ b/src/${name}.ts`, "@@ -0,0 +1 @@", `+export const ${name} = ${value};`].join("\n");
const main = () => project.git("rev-parse", "main");
const after = async <Result>(ms: number, press: () => Promise<Result>): Promise<Result> => {
  await wait(Math.max(0, ms));
  return await press();
};

/** A change with an open comment, in a task whose diff is another one by now: it can be revised either way. */
async function makeCommented(name: string): Promise<Implementation> {
  const one = await implement(world, project, newFile(name, 1));
  await addComment(project.ctx, { ...keyOf(one), message: "Should be 2" });
  const description = `\`\`\`diff\n${newFile(name, 2)}\n\`\`\`\n`;
  await updateTask(project.ctx, { ...keyOf(one), description });
  return one;
}

function expectHonest(pressed: readonly PromiseSettledResult<unknown>[]): void {
  for (const press of pressed)
    if (press.status === "rejected") expect(press.reason).toMatchObject({ code: "conflict" });
}

/** Merged once as it was reviewed, with nothing of the others begun. */
async function expectMerged(one: Implementation): Promise<void> {
  const now = await read(project, one);
  expect(now).toMatchObject({ state: "merged", running: false, waitsForPush: false, head: one.head });
  expect(now).toMatchObject({ task: { state: "done" }, merge: { commit: await main() } });
  expect(now.events.filter(({ type }) => type === "implementation-completed")).toHaveLength(1);
  expect(now.events.filter(({ type }) => type === "revision-implementation")).toEqual([]);
  expect(await project.git("rev-parse", "main^2")).toBe(one.head);
}

/** Whatever began instead of the merge goes on as if nobody had pressed Merge, and main is where it was. */
async function expectGoesOn(one: Implementation, before: string): Promise<Implementation> {
  expect(await main()).toBe(before);
  const now = await read(project, one);
  expect(now).toMatchObject({ state: "created", merge: null });
  expect(now.events.filter(({ type }) => type === "implementation-completed")).toEqual([]);
  return now;
}

it.each(["diff", "own-machine"] as const)(
  "a merge and a revision (%s) begun at once have one winner, however often they meet",
  async (engine) => {
    for (let round = 0; round < rounds; round += 1) {
      const name = `meet${engine.length}x${round}`;
      const one = await makeCommented(name);
      const before = await main();
      const ms = headStart(round);
      const merges = [project.ctx, lena.ctx].map((ctx) => after(-ms, () => mergeImplementation(ctx, keyOf(one))));
      const revise = () => after(ms, () => reviseImplementation(project.ctx, { ...keyOf(one), engine }));
      const pressed = await Promise.allSettled([...merges, revise(), revise()]);
      expectHonest(pressed);
      const winners = pressed.flatMap(({ status }, at) => (status === "fulfilled" ? [at] : []));
      expect(winners).toHaveLength(1);
      if ((winners[0] ?? 0) < merges.length) {
        await expectMerged(one);
        continue;
      }
      expect(await expectGoesOn(one, before)).toMatchObject({ running: true, waitsForPush: engine === "own-machine" });
      if (engine === "own-machine") {
        await stopImplementation(project.ctx, keyOf(one));
        continue;
      }
      const revised = await workThrough(world, project, one);
      expect(revised).toMatchObject({ outcome: "completed", task: { state: "in-review" } });
      expect(await project.git("show", `${revised.workingBranch}:src/${name}.ts`)).toContain("= 2;");
      // Nobody merges what they have not seen.
      await expect(mergeImplementation(lena.ctx, keyOf(one))).rejects.toMatchObject({
        details: { head: revised.head },
      });
    }
    expect(await world.ctx.db.select().from(mergeIntents)).toEqual([]);
  },
);

it("two people, a stop, a revision and a push race for the same head: one merges it, or a newer one begins", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const one = await makeCommented(`race${round}`);
    const before = await main();
    const key = keyOf(one);
    const ms = headStart(round);
    const files = { [`docs/race${round}.md`]: "pushed\n" };
    const commit = await commitOnTop(project, { parent: key.head, ref: "refs/heads/aside", files });
    const push = async () => {
      await project.git("update-ref", `refs/heads/${one.workingBranch}`, commit);
      await followBranches(world.ctx);
    };
    const [merge, other, revision, stop, pushed] = await Promise.allSettled([
      after(-ms, () => mergeImplementation(project.ctx, key)),
      after(-ms, () => mergeImplementation(lena.ctx, key)),
      after(ms, () => reviseImplementation(project.ctx, { ...key, engine: "diff" })),
      after(ms + (round % 4) * 40, () => stopImplementation(project.ctx, key)),
      after(ms + (round % 3) * 15, push),
    ]);
    expectHonest([merge, other, revision, stop]);
    expect(pushed).toMatchObject({ status: "fulfilled" });
    const [first, second, isRevised, isStopped] = [merge, other, revision, stop].map(
      ({ status }) => status === "fulfilled",
    );
    const isMerged = first === true || second === true;
    if (isMerged) {
      expect([first && second, isRevised, isStopped]).toEqual([false, false, false]);
      await expectMerged(one);
      expect(await project.git("ls-tree", "-r", "--name-only", "main", "docs")).not.toContain(`race${round}`);
      // What was pushed is on the branch, which can be put in review again.
      const { content } = await listReviewableBranches(project.ctx, project);
      expect(content.map(({ branch }) => branch)).toContain(one.workingBranch);
      continue;
    }
    // A push that came into a merge makes that fail, and is taken the next time that somebody looks.
    await followBranches(world.ctx);
    const now = await expectGoesOn(one, before);
    expect(now).toMatchObject(isStopped === true ? { outcome: "stopped" } : { running: true });
    const begun = now.events.filter(({ type }) => type === "revision-implementation");
    expect(begun).toHaveLength(1);
    if (now.running) await stopImplementation(project.ctx, key);
    await discardImplementation(project.ctx, key);
  }
  expect(await world.ctx.db.select().from(mergeIntents)).toEqual([]);
});
