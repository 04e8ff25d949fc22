import type { Implementation } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { createRunHost } from "#server/domain/implementations/agent/create-run-host.ts";
import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import type { Tool } from "#server/edge.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import type { ModelReply, ModelRequestSeen } from "#server/testing/fakes/model-server.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

import type { RunProject } from "./run-world.ts";

/** Settings of a server whose model is at this address. */
export function modelSettings(baseUrl: string, env: Record<string, string> = {}): Record<string, string> {
  return {
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: baseUrl,
    MODEL_MAX_OUTPUT_TOKENS: "1000",
    ...env,
  };
}

/** What a run is given that a model works on. */
export function withAgent(
  world: TestWorld,
  env: Record<string, string>,
  { tools = [], pausesMs = [] }: { tools?: readonly Tool[]; pausesMs?: readonly number[] } = {},
): (ctx: RunCtx) => RunCtx {
  const { models } = parseSettings(env);
  const model = connectModel(models);
  if (model === null) throw new Error("no model");
  return (ctx) => ({
    ...ctx,
    settings: { ...ctx.settings, models },
    loadAgent: async () => ({ model, host: createRunHost(world.ctx, tools), pausesMs }),
  });
}

/** Begins an implementation by the agent. */
export async function startAgent(
  project: RunProject,
  env: Record<string, string>,
  { criteria = [] }: { criteria?: readonly string[] } = {},
): Promise<Implementation> {
  const { organizationId, projectId } = project;
  const ctx: Ctx = { ...project.ctx, model: connectModel(parseSettings(env).models) };
  const { taskId } = await createTask(ctx, {
    organizationId,
    projectId,
    title: "Low tide is 0.4",
    state: "todo",
    description: "The board shows 2 for low tide.",
    acceptanceCriteria: criteria.map((text) => ({ text, done: false })),
  });
  return await startImplementation(ctx, { organizationId, projectId, taskId, engine: "agent" });
}

/** A reply that calls tools. */
export function callTools(...calls: [name: string, input: unknown][]): ModelReply {
  return {
    kind: "tool-calls",
    calls: calls.map(([name, input], at) => ({
      id: `vendor-${at}`,
      name,
      arguments: typeof input === "string" ? input : JSON.stringify(input),
    })),
  };
}

/** Answers by how often the model has replied before, as a model does that remembers nothing; the last one stays. */
export function byRound(replies: readonly ModelReply[]): (request: ModelRequestSeen) => ModelReply {
  return ({ body }) => {
    const round = body.messages.filter(({ role }) => role === "assistant").length;
    return replies[round] ?? replies.at(-1) ?? { kind: "stall" };
  };
}

/** The change that the usual task asks for. */
export const usualReplies: readonly ModelReply[] = [
  callTools(["read_file", { path: "src/tides.ts" }], ["search_text", { pattern: "low" }]),
  callTools([
    "edit_file",
    { path: "src/tides.ts", old_text: "export const low = 2;", new_text: "export const low = 0.4;" },
  ]),
  callTools(["create_file", { path: "docs/tides.md", content: "# Tides\n\nLow tide is 0.4.\n" }]),
  callTools(["finish", { summary: "Low tide is 0.4, and the documents say so." }]),
];
