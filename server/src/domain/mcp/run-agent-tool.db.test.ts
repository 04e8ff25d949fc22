import { AppError, unknownErrorMessage } from "@cairn/contract/errors";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { defineTool } from "#server/edge.ts";
import type { Logger } from "#server/platform/log/logger.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { runAgentTool } from "./run-agent-tool.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
});
afterAll(() => world.close());

const tool = defineTool({
  name: "open_branch",
  description: "Opens a branch",
  verb: "Opening",
  input: z.object({ branch: z.string().max(10) }),
  run: async (ctx, _scope, { branch }) => {
    if (branch === "broken") throw new Error("a detail of our insides");
    ctx.signal.throwIfAborted();
    throw new AppError("not_found", { message: "Branch not found" });
  },
});

/** What the agent is told, and what stands in the log. */
async function run(branch: unknown, signal = new AbortController().signal) {
  const logged: [string, object][] = [];
  const note = (level: string) => (fields: object) => void logged.push([level, fields]);
  const log: Logger = {
    debug: note("debug"),
    info: note("info"),
    warn: note("warn"),
    error: note("error"),
    child: () => log,
  };
  const ctx = { ...world.as({ kind: "agent", userId: project.owner.userId }), log, signal };
  const { organizationId, projectId } = project;
  const scope = { organizationId, projectId };
  const { text } = await runAgentTool(ctx, {
    tools: [tool],
    scope,
    name: "open_branch",
    input: { branch },
    callId: null,
  });
  return { text, logged };
}

it("tells an agent what it did wrong, and fills the log with none of it", async () => {
  expect(await run("gone")).toEqual({
    text: "Branch not found",
    logged: [["info", { tool: "open_branch", code: "not_found" }]],
  });
  const { text, logged } = await run("x".repeat(100_000));
  expect(text).toBe("Wrong input: branch: Branch can't be longer than 10 characters");
  expect(logged).toEqual([["info", { tool: "open_branch", code: "invalid_input" }]]);
});

it("takes it for no fault when the agent goes away meanwhile", async () => {
  const { logged } = await run("slow", AbortSignal.abort("gone"));
  expect(logged).toEqual([["info", { tool: "open_branch", code: "cancelled" }]]);
});

it("keeps what nobody foresaw for the log", async () => {
  const { text, logged } = await run("broken");
  expect(text).toBe(unknownErrorMessage);
  expect(logged).toEqual([["error", { tool: "open_branch", error: expect.any(Error) }]]);
});
