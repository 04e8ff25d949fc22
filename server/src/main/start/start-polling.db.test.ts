import { afterEach, beforeEach, expect, it } from "vitest";

import { repositories } from "#server/platform/db/tables/projects.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { startPolling } from "./start-polling.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await createTestWorld({ POLL_INTERVAL_S: "1" });
  await makeRepository(world, await makeProject(world));
  await world.ctx.db.update(repositories).set({ indexState: "ready" });
});
afterEach(() => world.close());

it("asks by itself, goes on after a failure, and is quiet once it is stopped", async () => {
  const requested = Promise.withResolvers<string>();
  let failures = 0;
  const polling = startPolling({
    ...world.ctx,
    enqueue: async (_db, job) => {
      if ((failures += 1) === 1) throw new Error("the queue is away");
      requested.resolve(job);
    },
  });
  expect(await requested.promise).toBe("check-repository");
  await polling?.stop();
  const [row] = await world.ctx.db.select().from(repositories);
  expect(row?.checkedAt).toEqual(world.ctx.now());
});

it("does not begin where it is switched off", async () => {
  const { settings } = world.ctx;
  const off = { ...settings, limits: { ...settings.limits, pollIntervalS: 0 } };
  expect(startPolling({ ...world.ctx, settings: off })).toBeNull();
});
