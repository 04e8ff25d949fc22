import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { getImplementationEngines } from "./engines/get-implementation-engines.ts";
import { setDefaultEngine } from "./engines/set-default-engine.ts";
import { exportImplementationLog } from "./reading/export-implementation-log.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { getImplementationOptions } from "./starting/get-implementation-options.ts";
import { startImplementation } from "./starting/start-implementation.ts";
import { stopImplementation } from "./starting/stop-implementation.ts";
import { claim, implement, makeDiffTask, makeRunProject, start, work, type RunProject } from "./testing/run-world.ts";
import { setCommands } from "./testing/set-commands.ts";

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
});
afterAll(() => world.close());

const optionsOf = async ({ ctx, organizationId, projectId }: Awaited<ReturnType<typeof makeProject>>, taskId: string) =>
  await getImplementationOptions(ctx, { organizationId, projectId, taskId });

it("offers a diff where the description holds one, and else says where one is put", async () => {
  const { taskId } = await makeDiffTask(project);
  const { obstacle, keptHere, engines } = await optionsOf(project, taskId);
  expect([obstacle, keptHere]).toEqual([null, null]);
  const open = engines.filter((one) => one.obstacle === null);
  expect(open).toEqual(
    ["diff", "own-machine"].map((engine) => ({ engine, agent: null, obstacle: null, isDefault: false })),
  );
  const { ctx, organizationId, projectId } = project;
  const plain = await createTask(ctx, { organizationId, projectId, title: "Show tides", state: "todo" });
  const options = await optionsOf(project, plain.taskId);
  expect(options.obstacle).toBeNull();
  expect(options.engines[0]?.obstacle).toMatchObject({
    setAt: "task",
    message: expect.stringContaining("holds no diff"),
  });
  const agents = options.engines.filter(({ engine }) => engine === "agent" || engine === "coding-agent");
  expect(agents.map((one) => one.obstacle?.setAt)).toEqual([null, null]);
});

describe("coding agents", () => {
  const scope = () => ({ organizationId: project.organizationId, projectId: project.projectId });
  /** The same person on a server with these settings. */
  const on = (env: Record<string, string>): Ctx => ({
    ...project.ctx,
    settings: parseSettings({ DATA_DIR: world.dataDirectory, ...env }),
  });
  const agentsOn = async (env: Record<string, string>) => {
    const { engines } = await getImplementationEngines(on(env), scope());
    return engines
      .filter(({ engine }) => engine === "coding-agent")
      .map(({ agent, obstacle }) => `${agent?.slug ?? "none"}: ${obstacle?.message ?? "open"}`);
  };
  const model = { MODEL_PROVIDER: "anthropic", MODEL_NAME: "m", MODEL_API_KEY: "k" };

  it("are offered with what each lacks: settings, a model, what that understands, the program", async () => {
    expect(await agentsOn({})).toEqual([
      "none: No coding agents are set up on this server. An operator must name them in RUN_AGENTS.",
    ]);
    expect(await agentsOn({ RUN_AGENTS: "codex" })).toEqual([
      expect.stringMatching(/^codex: .* must set MODEL_PROVIDER\.$/),
    ]);
    const some = { RUN_AGENTS: "codex,claude-code,helper=/bin/true", RUN_AGENT_FOLDERS: "/opt/nowhere" };
    expect(await agentsOn({ ...model, ...some })).toEqual([
      expect.stringMatching(/^codex: Codex speaks OpenAI's responses, .* MODEL_DIALECTS\.$/),
      expect.stringMatching(/^claude-code: Claude Code is not installed\. .*claude-agent-acp in \/opt\/nowhere\.$/),
      "helper: open",
    ]);
    expect(await agentsOn({ ...model, ...some, RUN_SANDBOX: "off" })).toHaveLength(3);
  });

  it("are refused at the start in the same words, and nothing is begun", async () => {
    const { taskId } = await makeDiffTask(project);
    const begin = (agent?: string) =>
      startImplementation(on(model), { ...scope(), taskId, engine: "coding-agent", agent });
    await expect(begin()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("RUN_AGENTS") });
    await expect(begin("codex")).rejects.toMatchObject({ message: expect.stringContaining("Codex is not set up") });
    expect((await optionsOf(project, taskId)).obstacle).toBeNull();
  });

  it("become what a product begins where nobody says otherwise, by those who may", async () => {
    const ctx = on({ ...model, RUN_AGENTS: "helper=/bin/true" });
    const { engines } = await setDefaultEngine(ctx, { ...scope(), engine: "coding-agent", agent: "helper" });
    expect(engines.filter(({ isDefault }) => isDefault)).toMatchObject([{ agent: { slug: "helper" } }]);
    const { taskId } = await makeDiffTask(project);
    expect((await optionsOf(project, taskId)).engines.some(({ isDefault }) => isDefault)).toBe(false);
    const begun = await startImplementation(ctx, { ...scope(), taskId });
    expect(begun).toMatchObject({ engine: "coding-agent", agent: { slug: "helper", name: "helper" } });
    await stopImplementation(ctx, { ...scope(), taskId, implementationId: begun.implementationId });
    await expect(setDefaultEngine(ctx, { ...scope(), engine: "coding-agent", agent: "codex" })).rejects.toMatchObject({
      code: "conflict",
    });
    await setDefaultEngine(ctx, { ...scope(), engine: null, agent: null });
    expect(await startImplementation(ctx, { ...scope(), taskId })).toMatchObject({ engine: "diff", agent: null });
  });
});

it("says what starting would refuse, in its words", async () => {
  const { ctx, organizationId, projectId } = project;
  const waiting = await createTask(ctx, { organizationId, projectId, title: "Show tides" });
  expect((await optionsOf(project, waiting.taskId)).obstacle).toEqual({
    message: expect.stringContaining("only a task in Todo can be implemented"),
    setAt: "task",
  });
  const task = await makeDiffTask(project);
  const run = await start(project, task);
  expect((await optionsOf(project, task.taskId)).obstacle).toEqual({
    message: expect.stringContaining("A run works on"),
    setAt: null,
  });
  await work(world, await claim(world, run));
});

it("leads to the services where there is no repository", async () => {
  const bare = await makeProject(world);
  const { organizationId, projectId } = bare;
  const { taskId } = await createTask(bare.ctx, { organizationId, projectId, title: "Show tides", state: "todo" });
  expect((await optionsOf(bare, taskId)).obstacle).toMatchObject({ setAt: "services" });
});

it("gives the whole log as text, in order, a line for each entry", async () => {
  const { task, implementationId } = await implement(world, project);
  const { ctx, organizationId, projectId } = project;
  const key = { organizationId, projectId, taskId: task.taskId, implementationId };
  const { entries } = await getImplementationLog(ctx, { ...key, after: 0, limit: 1_000 });
  const { bytes, contentType, filename } = await exportImplementationLog(ctx, key);
  const lines = (await new Response(bytes).text()).trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, 24))).toEqual(entries.map(({ createdAt }) => createdAt));
  expect(lines[0]).toMatch(/^\S+ Analysis: Changed: src\/tides\.ts$/);
  expect(contentType).toBe("text/plain; charset=utf-8");
  expect(filename).toMatch(/^\w+-\d+-implementation-\d+\.log$/);
});

it("gives what the commands wrote at the end of the log", async () => {
  await setCommands(world, project, { test: "echo wind; echo tide >&2; false" });
  const { task, implementationId } = await implement(world, project);
  await setCommands(world, project, {});
  const { ctx, organizationId, projectId } = project;
  const { bytes } = await exportImplementationLog(ctx, {
    organizationId,
    projectId,
    taskId: task.taskId,
    implementationId,
  });
  const text = await new Response(bytes).text();
  expect(text).toMatch(
    /Output of “echo wind; echo tide >&2; false” with the change, at \w{8}\. It ended with exit code 1\.\n {4}(?:wind\n {4}tide|tide\n {4}wind)\n/,
  );
});
