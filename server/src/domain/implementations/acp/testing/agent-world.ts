import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import type { Implementation } from "@cairn/contract/implementations";

import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import type { RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import type { ModelServer } from "#server/testing/fakes/model-server.ts";

import type { AgentAction } from "./agent-action.ts";

/** Would be found nowhere, were everything as it should be. */
export const vendorKey = "sk-vendor-canary-5b1f9e0c77";

/** A folder with the test agent as an operator would install it. No sandbox has another use for where it lies. */
export async function installTestAgent(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp("/var/tmp/cairn-agents-");
  const modules = fileURLToPath(new URL("../../../../../../node_modules/", import.meta.url));
  for (const name of ["@agentclientprotocol/sdk", "zod"]) {
    await mkdir(path.join(folder, "node_modules", path.dirname(name)), { recursive: true });
    await cp(path.join(modules, name), path.join(folder, "node_modules", name), { recursive: true });
  }
  for (const file of [new URL("test-agent.ts", import.meta.url), new URL("agent-action.ts", import.meta.url)]) {
    await cp(fileURLToPath(file), path.join(folder, path.basename(file.pathname)));
  }
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Settings of a server with that agent, and a model that speaks as a vendor does. */
export function agentEnvironment(folder: string, vendor: ModelServer): Record<string, string> {
  const command = `/opt/cairn/bin/node ${folder}/test-agent.ts`;
  return {
    RUN_AGENTS: `codex,tester=${command},forgetful=${command} --no-load,loser=${command} --lost-sessions,sleeper=${command} stall`,
    RUN_AGENT_FOLDERS: folder,
    MODEL_PROVIDER: "openai-compatible",
    MODEL_BASE_URL: vendor.baseUrl,
    MODEL_NAME: "fake",
    MODEL_API_KEY: vendorKey,
  };
}

/** The model answers these lists one after the other, and the last one again and again. */
export function answerWith(vendor: ModelServer, ...answers: AgentAction[][]): void {
  vendor.script(
    answers.map((actions, at) => ({
      kind: "text",
      pieces: [JSON.stringify(actions)],
      usage: { promptTokens: 1_000 + at, completionTokens: 100 + at },
    })),
  );
}

/** Puts a task in line for a coding agent. */
export async function startAgent(project: RunProject, agent = "tester"): Promise<Implementation> {
  const { ctx, organizationId, projectId } = project;
  const description = "Low water is wrong.";
  const acceptanceCriteria = [{ text: "Low water is 0.4", done: false }];
  const { taskId } = await createTask(ctx, {
    organizationId,
    projectId,
    title: "Show tides",
    state: "todo",
    description,
    acceptanceCriteria,
  });
  return await startImplementation(ctx, { organizationId, projectId, taskId, engine: "coding-agent", agent });
}
