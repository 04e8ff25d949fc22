import type { ChatSession } from "@cairn/contract/chat";
import { newArtifactSchema } from "@cairn/contract/pages";
import { getTaskMentions as endpoint } from "@cairn/contract/task-mentions";
import { createTask as createEndpoint, type Task } from "@cairn/contract/tasks";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { deleteTask } from "#server/domain/tasks/delete-task.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { getTaskMentions } from "./get-task-mentions.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let task: Task;

beforeAll(async () => {
  world = await createTestWorld();
});
beforeEach(async () => {
  project = await makeProject(world);
  task = await create("Show tides");
});
afterAll(() => world.close());

const inProject = () => ({ organizationId: project.organizationId, projectId: project.projectId });

async function create(title: string, description = "", into = project): Promise<Task> {
  const { organizationId, projectId } = into;
  const input = createEndpoint.body.parse({ title, description });
  return await createTask(into.ctx, { organizationId, projectId, ...input });
}

const mention = ({ taskId, name }: Pick<Task, "taskId" | "name">) => `[${name}](cairn:task/${taskId})`;

async function makePage(title: string, content: string, owner: { projectId?: string; ctx?: Ctx } = {}) {
  const { organizationId } = project;
  const { ctx = project.ctx, ...place } = owner;
  await createArtifact(ctx, { organizationId, ...newArtifactSchema.parse({ title, content, ...place }) });
}

async function makeChat(userId: string, title: string, contents: string[], taskId?: string) {
  const sessionId = world.ctx.newId();
  const updatedAt = world.ctx.now();
  const { organizationId, projectId } = project;
  const session = { sessionId, title, messages: contents.map((content) => ({ content })), context: { taskId } };
  await world.ctx.wholeDb.insert(chats).values({
    sessionId,
    organizationId,
    projectId,
    userId,
    title,
    assistant: "organization-chat-assistant",
    session: session as unknown as ChatSession,
    isStreaming: false,
    createdAt: updatedAt,
    updatedAt,
  });
}

async function seen(taskId = task.taskId, ctx = project.ctx) {
  const found = endpoint.response.parse(await getTaskMentions(ctx, { ...inProject(), taskId }));
  const { mentions, tasks, pages, chats: ownChats } = found;
  return {
    mentions: mentions.map(({ title }) => title),
    tasks: tasks.content.map(({ title }) => title),
    pages: pages.content.map(({ title }) => title),
    chats: ownChats.content.map(({ title }) => title),
    totals: [tasks.total, pages.total, ownChats.total],
  };
}

it("tells both ends of a mention in a description, until it is written away or its task is gone", async () => {
  const later = await create("Sort by time", `After ${mention(task)}, ${mention(task)}.`);
  expect(await seen()).toMatchObject({ tasks: ["Sort by time"], mentions: [], totals: [1, 0, 0] });
  expect(await seen(later.taskId)).toMatchObject({ tasks: [], mentions: ["Show tides"] });
  await updateTask(project.ctx, { ...inProject(), taskId: later.taskId, description: "On its own" });
  expect(await seen()).toMatchObject({ tasks: [], totals: [0, 0, 0] });
  const both = `${mention(later)} and ${mention(task)}`;
  await updateTask(project.ctx, { ...inProject(), taskId: later.taskId, description: both });
  expect(await seen(later.taskId)).toMatchObject({ tasks: [], mentions: ["Show tides"] });
  expect(await seen()).toMatchObject({ tasks: ["Sort by time"] });
  const third = await create("Third", mention(task));
  await deleteTask(project.ctx, { ...inProject(), taskId: task.taskId });
  expect(await seen(third.taskId)).toMatchObject({ mentions: [] });
});

it("tells of pages of the product and the organization alone", async () => {
  const { projectId } = project;
  const other = await makeProject(world, project.organization);
  await makePage("Harbour", `See ${mention(task)}`, { projectId });
  await makePage("Handbook", `See ${mention(task)}`);
  await makePage("Elsewhere", `See ${mention(task)}`, { projectId: other.projectId });
  await makePage("Nothing", "See FB-1", { projectId });
  const { pages, totals } = await seen();
  expect(pages.toSorted()).toEqual(["Handbook", "Harbour"]);
  expect(totals).toEqual([0, 2, 0]);
});

it("tells of the caller's own chats, by whole names", async () => {
  const { userId } = project.organization.owner;
  const colleague = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  await makeMember(world, project.organizationId, colleague.userId, "editor");
  await makeChat(userId, "Named", ["What of it?", `Look at ${task.name.toLowerCase()}.`]);
  await makeChat(userId, "Asked from its page", ["Is it done?"], task.taskId);
  await makeChat(userId, "Another", [`See ${task.name}0 and x/${task.name}`]);
  await makeChat(colleague.userId, "Of somebody else", [`@${task.name}`]);
  expect((await seen()).chats.toSorted()).toEqual(["Asked from its page", "Named"]);
  expect(await seen(task.taskId, colleague.ctx)).toMatchObject({ chats: ["Of somebody else"] });
  const agent = world.as({ kind: "agent", userId });
  expect(await seen(task.taskId, agent)).toMatchObject({ chats: [], totals: [0, 0, 0] });
});
