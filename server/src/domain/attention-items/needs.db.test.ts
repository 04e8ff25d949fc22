import * as contract from "@cairn/contract/attention-items";
import { maxNeeds } from "@cairn/contract/attention-items";
import { taskSchema } from "@cairn/contract/tasks";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTask } from "#server/domain/tasks/create-task.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { listNeeds } from "./list-needs.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

type Organization = Awaited<ReturnType<typeof makeOrganization>>;
type IndexState = (typeof repositories.$inferInsert)["indexState"];

/** A product as far as it is said to be. */
async function productWith(
  organization: Organization,
  state: { index?: IndexState; hasService?: boolean; isDescribed?: boolean; isComplete?: boolean },
) {
  const { organizationId, projectId } = await makeProject(world, organization);
  const key = { organizationId, projectId };
  const description = state.isDescribed ? "Described" : null;
  const change = { description, setupComplete: state.isComplete ?? false };
  await world.ctx.db.update(projects).set(change).where(eq(projects.projectId, projectId));
  if (state.index === undefined) return key;
  const { repositoryId } = await makeRepository(world, key);
  const indexing = { indexState: state.index, indexError: state.index === "failed" ? "It is away." : null };
  await world.ctx.db.update(repositories).set(indexing).where(eq(repositories.repositoryId, repositoryId));
  if (state.hasService) await makeService(world, key, { repositoryId });
  return key;
}

async function addPage(key: { organizationId: string; projectId: string }, isUpdating: boolean, failed: number) {
  const [now, artifactId] = [world.ctx.now(), world.ctx.newId()];
  const page = { artifactId, ...key, title: "System overview", isUpdating, writtenBy: "Built-in engine" };
  await world.ctx.db.insert(artifacts).values({ ...page, createdAt: now, updatedAt: now });
  const { organizationId } = key;
  const section = { organizationId, artifactId, title: "Purpose", output: "markdown" as const, content: "" };
  for (let position = 0; position < failed; position += 1) {
    const sectionId = world.ctx.newId();
    await world.ctx.db.insert(sections).values({ ...section, sectionId, position, status: "failed" });
  }
  return artifactId;
}

const reported = async (organization: Organization) =>
  (await listNeeds(organization.ctx)).content.map((need) => [
    need.kind === "setup" ? need.step : need.kind,
    need.project.projectId,
  ]);

it.each([
  { state: {}, needs: ["repository"] },
  { state: { index: "ready" as const }, needs: ["description"] },
  // Somebody ended or skipped the set-up, and has said that nothing is missing.
  { state: { isComplete: true }, needs: [] },
  { state: { index: "ready" as const, isComplete: true }, needs: [] },
  { state: { index: "failed" as const, isComplete: true }, needs: [] },
  { state: { index: "ready" as const, isDescribed: true }, needs: ["finish"] },
  { state: { index: "ready" as const, isDescribed: true, isComplete: true }, needs: [] },
  { state: { index: "analyzing" as const }, needs: [] },
  { state: { index: "queued" as const, isDescribed: true, isComplete: true }, needs: [] },
  { state: { index: "failed" as const }, needs: ["repository"] },
  { state: { index: "failed" as const, hasService: true }, needs: ["index-failed"] },
])("a product that is $state waits for $needs", async ({ state, needs }) => {
  const organization = await makeOrganization(world);
  const { projectId } = await productWith(organization, state);
  expect(await reported(organization)).toEqual(needs.map((need) => [need, projectId]));
});

it("tells failures first, with what a person must know to help", async () => {
  const organization = await makeOrganization(world);
  const fresh = await productWith(organization, {});
  const written = await productWith(organization, { index: "ready", isDescribed: true, isComplete: true });
  const artifactId = await addPage(written, false, 2);
  const broken = await productWith(organization, { index: "failed", hasService: true });
  const being = await productWith(organization, { index: "ready" });
  await addPage(being, true, 0);
  const needs = contract.listNeeds.response.parse(await listNeeds(organization.ctx));
  expect(needs).toMatchObject({
    total: 3,
    content: [
      {
        kind: "index-failed",
        error: "It is away.",
        service: { name: "api" },
        project: { projectId: broken.projectId },
      },
      { kind: "page-failed", artifact: { artifactId, title: "System overview" }, project: written },
      { kind: "setup", step: "repository", project: { projectId: fresh.projectId } },
    ].map(({ project, ...need }) => ({ ...need, project: { projectId: project.projectId } })),
  });
});

it("tells a person of their own tasks that wait for review, and of those that wait for no other task any more", async () => {
  const organization = await makeOrganization(world);
  const key = await productWith(organization, { index: "ready", isDescribed: true, isComplete: true });
  const { userId } = organization.owner;
  const editor = await makeUser(world);
  await makeMember(world, organization.organizationId, editor.userId, "editor");
  const create = async (title: string, change: Record<string, unknown>) => {
    const input = { ...key, title, acceptanceCriteria: [], assignee: userId, ...change };
    return taskSchema.parse(await createTask(organization.ctx, input));
  };
  const over = await create("Old horn", { state: "done" });
  const open = await create("Paint the quay", { state: "todo" });
  const review = await create("Show tides", { state: "in-review" });
  await create("Of nobody", { state: "in-review", assignee: null });
  await create("Of another", { state: "in-review", assignee: editor.userId });
  const free = await create("Sort by time", { state: "todo", blockedBy: [over.taskId] });
  const held = await create("Waits", { state: "todo", blockedBy: [over.taskId, open.taskId] });
  const needs = async () =>
    contract.listNeeds.response
      .parse(await listNeeds(organization.ctx))
      .content.map((need) => [need.kind, "task" in need ? need.task.name : null]);
  expect(await needs()).toEqual([
    ["task-in-review", review.name],
    ["task-unblocked", free.name],
  ]);
  await updateTask(organization.ctx, { ...key, taskId: open.taskId, state: "in-progress" });
  expect(await needs()).toHaveLength(2);
  await updateTask(organization.ctx, { ...key, taskId: held.taskId, blockedBy: [over.taskId] });
  expect(await needs()).toContainEqual(["task-unblocked", held.name]);
  await updateTask(organization.ctx, { ...key, taskId: review.taskId, state: "done" });
  expect(await needs()).not.toContainEqual(["task-in-review", review.name]);
  expect((await listNeeds(editor.ctx)).total).toBe(1);
});

it("tells each member, nobody else, and stops at twenty but counts all", async () => {
  const organization = await makeOrganization(world);
  for (let number = 0; number < maxNeeds + 3; number += 1) await productWith(organization, {});
  const [editor, stranger] = [await makeUser(world), await makeUser(world)];
  await makeMember(world, organization.organizationId, editor.userId, "editor");
  const needs = await listNeeds(editor.ctx);
  expect([needs.content.length, needs.total]).toEqual([maxNeeds, maxNeeds + 3]);
  expect(await listNeeds(stranger.ctx)).toEqual({ content: [], total: 0 });
  await expect(listNeeds(world.ctx)).rejects.toMatchObject({ code: "unauthenticated" });
});
