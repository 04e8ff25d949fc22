import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { defineTool } from "#server/edge.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { getMcpStatus } from "./get-mcp-status.ts";
import { recordAgentCall } from "./record-agent-call.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

const tool = defineTool({
  name: "look",
  description: "Looks",
  verb: "Looking",
  input: z.object({}),
  run: async () => ({ text: "", data: {} }),
});

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
});
afterAll(() => world.close());

const scopeOf = ({ organizationId, projectId }: typeof project) => ({ organizationId, projectId });

function call(userId: string, client: string | null = "editor") {
  return recordAgentCall(world.as({ kind: "agent", userId }), { ...scopeOf(project), tool: "look", client });
}

function statusFor(ctx = project.ctx) {
  return getMcpStatus(ctx, { ...scopeOf(project), tools: [tool] });
}

it("tells where agents reach the project, and that none came yet", async () => {
  const { mcpHost } = world.ctx.settings.addresses;
  const url = `${mcpHost}/v1/o/${project.slug}/p/${project.projectSlug}/context`;
  expect(await statusFor()).toEqual({
    url,
    sseUrl: `${url}/sse`,
    stdio: { command: "npx", args: ["-y", "mcp-remote@0.15.1", url] },
    callsToday: 0,
    lastCall: null,
    agentWriting: { isOn: false, switched: null },
    tools: [{ name: "look", description: "Looks", isWriting: false }],
  });
});

it("counts everybody's calls of the day and names one's own last one", async () => {
  const { userId, ctx } = await makeUser(world);
  await makeMember(world, project.organizationId, userId, "editor");
  await Promise.all([call(userId), call(userId), call(project.owner.userId, "old\u0000 \u202ename".padEnd(300, "x"))]);
  world.setNow(new Date("2026-11-21T23:59:59.999Z"));
  await call(userId, null);
  expect(await statusFor(ctx)).toMatchObject({
    callsToday: 4,
    lastCall: { at: "2026-11-21T23:59:59.999Z", tool: "look", client: null },
  });
  const { lastCall } = await statusFor();
  expect(lastCall?.client).toMatch(/^old namex+…$/);
  world.setNow(new Date("2026-11-22T00:00:00.000Z"));
  await call(userId);
  expect(await statusFor(ctx)).toMatchObject({ callsToday: 1, lastCall: { client: "editor" } });
  expect(await statusFor()).toMatchObject({ callsToday: 1, lastCall: { at: "2026-11-21T09:00:00.000Z" } });
});

it("never fails a call that cannot be counted, and counts nothing for strangers", async () => {
  const before = (await statusFor()).callsToday;
  const { userId, ctx } = await makeUser(world);
  await call(userId);
  expect((await statusFor()).callsToday).toBe(before);
  await expect(statusFor(ctx)).rejects.toMatchObject({ code: "not_found" });
});
