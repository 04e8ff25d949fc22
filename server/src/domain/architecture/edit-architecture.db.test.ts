import type { ArchitectureDraft } from "@cairn/contract/architecture-edits";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { Secret } from "#server/platform/secrets/secret.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { editArchitecture } from "./edit-architecture.ts";
import { getArchitecture } from "./get-architecture.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";
import { suggestArchitecture } from "./suggest-architecture.ts";

let world: TestWorld;
let server: ModelServer;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
let [web, api] = ["", ""];

beforeAll(async () => {
  world = await createTestWorld();
  server = await startModelServer();
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  web = (await makeService(world, key, { name: "web", number: 1 })).serviceId;
  api = (await makeService(world, key, { name: "orders-api", number: 2 })).serviceId;
});
afterAll(async () => {
  await server.close();
  await world.close();
});
afterEach(() => {
  server.requests.length = 0;
});

const draft = (): ArchitectureDraft => ({
  nodes: [
    { nodeId: web, form: "frontend", name: "web", description: "Shows departures", technology: null },
    { nodeId: api, form: "api", name: "orders-api", description: "Takes orders", technology: null },
    { nodeId: "new-1", form: "database", name: "ledger", description: "", technology: null },
  ],
  edges: [{ sourceId: web, targetId: api, stance: null, isInCode: true }],
});

/** The actor's world with a model that says these. */
function withModel(...answers: unknown[]) {
  const settings = parseSettings({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: server.baseUrl,
  });
  const deadlines = { connectTimeoutMs: 2_000, idleTimeoutMs: 500 };
  const model = connectModel({ ...settings.models, ...deadlines, apiKey: new Secret("sk-canary") });
  server.script(answers.map((answer) => ({ kind: "text", pieces: [JSON.stringify(answer)] })));
  return { ...project.ctx, model };
}

it("answers plain commands by itself, on what is not saved too, and writes nothing", async () => {
  const before = await getArchitecture(project.ctx, key);
  const ctx = withModel();
  const answer = await editArchitecture(ctx, { ...key, request: "connect orders-api to ledger", draft: draft() });
  expect(answer).toEqual({
    edits: [{ kind: "joined", sourceId: api, targetId: "new-1", stance: "allowed", reason: null }],
    notes: [],
    writtenBy: "Built-in engine",
  });
  expect(server.requests).toHaveLength(0);
  expect(await getArchitecture(project.ctx, key)).toEqual(before);
});

it("draws stores and queues by words, and changes what was drawn but nothing that the code shows", async () => {
  const drawnId = `drawn:${crypto.randomUUID()}`;
  const { nodes, edges } = draft();
  const others = [
    { nodeId: drawnId, form: "queue" as const, name: "jobs", description: "", technology: "RabbitMQ" },
    { nodeId: "store:redis", form: "store" as const, name: "Redis", description: "", technology: null },
  ];
  const ask = async (request: string) =>
    await editArchitecture(project.ctx, { ...key, request, draft: { nodes: [...nodes, ...others], edges } });
  expect(await ask("add a Postgres database used by orders-api. Rename jobs to work")).toEqual({
    edits: [
      {
        kind: "drawn",
        nodeId: "proposed-1",
        isNew: true,
        form: "store",
        name: "PostgreSQL",
        technology: "PostgreSQL",
        reason: null,
      },
      { kind: "joined", sourceId: api, targetId: "proposed-1", stance: "allowed", reason: null },
      {
        kind: "drawn",
        nodeId: drawnId,
        isNew: false,
        form: "queue",
        name: "work",
        technology: "RabbitMQ",
        reason: null,
      },
    ],
    notes: [],
    writtenBy: "Built-in engine",
  });
  const refused = await ask("remove redis");
  expect(refused.edits).toEqual([]);
  expect(refused.notes.join()).toContain("was found in the code");
});

it("suggests a queue for a goal that calls for one, used by the backend it names", async () => {
  const answer = await suggestArchitecture(project.ctx, {
    ...key,
    goal: "orders-api puts letters into a queue",
    draft: draft(),
  });
  expect(answer.edits).toMatchObject([
    { kind: "drawn", isNew: true, form: "queue", name: "queue" },
    { kind: "joined", sourceId: api, targetId: "proposed-1" },
  ]);
});

it("says what it understands where it does not, and which nodes there are", async () => {
  const request = "make everything scale better";
  const { edits, notes } = await editArchitecture(project.ctx, { ...key, request, draft: draft() });
  expect(edits).toEqual([]);
  expect(notes.join(" ")).toMatch(
    /did not understand "make everything.*add a backend called.*"web", "orders-api" and "ledger"/,
  );
});

it("lets a model answer the rest, counted, and takes what holds of it", async () => {
  const before = (await world.ctx.db.select().from(modelCalls)).length;
  const ctx = withModel({
    say: "One part for money.",
    changes: [
      { do: "add", name: "payments", type: "api", description: "Takes card payments of guests" },
      { do: "connect", source: "orders-api", target: "payments", reason: "It sells" },
      { do: "connect", source: "orders-api", target: "nobody" },
    ],
  });
  const { edits, notes, writtenBy } = await editArchitecture(ctx, {
    ...key,
    request: "guests should pay",
    draft: draft(),
  });
  expect(edits.map(({ kind }) => kind)).toEqual(["added", "joined"]);
  expect(notes).toEqual(["One part for money.", expect.stringContaining('no node "nobody"')]);
  expect(writtenBy).toBe("fake");
  const calls = await world.ctx.db.select().from(modelCalls);
  expect(calls.slice(before)).toMatchObject([{ purpose: "architecture", projectId: key.projectId }]);
});

it("goes on without a model that says nothing of use", async () => {
  const ctx = withModel("Sure!", "Sure!");
  const answer = await editArchitecture(ctx, { ...key, request: "guests should pay", draft: draft() });
  expect(answer).toMatchObject({ edits: [], writtenBy: "Built-in engine" });
  expect(answer.notes[0]).toBe("The answer of fake could not be used.");
});

it("suggests for a goal over what is saved where no draft is given", async () => {
  await setArchitectureEdge(project.ctx, { ...key, sourceId: web, targetId: api, stance: "allowed" });
  const answer = await suggestArchitecture(project.ctx, { ...key, goal: "orders-api e-mails a receipt" });
  expect(answer.edits).toMatchObject([
    { kind: "added", name: "notifications", form: "api" },
    { kind: "joined", sourceId: api, targetId: "proposed-1", stance: "allowed" },
  ]);
});
