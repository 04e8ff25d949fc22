import { afterEach, beforeEach, expect, it } from "vitest";

import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { openDb, type OpenedDb } from "#server/platform/db/open-db.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { openQueue, type Queue } from "#server/platform/queue/queue.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { indexRepository } from "./index-repository.ts";

let world: TestWorld;
let origin: TestRepository;
let queues: Queue[];
let opened: OpenedDb;

beforeEach(async () => {
  world = await createTestWorld();
  opened = openDb(world.connectionString, { onError: () => {} });
  origin = await createTestRepository();
  await origin.commit("first", { "src/board.ts": "export function board() {}\n" });
  // Two processes that know nothing of each other but the database.
  queues = [await open(), await open()];
});
afterEach(async () => {
  for (const queue of queues) await queue.stop(2000);
  await opened.close();
  await origin.remove();
  await world.close();
});

const definition = { name: "index-repository", concurrency: 3, retryLimit: 1 };

async function open(): Promise<Queue> {
  const queue = await openQueue({ connectionString: world.connectionString, log: silentLogger });
  await queue.define(definition);
  return queue;
}

it("makes at most two runs of twenty notifications at once, one at a time, and the last finds everything", async () => {
  const project = await makeProject(world);
  const { organizationId, repositoryId } = await makeRepository(world, project, { path: origin.path });
  const key = { organizationId, repositoryId };
  await indexRepository(project.system, key, { isLastTry: true });
  const commit = await origin.commit("second", { "src/pier.ts": "export function pier() {}\n" });

  let running = 0;
  let most = 0;
  let runs = 0;
  const ended = Promise.withResolvers<void>();
  const [first, second] = queues;
  if (!first || !second) throw new Error("two queues");
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? first : second).enqueue(opened.db, "index-repository", key, repositoryId),
    ),
  );
  for (const queue of queues) {
    await queue.work(definition, async () => {
      runs += 1;
      most = Math.max(most, (running += 1));
      // News that come while a run is under way need one more: it may have looked before.
      if (runs === 1) {
        await Promise.all(
          Array.from({ length: 20 }, () => queue.enqueue(opened.db, "index-repository", key, repositoryId)),
        );
      }
      await indexRepository(project.system, key, { isLastTry: true });
      running -= 1;
      if (runs === 2) ended.resolve();
    });
  }
  await ended.promise;
  expect(await findRepository(project.system, key)).toMatchObject({ indexState: "ready", indexedCommit: commit });
  expect(most).toBe(1);
  // A further run would be in line already.
  const { rows } = await opened.db.execute("select 1 from pgboss.job where state in ('created', 'retry')");
  expect(rows).toEqual([]);
  expect(world.published.filter(({ name }) => name === "repository.indexed")).toHaveLength(2);
});
