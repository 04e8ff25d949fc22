import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import { LeaseLost, type RunLease } from "#server/domain/implementations/store/runs.store.ts";
import {
  claim,
  makeDiffTask,
  makeRunProject,
  read,
  start,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { listAuditEvents } from "#server/domain/members/list-audit-events.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { getUsualRunBudget } from "./get-usual-run-budget.ts";
import { markRunCallSent, reserveRunCall } from "./reserve-run-call.ts";
import { setRunBudget } from "./set-run-budget.ts";
import { setUsualRunBudget } from "./set-usual-run-budget.ts";
import { settleRunCall } from "./settle-run-call.ts";

let world: TestWorld;
let project: RunProject;
let run: Implementation;
let lease: RunLease;
let ctx: RunCtx;

beforeAll(async () => {
  world = await createTestWorld({ RUN_MAX_TOKENS: "10000", MODEL_INPUT_PRICE_USD: "2", MODEL_OUTPUT_PRICE_USD: "10" });
});
afterAll(() => world.close());
beforeEach(async () => {
  project = await makeRunProject(world);
  run = await start(project, await makeDiffTask(project));
  lease = await claim(world, run);
  ctx = world.as({ kind: "system", organizationId: lease.organizationId });
});

const planned = (promptTokens: number, maxOutputTokens = 1_000) => ({ model: "fake", promptTokens, maxOutputTokens });
const whereIs = () => ({ ...project, taskId: run.task.taskId, implementationId: run.implementationId });
const reserve = async (promptTokens: number, reservationId?: string) =>
  await reserveRunCall(ctx, { lease, planned: planned(promptTokens), ...(reservationId && { reservationId }) });

async function reserved(promptTokens: number): Promise<{ reservationId: string }> {
  const answer = await reserve(promptTokens);
  if ("refused" in answer) throw new Error(answer.needs);
  return answer;
}

const settle = async (reservationId: string, inputTokens: number, outputTokens: number) =>
  await settleRunCall(ctx, lease, { reservationId, taken: { inputTokens, outputTokens } });

const budget = async () => (await read(project, run)).budget;
const callsOf = async (implementationId: string) =>
  await world.ctx.db.select().from(modelCalls).where(eq(modelCalls.implementationId, implementationId));

it("sets aside what a call may take, and replaces it with what it took", async () => {
  const first = await reserved(2_000);
  expect(await budget()).toEqual({
    inputTokens: 0,
    outputTokens: 0,
    costUsd: null,
    reservedTokens: 3_000,
    tokenLimit: 10_000,
  });
  await markRunCallSent(ctx, lease, first);
  for (let times = 0; times < 2; times += 1) await settle(first.reservationId, 1_500, 200);
  expect(await budget()).toMatchObject({ inputTokens: 1_500, outputTokens: 200, costUsd: 0.005, reservedTokens: 0 });
  expect(await callsOf(run.implementationId)).toMatchObject([
    { purpose: "implementation", projectId: project.projectId, userId: project.owner.userId },
  ]);
});

it("is one reservation however often it is asked for by its id", async () => {
  const reservationId = world.ctx.newId();
  expect(await reserve(4_000, reservationId)).toEqual({ reservationId });
  expect(await reserve(4_000, reservationId)).toEqual({ reservationId });
  expect(await budget()).toMatchObject({ reservedTokens: 5_000 });
});

it("never lets calls at once take more than the limit, and pauses nobody for what others give back", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => reserve(2_000)));
  const granted = answers.filter((one) => "reservationId" in one);
  expect(granted).toHaveLength(3);
  expect(answers.filter((one) => "refused" in one).map((one) => one.refused)).toEqual(Array(9).fill("busy"));
  expect(await read(project, run)).toMatchObject({ pause: null, budget: { reservedTokens: 9_000 } });
  await Promise.all(granted.map(({ reservationId }) => settle(reservationId, 100, 10)));
  expect(await reserve(2_000)).toHaveProperty("reservationId");
});

it("pauses at its limit, holds no worker, says what it needs, and goes on where it was", async () => {
  const { reservationId } = await reserved(5_000);
  await settle(reservationId, 5_000, 500);
  const needs =
    "This run may use 10,000 tokens of the model. 5,500 are used, and its next question to the model may take 5,000. It goes on with a limit of 10,500 or more.";
  expect(await reserve(4_000)).toEqual({ refused: "run", needs });
  await expect(reserve(1)).rejects.toThrow(LeaseLost);
  expect(await work(world, lease)).toBe("lost");
  const paused = await read(project, run);
  expect(paused).toMatchObject({
    running: true,
    outcome: null,
    position: null,
    pause: { cause: "run", message: needs, neededTokens: 10_500 },
    task: { state: "in-progress" },
  });
  await expect(claim(world, run)).rejects.toThrow("nothing waits in line");
  await expect(startImplementation(project.ctx, { ...whereIs(), engine: "diff" })).rejects.toThrow("A run works on");
  const { tokenLimit } = (await setRunBudget(project.ctx, { ...whereIs(), tokenLimit: 20_000 })).budget;
  expect(tokenLimit).toBe(20_000);
  expect(await read(project, run)).toMatchObject({ pause: null, position: 0 });
  expect(await work(world, await claim(world, run))).toBe("completed");
  const done = await read(project, run);
  expect(done.events.map(({ type }) => type).filter((type) => type === "task-implementation")).toHaveLength(1);
  const { entries } = await getImplementationLog(project.ctx, { ...whereIs(), after: 0, limit: 100 });
  expect(entries.slice(0, 2).map(({ text }) => text)).toEqual([
    `Paused. ${needs}`,
    "The limit is 20,000 tokens of the model from here on.",
  ]);
});

it("can be stopped while it is paused, and goes on as another run later", async () => {
  expect(await reserve(50_000)).toMatchObject({ refused: "run" });
  expect(await stopImplementation(project.ctx, whereIs())).toMatchObject({ outcome: "stopped", pause: null });
  await resumeImplementation(project.ctx, whereIs());
  expect(await work(world, await claim(world, run))).toBe("completed");
});

it("pauses where its organization has no tokens left, and asks again when somebody says so", async () => {
  const { models } = parseSettings({ MODEL_MONTHLY_TOKENS: "4000" });
  ctx = { ...ctx, settings: { ...ctx.settings, models } };
  expect(await reserve(3_500)).toMatchObject({ refused: "organization" });
  const paused = await read(project, run);
  expect(paused.pause).toMatchObject({ cause: "organization", neededTokens: null });
  expect(paused.pause?.message).toMatch(
    /^This organization may use 4,000 tokens .* 4,000 are left, and this may take 4,500\./,
  );
  expect(await resumeImplementation(project.ctx, whereIs())).toMatchObject({ pause: null, position: 0 });
  await stopImplementation(project.ctx, whereIs());
});

it("counts a call in full that was sent by who died, and one that was not with nothing", async () => {
  const sent = await reserved(2_000);
  await markRunCallSent(ctx, lease, sent);
  await reserved(3_000);
  world.setNow(new Date(Date.now() + 3 * 3_600_000));
  expect(await budget()).toMatchObject({ inputTokens: 0, reservedTokens: 7_000 });
  expect(await work(world, await claim(world, run))).toBe("completed");
  expect(await budget()).toMatchObject({ inputTokens: 2_000, outputTokens: 1_000, reservedTokens: 0 });
  // Whoever made the call was alive after all.
  await settle(sent.reservationId, 1_200, 30);
  expect(await budget()).toMatchObject({ inputTokens: 1_200, outputTokens: 30 });
});

it("keeps the reservation of a run that lives in its organization's month, however long it takes", async () => {
  const { models } = parseSettings({ MODEL_MONTHLY_TOKENS: "9000" });
  ctx = { ...ctx, settings: { ...ctx.settings, models } };
  world.setNow(new Date("2026-11-21T09:00:00.000Z"));
  await reserved(4_000);
  world.setNow(new Date("2026-11-21T19:00:00.000Z"));
  expect(await reserve(3_500)).toMatchObject({ refused: "busy" });
  await stopImplementation(project.ctx, whereIs());
  expect(await budget()).toMatchObject({ inputTokens: 0, outputTokens: 0, reservedTokens: 0 });
});

it("gives new implementations what their organization chose, and leaves those that have begun alone", async () => {
  const { organizationId } = project;
  const other = await makeRunProject(world);
  expect(await setUsualRunBudget(project.ctx, { organizationId, tokenLimit: 70_000 })).toEqual({
    tokenLimit: 70_000,
    serverTokenLimit: 10_000,
  });
  const [log] = (await listAuditEvents(project.ctx, { organizationId, page: 1, limit: 1 })).content;
  expect(log).toMatchObject({ action: "organization.run-budget-changed", from: "the server's", to: "70,000 tokens" });
  expect((await start(project, await makeDiffTask(project))).budget).toMatchObject({ tokenLimit: 70_000 });
  expect(await budget()).toMatchObject({ tokenLimit: 10_000 });
  expect((await start(other, await makeDiffTask(other))).budget).toMatchObject({ tokenLimit: 10_000 });
  await setUsualRunBudget(project.ctx, { organizationId, tokenLimit: null });
  expect(await getUsualRunBudget(project.ctx, { organizationId })).toMatchObject({ tokenLimit: null });
  expect((await start(project, await makeDiffTask(project))).budget).toMatchObject({ tokenLimit: 10_000 });
});

it("refuses a limit that is none", async () => {
  await expect(
    setRunBudget(project.ctx, { ...whereIs(), taskId: world.ctx.newId(), tokenLimit: 5_000 }),
  ).rejects.toThrow("not found");
});
