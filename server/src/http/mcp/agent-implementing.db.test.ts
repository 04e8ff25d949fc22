import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, expect, it } from "vitest";

import {
  implementationTools,
  implementationWritingTools,
} from "#server/domain/implementations/implementations.tools.ts";
import { listImplementations } from "#server/domain/implementations/reading/list-implementations.ts";
import { makeDiffTask, makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { switchAgentWriting } from "#server/domain/mcp/switch-agent-writing.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";

import { startMcpSite, type AgentProject, type McpSite } from "./testing/mcp-site.ts";

let site: McpSite;
let project: RunProject & AgentProject;
let client: Client;
beforeAll(async () => {
  site = await startMcpSite({ tools: [...implementationTools, ...implementationWritingTools] });
  const made = await makeRunProject(site.world);
  project = { ...made, ...(await site.addKey(made)) };
  client = await site.connect(project);
});
afterAll(() => site.close());

const scope = () => ({ organizationId: project.organizationId, projectId: project.projectId });
const allow = (isOn: boolean) => switchAgentWriting(project.ctx, { ...scope(), isOn });

async function call(name: string, input: Record<string, unknown>) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: input });
  const text = (content as { text: string }[]).map((part) => part.text).join();
  return { isError, text, data: structuredContent as { key: string; branch: string; implementationId: string } };
}

it("begins one where the product lets agents, once, and each call gives another key to the same branch", async () => {
  await allow(true);
  const { taskId, name } = await createTask(project.ctx, { ...scope(), title: "Show neap tides", state: "todo" });
  const first = await call("start_implementation", { task: name });
  expect(first).toMatchObject({ isError: false, data: { key: expect.stringMatching(/^cairn_pk_/) } });
  expect(first.text).toContain(`git push --set-upstream origin ${first.data.branch}`);
  const again = await call("start_implementation", { task: name });
  expect(again.data).toMatchObject({ implementationId: first.data.implementationId, branch: first.data.branch });
  expect(again.data.key).not.toBe(first.data.key);
  const { content } = await listImplementations(project.ctx, { ...scope(), taskId, page: 1, limit: 10 });
  expect(content).toMatchObject([
    { engine: "own-machine", waitsForPush: true, creator: { userId: project.owner.userId } },
  ]);
  expect((await call("get_implementation", { task: name })).text).toContain("waits for a push");
});

it("begins none where the switch is off, and says who switches it", async () => {
  await allow(false);
  const { taskId } = await makeDiffTask(project);
  const { isError, text } = await call("start_implementation", { task: taskId });
  expect(isError).toBe(true);
  expect(text).toMatch(/An Owner or Admin can let them/);
  const { total } = await listImplementations(project.ctx, { ...scope(), taskId, page: 1, limit: 1 });
  expect(total).toBe(0);
});

it("knows no task of another organization", async () => {
  await allow(true);
  const other = await makeRunProject(site.world);
  const { taskId } = await makeDiffTask(other);
  for (const name of ["start_implementation", "get_implementation"]) {
    expect(await call(name, { task: taskId })).toMatchObject({
      isError: true,
      text: expect.stringContaining("not found"),
    });
  }
});
