import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import {
  agentEnvironment,
  answerWith,
  installTestAgent,
  startAgent,
} from "#server/domain/implementations/acp/testing/agent-world.ts";
import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import {
  implement,
  makeDiffTask,
  makeRunProject,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { buildServices, type BuiltServices } from "./build-services.ts";
import { startRuns } from "./start-runs.ts";

const patience = { timeout: 60_000, interval: 50 };

let world: TestWorld;
let project: RunProject;
let vendor: ModelServer;
let agent: Awaited<ReturnType<typeof installTestAgent>>;
let built: BuiltServices;
let runs: Awaited<ReturnType<typeof startRuns>>;
let env: Record<string, string>;
/** Acts as the Owner, on the real queue. */
let ctx: Ctx;

beforeAll(async () => {
  vendor = await startModelServer();
  agent = await installTestAgent();
  world = await createTestWorld();
  project = await makeRunProject(world);
  env = {
    DATA_DIR: world.dataDirectory,
    DATABASE_URL: world.connectionString,
    LOG_LEVEL: "silent",
    ...agentEnvironment(agent.folder, vendor),
  };
  built = await buildServices(parseSettings(env));
  const { actor } = project.ctx;
  ctx = createCtx(built.services, { actor, requestId: "test", signal: new AbortController().signal });
});
afterAll(async () => {
  await runs.stop();
  await built.close();
  await world.close();
  await agent.remove();
  await vendor.close();
});

async function startOne() {
  const { organizationId, projectId } = project;
  const inTask = { organizationId, projectId, ...(await makeDiffTask({ ...project, ctx })) };
  const { implementationId } = await startImplementation(ctx, { ...inTask, engine: "diff" });
  return { read: () => getImplementation(ctx, { ...inTask, implementationId }) };
}

/** A change whose branch nobody can read until it is released: whoever opens its file waits. */
async function hangBranch() {
  const other = await makeRunProject(world);
  const { head, workingBranch } = await implement(world, other);
  const file = path.join(other.directory, "refs/heads", workingBranch);
  await rm(file);
  await promisify(execFile)("mkfifo", [file]);
  return {
    async release() {
      await writeFile(file, `${head}\n`);
      await rm(file);
      await writeFile(file, `${head}\n`);
    },
  };
}

it("works on what waits and on what comes, in a thread beside this one, and lets the branch be indexed", async () => {
  const early = await startOne();
  expect((await early.read()).position).toBe(0);
  const branch = await hangBranch();
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
  await branch.release();
}, 240_000);

it("gives a coding agent the tools of the product, in the thread of its run", async () => {
  answerWith(vendor, [
    { do: "use", tool: "list", input: {} },
    { do: "use", tool: "list_tasks", input: {} },
    { do: "write", path: "src/tides.ts", text: "export const low = 0.4;\n" },
  ]);
  const { implementationId, task } = await startAgent({ ...project, ctx });
  const one = {
    organizationId: project.organizationId,
    projectId: project.projectId,
    taskId: task.taskId,
    implementationId,
  };
  await expect.poll(async () => (await getImplementation(ctx, one)).outcome, patience).toBe("completed");
  const { entries } = await getImplementationLog(ctx, { ...one, after: 0, limit: 1_000 });
  const text = entries.map((entry) => entry.text).join("\n");
  expect(text).toContain('"search_code"');
  expect(text).not.toContain('"create_task"');
  expect(text).toContain("Show tides (In Progress)");
}, 240_000);
