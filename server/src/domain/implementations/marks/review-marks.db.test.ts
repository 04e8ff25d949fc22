import type { Implementation } from "@cairn/contract/implementations";
import {
  getChangesSinceLook as changesEndpoint,
  getReviewMarks as marksEndpoint,
  maxViewedFiles,
} from "@cairn/contract/review-marks";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { getImplementationDiff } from "#server/domain/implementations/reading/get-implementation-diff.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import { implement, makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { viewedFiles } from "#server/platform/db/tables/review-marks.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { getChangesSinceLook } from "./get-changes-since-look.ts";
import { getReviewMarks } from "./get-review-marks.ts";
import { noteLook } from "./note-look.ts";
import { setViewed } from "./set-viewed.ts";

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

const marksOf = async (one: Implementation, ctx = project.ctx) =>
  marksEndpoint.response.parse(await getReviewMarks(ctx, keyOf(one)));
const versionsOf = async (one: Implementation) => {
  const { files } = await getImplementationDiff(project.ctx, { ...keyOf(one), before: 4, after: 2 });
  return new Map(files.map(({ path, version }) => [path, version]));
};
const sinceLook = async (one: Implementation) =>
  changesEndpoint.response.parse(await getChangesSinceLook(project.ctx, { ...keyOf(one), before: 4, after: 2 }));
const view = async (one: Implementation, path: string, ctx = project.ctx) => {
  const version = (await versionsOf(one)).get(path) ?? "";
  await setViewed(ctx, { ...keyOf(one), path, version, isViewed: true });
};

interface Revision {
  parent?: string;
  base?: string;
  files: Record<string, string | null>;
}

/** The implementation stands at another commit from here on, and its former one belongs to no branch. */
async function revise(one: Implementation, { parent, base, files }: Revision): Promise<string> {
  const head = `refs/cairn/implementations/${one.implementationId}/head`;
  const oid = await commitOnTop(project, { parent: parent ?? one.base ?? "", ref: head, files });
  await project.git("update-ref", `refs/heads/${one.workingBranch}`, oid);
  await world.ctx.db
    .update(implementations)
    .set({ headOid: oid, ...(base === undefined ? {} : { baseOid: base }) })
    .where(eq(implementations.implementationId, one.implementationId));
  return oid;
}

const tides = ["export const high = 1;", "export const low = 0.5;", "export const slack = 3;", ""].join("\n");

it("keeps what a person has viewed for them alone, until the file changes again on either side", async () => {
  const one = await implement(world, project);
  await revise(one, { files: { "src/tides.ts": tides, "src/new.ts": "1\n" } });
  const before = await versionsOf(one);
  await view(one, "src/tides.ts");
  await view(one, "src/new.ts");
  expect((await marksOf(one)).viewed).toEqual(
    [...before].map(([path, version]) => ({ path, version })).toSorted(byPath),
  );
  expect((await marksOf(one, lena.ctx)).viewed).toEqual([]);
  await revise(one, { files: { "src/tides.ts": tides.replace("0.5", "0.6"), "src/new.ts": "1\n" } });
  const after = await versionsOf(one);
  const stands = (await marksOf(one)).viewed.filter(({ path, version }) => after.get(path) === version);
  expect(stands.map(({ path }) => path)).toEqual(["src/new.ts"]);
  await setViewed(project.ctx, { ...keyOf(one), path: "src/new.ts", version: "", isViewed: false });
  expect((await marksOf(one)).viewed.map(({ path }) => path)).toEqual(["src/tides.ts"]);
});

it("has an end, at which files that are marked can still be marked anew", async () => {
  const one = await implement(world, project);
  const key = { organizationId: project.organizationId, implementationId: one.implementationId };
  const mark = { ...key, userId: project.owner.userId, version: "1", viewedAt: world.ctx.now() };
  const paths = Array.from({ length: maxViewedFiles }, (_, at) => `src/${at}.ts`);
  await world.ctx.db.insert(viewedFiles).values(paths.map((path) => ({ ...mark, path })));
  const setMark = (path: string) => setViewed(project.ctx, { ...keyOf(one), path, version: "2", isViewed: true });
  await expect(setMark("src/more.ts")).rejects.toMatchObject({ code: "conflict" });
  expect((await setMark("src/7.ts")).viewed).toContainEqual({ path: "src/7.ts", version: "2" });
});

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);

it("shows what changed since somebody looked last, also when that commit belongs to no branch and is cleaned up", async () => {
  const one = await implement(world, project);
  const first = one.head ?? "";
  await noteLook(project.ctx, { ...keyOf(one), head: first });
  expect((await marksOf(one)).lastLook).toBeNull();
  await expect(sinceLook(one)).rejects.toMatchObject({ code: "conflict" });
  const second = await revise(one, { files: { "src/tides.ts": tides, "src/new.ts": "1\n" } });
  await project.git("reflog", "expire", "--expire=now", "--all");
  await project.git("gc", "--quiet", "--prune=now");
  const expected = { head: first, lookedAt: world.ctx.now().toISOString() };
  expect((await marksOf(one)).lastLook).toEqual(expected);
  // Looking at it, also twice, leaves what was looked at before.
  await noteLook(project.ctx, { ...keyOf(one), head: second });
  await noteLook(project.ctx, { ...keyOf(one), head: second });
  expect((await marksOf(one)).lastLook).toEqual(expected);
  expect((await marksOf(one, lena.ctx)).lastLook).toBeNull();
  const changes = await sinceLook(one);
  expect(changes).toMatchObject({ base: first, head: second, changesOfBase: "same" });
  expect(changes.files.map(({ path, additions, deletions }) => [path, additions, deletions])).toEqual([
    ["src/new.ts", 1, 0],
    ["src/tides.ts", 1, 2],
  ]);
  // Somebody who sees an older state on their page has looked at nothing new.
  await noteLook(project.ctx, { ...keyOf(one), head: first });
  expect((await marksOf(one)).lastLook).toEqual(expected);
});

it("leaves out what came from the base branch, or says that it cannot", async () => {
  const one = await implement(world, project);
  const first = one.head ?? "";
  await noteLook(project.ctx, { ...keyOf(one), head: first });
  const main = { parent: one.base ?? "", ref: "refs/heads/elsewhere" };
  const beside = await commitOnTop(project, { ...main, files: { "docs/other.md": "one\n" } });
  await revise(one, { parent: beside, base: beside, files: { "src/tides.ts": tides } });
  const changes = await sinceLook(one);
  expect(changes.changesOfBase).toBe("left-out");
  expect(changes.files.map(({ path }) => path)).toEqual(["src/tides.ts"]);
  const against = await commitOnTop(project, { ...main, files: { "src/tides.ts": "export const low = 7;\n" } });
  await revise(one, { parent: against, base: against, files: { "src/new.ts": "1\n" } });
  const mixed = await sinceLook(one);
  expect(mixed.changesOfBase).toBe("included");
  expect(mixed.files.map(({ path }) => path)).toEqual(["src/new.ts", "src/tides.ts"]);
});

it("says so where the commit is gone", async () => {
  const one = await implement(world, project);
  const first = await revise(one, { files: { "src/gone.ts": "export const gone = 1;\n" } });
  await noteLook(project.ctx, { ...keyOf(one), head: first });
  await revise(one, { files: { "src/tides.ts": tides } });
  await project.git("update-ref", "-d", `refs/cairn/implementations/${one.implementationId}/seen/${first}`);
  await project.git("reflog", "expire", "--expire=now", "--all");
  await project.git("gc", "--quiet", "--prune=now");
  await expect(sinceLook(one)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("is gone from the repository") as string,
  });
});
