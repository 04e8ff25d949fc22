import { chmod, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

import { updateCriterionCheck } from "#server/domain/criterion-checks/update-criterion-check.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { RunCtx } from "./phases/run-context.ts";
import { getImplementationChecks } from "./reading/get-implementation-checks.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { startImplementation } from "./starting/start-implementation.ts";
import { byRound, modelSettings, withAgent } from "./testing/agent-world.ts";
import { recordedCheck, recordedFiles, recordedTask } from "./testing/recorded/recorded-task.ts";
import { claim, makeRunProject, read, work, type RunProject } from "./testing/run-world.ts";

// Each is a whole run, with all its checks.
vi.setConfig({ testTimeout: 300_000 });

const player = fileURLToPath(new URL("testing/recorded/play-recorded.ts", import.meta.url));
const tape = (name: string) => path.join(path.dirname(player), name);
const readTape = async (name: string): Promise<unknown> => JSON.parse(await readFile(tape(name), "utf8"));

interface Usage {
  promptTokens: number;
  completionTokens: number;
}

let vendor: ModelServer;
let folder: string;
let env: Record<string, string>;
let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  vendor = await startModelServer();
  folder = await mkdtemp("/var/tmp/cairn-recorded-");
  for (const file of [player, tape("opencode.json")]) await cp(file, path.join(folder, path.basename(file)));
  await chmod(folder, 0o755);
  env = modelSettings(vendor.baseUrl, { MODEL_INPUT_PRICE_USD: "2", MODEL_OUTPUT_PRICE_USD: "10" });
  const command = `/opt/cairn/bin/node ${folder}/play-recorded.ts ${folder}/opencode.json`;
  world = await createTestWorld({ ...env, RUN_AGENTS: `opencode-tape=${command}`, RUN_AGENT_FOLDERS: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
  await vendor.close();
});
beforeEach(async () => {
  vendor.requests.length = 0;
  project = await makeRunProject(world, recordedFiles);
});

/** A whole run of the recorded task, and all that is known of it. */
async function implement(engine: { engine: "agent" | "coding-agent"; agent?: string }, equip: (ctx: RunCtx) => RunCtx) {
  const { organizationId, projectId } = project;
  const ctx = { ...project.ctx, model: connectModel(parseSettings(env).models) };
  const key = { organizationId, projectId };
  const acceptanceCriteria = [{ text: recordedTask.title, done: false }];
  const task = await createTask(ctx, { ...key, ...recordedTask, state: "todo", acceptanceCriteria });
  const criterionId = task.acceptanceCriteria[0]?.id ?? "";
  await updateCriterionCheck(ctx, { ...key, taskId: task.taskId, criterionId, check: recordedCheck });
  const begun = await startImplementation(ctx, { ...key, taskId: task.taskId, ...engine });
  await work(world, await claim(world, begun), equip);
  const done = await read(project, begun);
  const where = { ...key, taskId: task.taskId, implementationId: begun.implementationId };
  const { verdicts } = await getImplementationChecks(ctx, where);
  const { entries } = await getImplementationLog(ctx, { ...where, after: 0, limit: 1_000 });
  return { done, verdict: verdicts.find(({ kind }) => kind === "criterion"), log: entries.map(({ text }) => text) };
}

/** What must be so whoever wrote the change: it is proven, and counted to the token. */
async function expectSolved(
  { done, verdict }: { done: Implementation; verdict?: { verdict: string; reason: string } | undefined },
  usages: readonly Usage[],
): Promise<void> {
  expect(done).toMatchObject({ outcome: "completed", proof: { state: "green" }, canMerge: true });
  expect(verdict).toMatchObject({ verdict: "proven" });
  expect(await project.git("show", `${done.workingBranch}:lib/picomatch.js`)).toContain(
    "return regex.test(utils.basename(input, { windows }));",
  );
  expect(await project.git("rev-list", "--count", `main..${done.workingBranch}`)).toBe("1");
  const sum = (of: (usage: Usage) => number) => usages.reduce((total, usage) => total + of(usage), 0);
  const inputTokens = sum(({ promptTokens }) => promptTokens);
  const outputTokens = sum(({ completionTokens }) => completionTokens);
  expect(vendor.requests).toHaveLength(usages.length);
  expect(done.budget).toMatchObject({ inputTokens, outputTokens, reservedTokens: 0 });
  expect(done.budget.costUsd).toBeCloseTo((2 * inputTokens + 10 * outputTokens) / 1_000_000, 6);
}

it("solves a past fix with the built-in agent as it was recorded", async () => {
  const rounds = (await readTape("built-in.json")) as {
    text: string;
    calls: { name: string; input: object }[];
    usage: Usage;
  }[];
  vendor.script(
    byRound(
      rounds.map(({ calls, usage }, round): ModelReply => ({
        kind: "tool-calls",
        usage,
        calls: calls.map(({ name, input }, at) => ({
          id: `call_${round}_${at}`,
          name,
          arguments: JSON.stringify(input),
        })),
      })),
    ),
  );
  const solved = await implement({ engine: "agent" }, withAgent(world, env));
  await expectSolved(
    solved,
    rounds.map(({ usage }) => usage),
  );
  expect(solved.log.map((text) => text.split("\n")[0])).toEqual(
    expect.arrayContaining([
      "Edited lib/picomatch.js",
      "Edited test/options.js",
      expect.stringMatching(/^Ran node --test test\/options\.js: .+exit code 0\.$/),
    ]),
  );
  // Nothing that the model asked for was refused.
  const told = vendor.requests.at(-1)?.body.messages.filter(({ role }) => role === "tool") ?? [];
  expect(
    told
      .map(({ content }) => JSON.stringify(content))
      .filter((text) => /There is no|stands? there|not stand/.test(text)),
  ).toEqual([expect.stringContaining("There is no file index.js.")]);
});

it("solves the same with OpenCode as it was recorded, behind the walls and through the broker", async () => {
  const { turns } = (await readTape("opencode.json")) as { turns: { usage: Usage }[] };
  const usages = turns.map(({ usage }) => usage);
  vendor.script(usages.map((usage): ModelReply => ({ kind: "text", pieces: ["As recorded."], usage })));
  const product = { openCtx: async () => project.system, serveTools: () => undefined };
  const engine = { engine: "coding-agent", agent: "opencode-tape" } as const;
  const solved = await implement(engine, (ctx) => ({ ...ctx, product }));
  await expectSolved(solved, usages);
  expect(solved.log).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^opencode-tape was ready after \d+\.\d s\.$/),
      "opencode-tape: I read matchBase, basename and the tests of the options.",
      "Used: lib/picomatch.js",
      "Used: npx mocha --reporter dot test/options.js 2>&1 | tail -3",
      expect.stringMatching(/^opencode-tape: matchBase passes windows on/),
    ]),
  );
  expect(await project.git("show", "--format=", "--name-only", solved.done.head ?? "")).toBe("lib/picomatch.js");
});
