import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";

import type { DomainEvents, EventName } from "#server/events.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { openDb, type OpenedDb } from "#server/platform/db/open-db.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { openQueue, type Queue } from "#server/platform/queue/queue.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { jobs, listeners } from "./edges.ts";
import { createPublish, defineQueues } from "./work.ts";

let world: TestWorld;
let opened: OpenedDb;
let queue: Queue;
let publish: Services["publish"];

beforeEach(async () => {
  world = await createTestWorld();
  opened = openDb(world.connectionString, { onError: () => {} });
  queue = await openQueue({ connectionString: world.connectionString, log: silentLogger });
  await defineQueues(queue, jobs);
  const enqueue: Services["enqueue"] = (db, job, data, key) => queue.enqueue(db, job, data, key);
  publish = createPublish(listeners, { enqueue, now: world.ctx.now });
});
afterEach(async () => {
  await queue.stop(1000);
  await opened.close();
  await world.close();
});

async function readJobs() {
  const { rows } = await opened.db.execute(sql`select name, data, singleton_key as key from pgboss.job`);
  return rows;
}

const organizationId = randomUUID();
const projectId = randomUUID();
const repositoryId = randomUUID();
const serviceId = randomUUID();
const userId = randomUUID();
const pages = { name: "write-pages", data: { organizationId, projectId }, key: projectId };
const watch = { name: "watch-architecture", data: { organizationId, projectId }, key: projectId };
const commands = { name: "find-service-commands", data: { organizationId, serviceId }, key: serviceId };
const started: { [N in EventName]: [payload: DomainEvents[N], ...jobs: unknown[]] } = {
  "repository.indexed": [{ organizationId, projectId, repositoryId }, pages, watch],
  "repository.deleted": [{ organizationId, projectId, repositoryId }, pages],
  "service.changed": [{ organizationId, projectId, serviceId }, pages, commands, watch],
  "member.gone": [
    { organizationId, userId },
    { name: "remove-unused-files", data: { organizationId }, key: organizationId },
  ],
};

for (const name of Object.keys(started) as EventName[]) {
  const [payload, ...jobs] = started[name];

  it(`puts what ${name} starts in line, with the transaction that publishes it`, async () => {
    await opened.db.transaction((tx) => publish(tx, name, payload));
    const inLine = await readJobs();
    expect(inLine).toHaveLength(jobs.length);
    expect(inLine).toEqual(expect.arrayContaining(jobs));
  });

  it(`starts nothing for ${name} when that transaction is rolled back`, async () => {
    const failed = opened.db.transaction(async (tx) => {
      await publish(tx, name, payload);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await readJobs()).toEqual([]);
  });
}
