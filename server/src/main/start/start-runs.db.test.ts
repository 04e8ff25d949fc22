import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { makeDiffTask, makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { buildServices, type BuiltServices } from "./build-services.ts";
import { startRuns } from "./start-runs.ts";

const patience = { timeout: 60_000, interval: 50 };

let world: TestWorld;
let project: RunProject;
let built: BuiltServices;
let runs: Awaited<ReturnType<typeof startRuns>>;
let env: Record<string, string>;
/** Acts as the Owner, on the real queue. */
let ctx: Ctx;

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
  env = { DATA_DIR: world.dataDirectory, DATABASE_URL: world.connectionString, LOG_LEVEL: "silent" };
  built = await buildServices(parseSettings(env));
  const { actor } = project.ctx;
  ctx = createCtx(built.services, { actor, requestId: "test", signal: new AbortController().signal });
});
afterAll(async () => {
  runs.stop();
  await built.close();
  await world.close();
});

async function startOne() {
  const { organizationId, projectId } = project;
  const inTask = { organizationId, projectId, ...(await makeDiffTask({ ...project, ctx })) };
  const { implementationId } = await startImplementation(ctx, { ...inTask, engine: "diff" });
  return { read: () => getImplementation(ctx, { ...inTask, implementationId }) };
}

it("works on what waits and on what comes, each in a thread of its own, and lets the branch be indexed", async () => {
  const early = await startOne();
  expect((await early.read()).position).toBe(0);
  runs = await startRuns(built, { env, overrides: {} });
  await expect.poll(async () => (await early.read()).outcome, patience).toBe("completed");
  const late = await Promise.all([startOne(), startOne(), startOne()]);
  for (const one of late) await expect.poll(async () => (await one.read()).outcome, patience).toBe("completed");
  const read = async () => {
    const { rows } = await built.services.wholeDb.execute(
      sql`select 1 from pgboss.job where name = 'index-repository' and data->>'repositoryId' = ${project.repositoryId}`,
    );
    return rows.length;
  };
  await expect.poll(read, patience).toBeGreaterThan(0);
}, 240_000);
