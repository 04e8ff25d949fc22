import { criterionChecksSchema, type CriterionChecks } from "@cairn/contract/criterion-checks";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { getImplementationChecks } from "#server/domain/implementations/reading/get-implementation-checks.ts";
import {
  claim,
  makeRunProject,
  start,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { updateCriterion } from "#server/domain/tasks/update-criterion.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { getCriterionChecks } from "./get-criterion-checks.ts";
import { proposeChecks } from "./propose-checks.ts";
import { proposeCriterionChecks } from "./propose-criterion-checks.ts";
import { updateCriterionCheck } from "./update-criterion-check.ts";

vi.setConfig({ testTimeout: 120_000 });

let world: TestWorld;
let project: RunProject;
let vendor: ModelServer;
beforeAll(async () => {
  world = await createTestWorld();
  vendor = await startModelServer();
  project = await makeRunProject(world, {
    "package.json": JSON.stringify({ name: "board", type: "module", scripts: { test: "node --test" } }),
    "src/tides.mjs": "export const high = () => 3;\nexport const low = () => 4;\nconsole.log(`low ${low()}`);\n",
    "test/tides.test.mjs": [
      'import assert from "node:assert";',
      'import test from "node:test";',
      'import { high, low } from "../src/tides.mjs";',
      'test("high tide is 3", () => assert.equal(high(), 3));',
      'test("low tide is 0.4", () => assert.equal(low(), 0.4));',
      "",
    ].join("\n"),
  });
  await setCommands(world, project, { test: "npm test" });
  await updateIndex({
    directory: world.ctx.indexes.directory(project.repositoryId),
    source: createMirrorSource(project.directory),
    commit: project.base,
  });
});
afterAll(async () => {
  await vendor.close();
  await world.close();
});

async function makeTask(criteria: readonly string[], description = "") {
  const { organizationId, projectId } = project;
  const { taskId, acceptanceCriteria } = await createTask(project.ctx, {
    organizationId,
    projectId,
    title: "Low tide is 0.4",
    state: "todo",
    description,
    acceptanceCriteria: criteria.map((text) => ({ text, done: false, id: undefined })),
  });
  return { key: { organizationId, projectId, taskId }, ids: acceptanceCriteria.map(({ id }) => id) };
}
type MadeTask = Awaited<ReturnType<typeof makeTask>>;

const workOut = async ({ key }: MadeTask, model: Ctx["model"] = null) =>
  await proposeChecks({ ...world.as({ kind: "system", organizationId: key.organizationId }), model }, key, {
    isLastTry: true,
  });
const read = async ({ key }: MadeTask): Promise<CriterionChecks> =>
  criterionChecksSchema.parse(await getCriterionChecks(project.ctx, key));

async function propose(task: MadeTask, model: Ctx["model"] = null): Promise<CriterionChecks["proposals"]> {
  const { proposals } = await proposeCriterionChecks(project.ctx, task.key);
  expect(proposals.map(({ state }) => state)).toEqual(task.ids.map(() => "waiting"));
  await workOut(task, model);
  return (await read(task)).proposals;
}

function modelThatSays(checks: unknown): Ctx["model"] {
  vendor.script([{ kind: "text", pieces: [JSON.stringify({ checks })] }]);
  const { models } = parseSettings({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: vendor.baseUrl,
  });
  return connectModel(models);
}

it("proposes what the criterion and the code say where it fails on the code as it is, and nothing else", async () => {
  const task = await makeTask([
    "“low tide is 0.4” passes",
    "“high tide is 3” passes",
    "`node src/tides.mjs` prints `low 0.4`",
    "`node src/tides.mjs` prints `low 4`",
    "The board reads well",
    "`python3 no-such.py` prints `2`",
  ]);
  const [low, high, prints, printed, person, missing] = await propose(task);
  const command = "node --test --test-name-pattern='^low tide is 0\\.4$' test/tides.test.mjs";
  expect(low).toMatchObject({
    state: "proposed",
    check: { kind: "command", command, exitCode: 0 },
    reason:
      "It names the test “low tide is 0.4” of test/tides.test.mjs. Tried on the code as it is, it fails. It ended with exit code 1.",
    writtenBy: "Built-in engine",
    commit: project.base,
  });
  expect(low?.lastLines.join("\n")).toContain("0.4");
  expect(high).toMatchObject({ state: "none", check: null });
  expect(high?.reason).toMatch(/passes on the code as it is, so it would say nothing of a change\.$/);
  expect(prints).toMatchObject({ state: "proposed", check: { outputContains: "low 0.4" } });
  expect(prints?.reason).toMatch(/Its output does not hold “low 0.4”\.$/);
  expect(printed).toMatchObject({ state: "none" });
  expect(person).toMatchObject({
    state: "none",
    reason: "It names no test of this code and no command with its outcome, so there is nothing to run.",
  });
  // It fails now, and says so: that nothing mends it a person sees in its last lines.
  expect(missing?.lastLines.join("\n")).toContain("no-such.py");
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
});

it("is settled by whoever accepts, edits or drops it, and an accepted one proves the change", async () => {
  const diff = [
    "--- a/src/tides.mjs",
    "+++ b/src/tides.mjs",
    "@@ -1,3 +1,3 @@",
    " export const high = () => 3;",
    "-export const low = () => 4;",
    "+export const low = () => 0.4;",
    " console.log(`low ${low()}`);",
  ].join("\n");
  const task = await makeTask(["“low tide is 0.4” passes", "Nice"], `\`\`\`diff\n${diff}\n\`\`\`\n`);
  const [low] = await propose(task);
  const [criterionId = "", other = ""] = task.ids;
  if (low?.check == null) throw new Error("nothing was proposed");
  await updateCriterionCheck(project.ctx, { ...task.key, criterionId, check: low.check });
  await updateCriterionCheck(project.ctx, { ...task.key, criterionId: other, check: { kind: "person" } });
  expect(await read(task)).toMatchObject({ checks: [{ criterionId, check: low.check }], proposals: [] });

  const implementation = await start(project, task.key);
  await work(world, await claim(world, implementation));
  const { implementationId } = implementation;
  const { verdicts } = await getImplementationChecks(project.ctx, { ...task.key, implementationId });
  expect(verdicts.find((one) => one.criterionId === criterionId)).toMatchObject({ verdict: "proven" });
});

it("takes a model's test where it fails now, and refuses in words what passes, replaces code or cannot be used", async () => {
  const task = await makeTask(["Low tide is what the tables say", "High tide stays", "No harm", "Nice", "Forgotten"]);
  const content = (name: string, value: number) =>
    `import assert from "node:assert";\nimport test from "node:test";\nimport * as tides from "../src/tides.mjs";\ntest("it", () => assert.equal(tides.${name}(), ${value}));\n`;
  const test = (name: string, value: number) => {
    const path = `test/${name}.test.mjs`;
    return { kind: "test", path, content: content(name, value), command: `node --test ${path}` };
  };
  const model = modelThatSays([
    { criterion: 1, ...test("low", 0.4) },
    { criterion: 2, ...test("high", 3) },
    { criterion: 3, kind: "test", path: "src/tides.mjs", content: "throw 1", command: "node src/tides.mjs" },
    { criterion: 4, kind: "test", path: "../outside.mjs", content: "throw 1", command: "node x" },
  ]);
  const [low, high, harm, outside, forgotten] = await propose(task, model);
  expect(low).toMatchObject({
    state: "proposed",
    check: { kind: "test-file", path: "test/low.test.mjs", content: content("low", 0.4) },
    writtenBy: "fake",
    commit: project.base,
  });
  expect(high).toMatchObject({ state: "none", check: null, writtenBy: "fake" });
  expect(high?.reason).toMatch(/^A new test of what the criterion says\. But `.*` passes on the code as it is/);
  expect(harm?.reason).toBe("Its test would take the place of src/tides.mjs.");
  expect(outside?.reason).toMatch(/^What the model proposed cannot be used\. A path goes from the service's folder/);
  expect(forgotten?.reason).toBe("The model proposed nothing for it.");
  // It saw the code that the task is about, and a test as an example.
  const asked = JSON.stringify(vendor.requests.at(-1)?.body.messages);
  expect(asked).toContain("test/tides.test.mjs");
  expect(asked).toContain("1. Low tide is what the tables say");
});

it("says that a model could not be asked or answered nonsense", async () => {
  const task = await makeTask(["Low tide is what the tables say"]);
  const model = modelThatSays("nonsense");
  expect((await propose(task, model))[0]).toMatchObject({
    state: "none",
    reason: "The answer of fake could not be used.",
  });
});

it("keeps nothing for a criterion that was written anew, or asked for again, meanwhile", async () => {
  const task = await makeTask(["“low tide is 0.4” passes"]);
  await proposeCriterionChecks(project.ctx, task.key);
  const [criterionId = ""] = task.ids;
  await updateCriterion(project.ctx, { ...task.key, criterionId, text: "“high tide is 3” passes" });
  expect((await read(task)).proposals).toEqual([]);
  await proposeCriterionChecks(project.ctx, task.key);
  await workOut(task);
  const { proposals } = await read(task);
  expect(proposals).toHaveLength(1);
  expect(proposals[0]?.reason).toContain("high tide is 3");
});

it("is put in line again by whoever asks again, where it is still waited for", async () => {
  const task = await makeTask(["Nice"]);
  const enqueue = vi.fn<Ctx["enqueue"]>((...job) => project.ctx.enqueue(...job));
  await proposeCriterionChecks({ ...project.ctx, enqueue }, task.key);
  const { proposals } = await proposeCriterionChecks({ ...project.ctx, enqueue }, task.key);
  expect(proposals).toMatchObject([{ state: "waiting" }]);
  expect(enqueue.mock.calls.map(([, job, , key]) => [job, key])).toEqual([
    ["propose-checks", task.key.taskId],
    ["propose-checks", task.key.taskId],
  ]);
});

it("asks for nothing where there is nothing to ask for", async () => {
  const empty = await makeTask([]);
  await expect(proposeCriterionChecks(project.ctx, empty.key)).rejects.toThrow("no acceptance criteria yet");
  const task = await makeTask(["Nice"]);
  const [criterionId = ""] = task.ids;
  await updateCriterionCheck(project.ctx, {
    ...task.key,
    criterionId,
    check: { kind: "command", command: "npm test", exitCode: 0, outputContains: null },
  });
  await expect(proposeCriterionChecks(project.ctx, task.key)).rejects.toThrow("Each criterion has a check already");
});
