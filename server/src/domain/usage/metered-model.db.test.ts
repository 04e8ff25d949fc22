import { AppError } from "@cairn/contract/errors";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { openDb } from "#server/platform/db/open-db.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import type { ModelEvent, ModelPort, ModelRequest } from "#server/platform/models/model-port.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { meteredModel } from "./metered-model.ts";

let world: TestWorld;
let server: ModelServer;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  world = await createTestWorld();
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  project = await makeProject(world);
  world.setNow(new Date("2026-11-21T09:00:00.000Z"));
});

/** The model as a person's question asks it, under these settings. */
function openModel(env: Record<string, string> = {}): ModelPort {
  const { models } = parseSettings({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: server.baseUrl,
    MODEL_MAX_OUTPUT_TOKENS: "1000",
    ...env,
  });
  const ctx: Ctx = { ...project.ctx, model: connectModel(models), settings: { ...project.ctx.settings, models } };
  const { organizationId, projectId, owner } = project;
  const model = meteredModel(ctx, { organizationId, projectId, userId: owner.userId, purpose: "answer" });
  if (!model) throw new Error("no model");
  return model;
}

async function ask(model: ModelPort, given: Partial<ModelRequest> = {}) {
  const events: ModelEvent[] = [];
  let error: AppError | null = null;
  const request = { system: "Answer.", messages: [{ role: "user" as const, content: "What is it?" }], tools: [] };
  const signal = new AbortController().signal;
  try {
    for await (const event of model.stream({ ...request, maxSteps: 4, signal, ...given })) events.push(event);
  } catch (thrown) {
    error = thrown as AppError;
  }
  const usage = events.findLast((event) => event.type === "usage")?.usage ?? null;
  return { events, error, usage };
}

async function listCalls() {
  const rows = await world.ctx.db
    .select()
    .from(modelCalls)
    .where(eq(modelCalls.organizationId, project.organizationId));
  return rows.sort((one, other) => (one.inputTokens ?? 0) - (other.inputTokens ?? 0));
}

const text = (piece: string, promptTokens = 11) => ({
  kind: "text" as const,
  pieces: [piece],
  usage: { promptTokens, completionTokens: 7 },
});

it("counts every call of a tool loop, with its cost, and tells the sum last", async () => {
  const lookUp = { name: "look_up", description: "Looks up", input: z.object({}), run: async () => "found" };
  server.script([{ kind: "tool-calls", calls: [{ id: "a", name: "look_up", arguments: "{}" }] }, text("A ferry.", 31)]);
  const model = openModel({ MODEL_INPUT_PRICE_USD: "2", MODEL_OUTPUT_PRICE_USD: "10" });
  const { error, usage, events } = await ask(model, { tools: [lookUp] });
  expect(error).toBeNull();
  expect(await listCalls()).toMatchObject([
    {
      purpose: "answer",
      model: "fake",
      inputTokens: 11,
      outputTokens: 7,
      costUsd: 0.000092,
      userId: project.owner.userId,
    },
    { inputTokens: 31, outputTokens: 7, costUsd: 0.000132 },
  ]);
  expect(usage).toEqual({ inputTokens: 42, outputTokens: 14, costUsd: 0.000224 });
  expect(events.slice(-2).map(({ type }) => type)).toEqual(["usage", "finish"]);
});

it("writes what a call took once the database takes it again, and keeps no answer waiting", async () => {
  const operator = openDb(world.connectionString, { max: 1, onError: () => {} });
  server.script([{ kind: "drip", pieces: ["A ", "ferry."], pauseMs: 100 }]);
  const signal = new AbortController().signal;
  const messages = [{ role: "user" as const, content: "What is it?" }];
  let written = "";
  for await (const event of openModel().stream({ system: "", messages, tools: [], maxSteps: 1, signal })) {
    if (event.type !== "text") continue;
    if (written === "") await operator.db.execute(sql`alter table model_calls rename to model_calls_away`);
    written += event.text;
  }
  expect(written).toBe("A ferry.");
  const { rows } = await operator.db.execute(
    sql`select ended_at from model_calls_away where organization_id = ${project.organizationId}`,
  );
  expect(rows).toEqual([{ ended_at: null }]);
  await operator.db.execute(sql`alter table model_calls_away rename to model_calls`);
  await operator.close();
  await expect.poll(listCalls).toMatchObject([{ inputTokens: 11, outputTokens: 7 }]);
});

it("tells no cost where no price is set", async () => {
  server.script([text("Yes.")]);
  expect((await ask(openModel())).usage).toEqual({ inputTokens: 11, outputTokens: 7, costUsd: null });
});

it.each([
  ["a refusal takes nothing", { kind: "raw", status: 401, contentType: "application/json", body: "{}" }, 0, 0],
  ["a cut takes what was sent and came", { kind: "cut-after", pieces: ["x".repeat(300)] }, 20, 100],
  ["silence takes what was sent", { kind: "stall" }, 20, 0],
] as const)("settles a call that failed: %s", async (_, reply, leastInput, outputTokens) => {
  server.script([reply]);
  const { error, usage } = await ask(openModel(reply.kind === "stall" ? { MODEL_IDLE_TIMEOUT_MS: "300" } : {}));
  expect(error).not.toBeNull();
  const calls = await listCalls();
  for (const call of calls) {
    expect(call.endedAt).not.toBeNull();
    expect(call.inputTokens).toBeGreaterThanOrEqual(leastInput);
    expect(call.outputTokens).toBe(outputTokens);
  }
  const sum = calls.reduce((total, call) => total + (call.inputTokens ?? 0), 0);
  expect(usage?.inputTokens ?? 0).toBe(sum);
});

it("settles by estimate what was stopped, also when the person lost the right meanwhile", async () => {
  const stop = new AbortController();
  server.script([{ kind: "stall-after", pieces: ["Half an answer"] }]);
  const model = openModel();
  const reading = (async () => {
    for await (const event of model.stream({
      system: "",
      messages: [{ role: "user", content: "?" }],
      tools: [],
      maxSteps: 1,
      signal: stop.signal,
    })) {
      if (event.type !== "text") continue;
      await world.ctx.db.delete(members).where(eq(members.organizationId, project.organizationId));
      stop.abort(new Error("stopped"));
    }
  })();
  await expect(reading).rejects.toThrow("stopped");
  await expect.poll(async () => (await listCalls())[0]?.endedAt).not.toBeNull();
  expect((await listCalls())[0]).toMatchObject({ outputTokens: 5 });
});

it("lets two at once never both take the last tokens", async () => {
  const model = openModel({ MODEL_MONTHLY_TOKENS: "1500" });
  server.script(() => text("Yes."));
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => ask(model)));
  const refused = outcomes.filter(({ error }) => error !== null);
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(1);
  for (const { error } of refused) expect(error).toMatchObject({ code: "rate_limited" });
  const reserved = (await listCalls()).map(({ reservedTokens }) => reservedTokens);
  expect(Math.max(...reserved)).toBeGreaterThan(1000);
  expect(reserved.length).toBe(outcomes.length - refused.length);
  server.script([{ kind: "stall-after", pieces: ["Half"] }]);
  const stop = new AbortController();
  const both = [ask(model, { signal: stop.signal }), ask(model, { signal: stop.signal })];
  expect((await Promise.race(both)).error).toMatchObject({ code: "rate_limited" });
  stop.abort(new AppError("cancelled", { message: "Stopped" }));
  const errors = (await Promise.all(both)).map(({ error }) => error?.code);
  expect(new Set(errors)).toEqual(new Set(["rate_limited", "cancelled"]));
});

it("says plainly what is used up and until when, and is free again in the next month", async () => {
  const model = openModel({ MODEL_MONTHLY_TOKENS: "1200" });
  server.script(() => text("Yes.", 900));
  expect((await ask(model)).error).toBeNull();
  const { error, usage } = await ask(model);
  expect(error).toMatchObject({ code: "rate_limited" });
  expect(error?.message).toMatch(
    /^This organization may use 1,200 tokens of the model in November 2026\. 293 are left, and this may take 1,\d{3}\. The model can be asked again from December 1, 2026 \(UTC\)/,
  );
  expect(usage).toBeNull();
  expect(await listCalls()).toHaveLength(1);
  world.setNow(new Date("2026-12-01T00:00:00.000Z"));
  expect((await ask(model)).error).toBeNull();
});

it("forgets what a process that died had set aside after an hour, and not before", async () => {
  const { organizationId } = project;
  const startedAt = world.ctx.now();
  const call = { callId: world.ctx.newId(), organizationId, purpose: "answer", model: "fake", reservedTokens: 1_000 };
  await world.ctx.db.insert(modelCalls).values({ ...call, startedAt });
  const model = openModel({ MODEL_MONTHLY_TOKENS: "1500" });
  server.script(() => text("Yes."));
  world.setNow(new Date(startedAt.getTime() + 59 * 60_000));
  expect((await ask(model)).error).toMatchObject({ code: "rate_limited" });
  world.setNow(new Date(startedAt.getTime() + 61 * 60_000));
  expect((await ask(model)).error).toBeNull();
});

it("is another organization's budget in another organization", async () => {
  server.script(() => text("Yes.", 1_400));
  expect((await ask(openModel({ MODEL_MONTHLY_TOKENS: "1500" }))).error).toBeNull();
  project = await makeProject(world);
  expect((await ask(openModel({ MODEL_MONTHLY_TOKENS: "1500" }))).error).toBeNull();
});

it("is nothing where no model is set", () => {
  const { organizationId, projectId } = project;
  expect(meteredModel(project.ctx, { organizationId, projectId, userId: null, purpose: "pages" })).toBeNull();
});
