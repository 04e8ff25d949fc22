import { canMoveTask, explainRefusedMove, taskStates, type TaskState } from "@cairn/contract/task-states";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { switchAgentWriting } from "#server/domain/mcp/switch-agent-writing.ts";
import { listAuditEvents } from "#server/domain/members/list-audit-events.ts";
import { removeMember } from "#server/domain/members/remove-member.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { deleteTask } from "#server/domain/tasks/delete-task.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import { listTaskEvents } from "#server/domain/tasks/list-task-events.ts";
import { listTasks } from "#server/domain/tasks/list-tasks.ts";
import { taskWritingTools } from "#server/domain/tasks/task-writing.tools.ts";
import { taskTools } from "#server/domain/tasks/tasks.tools.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { makeMember, makeService, makeUser } from "#server/testing/test-ctx.ts";

import { startMcpSite, type AgentProject, type McpSite } from "./testing/mcp-site.ts";

const reading = taskTools.map(({ name }) => name);
const writing = ["create_task", "move_task", "update_criterion"];

let site: McpSite;
let harbour: AgentProject;
let other: AgentProject;
beforeAll(async () => {
  site = await startMcpSite({ tools: [...taskTools, ...taskWritingTools] });
  harbour = await site.addProject();
  other = await site.addProject();
});
afterAll(() => site.close());

const scopeOf = ({ organizationId, projectId }: AgentProject) => ({ organizationId, projectId });

function allow(project: AgentProject, isOn = true) {
  return switchAgentWriting(project.ctx, { ...scopeOf(project), isOn });
}

async function addProject({ isOn = true } = {}): Promise<AgentProject> {
  const project = await site.addProject();
  if (isOn) await allow(project);
  return project;
}

function addTask(project: AgentProject, fields: Partial<Parameters<typeof createTask>[1]> = {}) {
  return createTask(project.ctx, { ...scopeOf(project), title: "Show tides", ...fields });
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: input });
  const text = (content as { text: string }[]).map((part) => part.text).join();
  return { isError, text, data: structuredContent as { taskId: string; name: string; state: TaskState } };
}

const listed = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const countTasks = async (project: AgentProject) =>
  (await listTasks(project.ctx, { ...scopeOf(project), page: 1, limit: 1 })).total;

describe("a product that lets agents only read", () => {
  it("offers no tool that writes, and says to one who knows them what would help", async () => {
    const task = await addTask(harbour, { acceptanceCriteria: [{ text: "Shown", done: false, id: "c" }] });
    const client = await site.connect(harbour);
    expect(await listed(client)).toEqual(reading);
    const inputs = [{ title: "Another" }, { task: task.name, state: "todo" }, { task: task.name, criterion: 1 }];
    for (const [at, name] of writing.entries()) {
      const { isError, text } = await call(client, name, inputs[at] ?? {});
      expect([name, isError]).toEqual([name, true]);
      expect(text).toMatch(/Owner or Admin can let them .* page "MCP Server", switch on "Agents change tasks"/);
    }
    const read = await call(client, "get_task_locations", { task: task.name });
    expect(read).toMatchObject({ isError: false, text: expect.stringContaining("No code of this product is indexed") });
    expect(await getTask(harbour.ctx, { ...scopeOf(harbour), taskId: task.taskId })).toEqual(task);
    expect(await countTasks(harbour)).toBe(1);
  });

  it("is switched by Owners and Admins alone, and says who did", async () => {
    const project = await addProject({ isOn: false });
    const [admin, editor] = [await makeUser(site.world), await makeUser(site.world)];
    await makeMember(site.world, project.organizationId, admin.userId, "admin");
    await makeMember(site.world, project.organizationId, editor.userId, "editor");
    const change = { ...scopeOf(project), isOn: true };
    await expect(switchAgentWriting(editor.ctx, change)).rejects.toMatchObject({ code: "forbidden" });
    await expect(switchAgentWriting(other.ctx, change)).rejects.toMatchObject({ code: "not_found" });
    const agent = site.world.as({ kind: "agent", userId: project.owner.userId, credential: "key" });
    await expect(switchAgentWriting(agent, change)).rejects.toMatchObject({ code: "forbidden" });
    const on = await switchAgentWriting(admin.ctx, change);
    expect(on).toMatchObject({ isOn: true, switched: { by: { userId: admin.userId } } });
    // What is on already stays as it was switched, and is no second entry.
    expect(await allow(project)).toEqual(on);
    const audit = await listAuditEvents(project.ctx, { ...scopeOf(project), page: 1, limit: 10 });
    const entries = audit.content.filter(({ action }) => action === "project.agent-writing-switched");
    expect(entries).toMatchObject([{ actor: { userId: admin.userId }, from: "off", to: "on" }]);
  });
});

describe.each([false, true])("a switch during a session (older transport: %s)", (isLegacy) => {
  it("is told to the agent and obeyed at once, both ways", async () => {
    const project = await addProject({ isOn: false });
    const client = await site.connect(project, { isLegacy });
    const told: (() => void)[] = [];
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => told.shift()?.());
    const switchAndWait = async (isOn: boolean) => {
      const heard = new Promise<void>((resolve) => void told.push(resolve));
      await allow(project, isOn);
      await heard;
    };
    await switchAndWait(true);
    expect(await listed(client)).toEqual([...reading, ...writing]);
    const { data } = await call(client, "create_task", { title: "Written by an agent" });
    await switchAndWait(false);
    expect(await listed(client)).toEqual(reading);
    expect(await call(client, "move_task", { task: data.name, state: "todo" })).toMatchObject({ isError: true });
    expect(await countTasks(project)).toBe(1);
  });
});

describe("a product that lets agents change tasks", () => {
  beforeAll(() => allow(harbour));

  it("has them create, move and tick in their user's name, marked as an agent's", async () => {
    const service = await makeService(site.world, harbour, { name: "Harbour API" });
    const blocker = await addTask(harbour);
    const client = await site.connect(harbour);
    const { tools } = await client.listTools();
    expect(
      tools.filter(({ annotations }) => !annotations?.readOnlyHint).map((tool) => [tool.name, tool.annotations]),
    ).toEqual(
      writing.map((name) => [
        name,
        { readOnlyHint: false, destructiveHint: false, idempotentHint: name !== "create_task", openWorldHint: false },
      ]),
    );
    const created = await call(client, "create_task", {
      title: "Tides by day",
      description: "From *noon* on",
      acceptanceCriteria: ["High water", "Low water"],
      service: "harbour api",
      state: "todo",
      priority: "high",
      labels: ["tides"],
      blockedBy: [blocker.name.toLowerCase()],
    });
    expect(created.text).toContain(`Created\n- ${created.data.name} Tides by day (Todo; service Harbour API`);
    await call(client, "update_criterion", { task: created.data.name, criterion: 2 });
    await call(client, "move_task", { task: created.data.taskId, state: "in-progress" });
    const task = await getTask(harbour.ctx, { ...scopeOf(harbour), taskId: created.data.taskId });
    expect(task).toMatchObject({
      description: "From *noon* on",
      acceptanceCriteria: [{ done: false }, { text: "Low water", done: true }],
      service: { serviceId: service.serviceId },
      state: "in-progress",
      priority: "high",
      labels: ["tides"],
      blockedBy: [blocker.taskId],
      creator: { userId: harbour.owner.userId },
    });
    const { content } = await listTaskEvents(harbour.ctx, {
      ...scopeOf(harbour),
      taskId: task.taskId,
      page: 1,
      limit: 9,
    });
    const by = { by: "agent", actor: { userId: harbour.owner.userId } };
    expect(content).toMatchObject([
      { ...by, field: "state", from: "todo", to: "in-progress" },
      { ...by, field: "acceptanceCriteria", from: "0 of 2", to: "1 of 2" },
      { ...by, field: "created", to: "Tides by day" },
    ]);
  });

  it("knows nothing of other products: their tasks, services and blockers are not found", async () => {
    const foreignService = await makeService(site.world, other, { name: "Foreign" });
    const foreign = await addTask(other, { acceptanceCriteria: [{ text: "Foreign", done: false, id: "f" }] });
    const client = await site.connect(harbour);
    const before = await countTasks(harbour);
    const refused = [
      ["create_task", { title: "Tides", service: foreignService.serviceId }, "Service not found"],
      ["create_task", { title: "Tides", blockedBy: [foreign.taskId] }, "Task not found"],
      ["move_task", { task: foreign.taskId, state: "todo" }, "Task not found"],
      ["update_criterion", { task: foreign.taskId, criterion: "f" }, "Task not found"],
      ["get_task_locations", { task: foreign.taskId }, "Task not found"],
    ] as const;
    for (const [name, input, text] of refused) {
      expect([name, await call(client, name, input)]).toMatchObject([name, { isError: true, text }]);
    }
    expect(await countTasks(harbour)).toBe(before);
    expect(await getTask(other.ctx, { ...scopeOf(other), taskId: foreign.taskId })).toEqual(foreign);
  });

  it("leaves to people what only people may do, whatever tool would ask for it", async () => {
    const task = await addTask(harbour, { acceptanceCriteria: [{ text: "Shown", done: false, id: "c" }] });
    const agent = site.world.as({ kind: "agent", userId: harbour.owner.userId, credential: "key" });
    const one = { ...scopeOf(harbour), taskId: task.taskId };
    const forbidden = { code: "forbidden" };
    await expect(deleteTask(agent, one)).rejects.toMatchObject(forbidden);
    await expect(updateTask(agent, { ...one, title: "Other" })).rejects.toMatchObject(forbidden);
    await expect(updateTask(agent, { ...one, state: "todo", priority: "high" })).rejects.toMatchObject(forbidden);
    await expect(createTask(agent, { ...one, title: "Done", state: "done" })).rejects.toMatchObject({
      code: "conflict",
    });
    const client = await site.connect(harbour);
    const done = await call(client, "create_task", { title: "Done at once", state: "done" });
    expect(done.text).toMatch(/^Wrong input: state/);
    expect(await call(client, "update_criterion", { task: task.name, criterion: 2 })).toMatchObject({
      isError: true,
      text: "Criterion not found",
    });
    // The model of a chat is an agent without a key or a sign-in.
    const model = site.world.as({ kind: "agent", userId: harbour.owner.userId });
    await expect(updateTask(model, { ...one, state: "todo" })).rejects.toMatchObject(forbidden);
    expect(await getTask(harbour.ctx, one)).toEqual(task);
  });

  it("refuses a member who left, also in a session that was open", async () => {
    const { userId, ctx } = await makeUser(site.world);
    await makeMember(site.world, harbour.organizationId, userId, "editor");
    const { key } = await site.addKey({ owner: { userId, ctx } });
    const client = await site.connect(harbour, { key });
    expect((await call(client, "create_task", { title: "Still a member" })).isError).toBe(false);
    const before = await countTasks(harbour);
    await removeMember(harbour.ctx, { organizationId: harbour.organizationId, userId });
    await expect(call(client, "create_task", { title: "No member" })).rejects.toThrow(/404|not found|closed/i);
    expect(await countTasks(harbour)).toBe(before);
  });
});

describe("a call that comes again", () => {
  const create = (id: number, input: object) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "create_task", arguments: input },
  });

  it("creates one task for each key, also when ten come at once", async () => {
    const project = await addProject();
    const client = await site.connect(project);
    const input = { title: "Only one", idempotencyKey: "one" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(client, "create_task", input)));
    expect(new Set(answers.map(({ data }) => data.taskId)).size).toBe(1);
    const otherInput = await call(client, "create_task", { ...input, title: "Another" });
    expect(otherInput).toMatchObject({ isError: true, text: expect.stringContaining("used with another request") });
    await call(client, "create_task", { ...input, idempotencyKey: "two" });
    expect(await countTasks(project)).toBe(2);
  });

  it("is the same call within a session, and a new one without", async () => {
    const project = await addProject();
    const client = await site.connect(project);
    const session = { "mcp-session-id": (client.transport as { sessionId?: string }).sessionId ?? "" };
    const post = async (headers: Record<string, string>, id: number, input: object) =>
      await (await site.post(project, headers, create(id, input))).text();
    const first = await post(session, 900, { title: "Sent twice" });
    expect(first).toContain("Created");
    expect(await post(session, 900, { title: "Sent twice" })).toContain("Created");
    expect(await countTasks(project)).toBe(1);
    await post(session, 900, { title: "Numbered alike" });
    await post({}, 900, { title: "Sent twice" });
    await post({}, 900, { title: "Sent twice" });
    expect(await countTasks(project)).toBe(4);
  });
});

it("stops an agent that goes round in a circle, for its key alone", async () => {
  const project = await addProject();
  const { limits } = site.world.ctx.settings;
  const wasLimited = limits.hasRateLimits;
  limits.hasRateLimits = true;
  try {
    const client = await site.connect(project);
    const answers = [];
    for (let at = 0; at < 25; at += 1) answers.push(await call(client, "create_task", { title: `Task ${at}` }));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(20);
    expect(answers.at(-1)?.text).toMatch(/at most 20 tasks a minute in a product\. Wait \d+ seconds/);
    expect(await countTasks(project)).toBe(20);
    const { key } = await site.addKey(project);
    expect(await call(await site.connect(project, { key }), "create_task", { title: "By another" })).toMatchObject({
      isError: false,
    });
  } finally {
    limits.hasRateLimits = wasLimited;
  }
});

describe("the table of moves, each of its 36 pairs tried", () => {
  const pairs = taskStates.flatMap((from) => taskStates.map((to) => ({ from, to })));
  let project: AgentProject;
  let client: Client;
  beforeAll(async () => {
    project = await addProject();
    client = await site.connect(project);
  });
  const stateOf = async (taskId: string) => (await getTask(project.ctx, { ...scopeOf(project), taskId })).state;

  it.each(pairs)("an agent moves a task from $from to $to as the contract says", async ({ from, to }) => {
    const { taskId, name } = await addTask(project, { state: from });
    const move = { from, to, by: "agent" } as const;
    const { isError, text } = await call(client, "move_task", { task: name, state: to });
    expect(isError).toBe(!canMoveTask(move));
    if (isError) expect(text).toBe(explainRefusedMove(move));
    expect(await stateOf(taskId)).toBe(canMoveTask(move) ? to : from);
  });
});
