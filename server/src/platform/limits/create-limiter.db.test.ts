import { afterAll, beforeAll, expect, it } from "vitest";

import { openDb } from "#server/platform/db/open-db.ts";
import { rateLimits } from "#server/platform/db/tables/users.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { createLimiter } from "./create-limiter.ts";
import { purgeLimits } from "./purge-limits.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

it("counts over several processes, each try once, also at the same moment", async () => {
  const limit = { name: "tries", points: 10, durationS: 900 };
  const processes = Array.from({ length: 3 }, () => openDb(world.connectionString, { max: 4, onError: () => {} }));
  try {
    const limiters = processes.map(({ db }) => createLimiter(db, limit));
    const tries = limiters.flatMap((limiter) => Array.from({ length: 5 }, () => limiter.take("ada")));
    const waits = (await Promise.all(tries)).filter((wait) => wait !== null);
    expect(waits.length).toBe(5);
    for (const { waitS } of waits) expect(waitS).toBeGreaterThan(890);
    expect(await createLimiter(world.ctx.wholeDb, limit).take("ada")).not.toBeNull();
  } finally {
    await Promise.all(processes.map((each) => each.close()));
  }
});

it("keeps keys and kinds apart, gives back and forgets", async () => {
  const one = createLimiter(world.ctx.wholeDb, { name: "one", points: 1, durationS: 60 });
  const other = createLimiter(world.ctx.wholeDb, { name: "other", points: 1, durationS: 60 });
  expect(await one.take("a")).toBeNull();
  expect(await one.take("a")).toEqual({ waitS: 60 });
  expect([await one.take("b"), await other.take("a")]).toEqual([null, null]);
  await one.giveBack("b");
  expect(await one.take("b")).toBeNull();
  await one.forget("a");
  expect(await one.take("a")).toBeNull();
});

it("begins anew when the window is over", async () => {
  const limiter = createLimiter(world.ctx.wholeDb, { name: "window", points: 1, durationS: 60 });
  await limiter.take("a");
  await world.ctx.wholeDb.update(rateLimits).set({ expire: new Date(Date.now() - 1) });
  expect(await limiter.take("a")).toBeNull();
  expect(await limiter.take("a")).not.toBeNull();
});

it("stores no address in the clear, and purges what is over", async () => {
  const limiter = createLimiter(world.ctx.wholeDb, { name: "purged", points: 1, durationS: 60 });
  await limiter.take("198.51.100.7 ada@example.test");
  const rows = await world.ctx.wholeDb.select().from(rateLimits);
  expect(JSON.stringify(rows)).not.toMatch(/ada|198/);
  await purgeLimits(world.ctx.wholeDb, new Date());
  expect(await limiter.take("198.51.100.7 ada@example.test")).not.toBeNull();
  await purgeLimits(world.ctx.wholeDb, new Date(Date.now() + 3_600_000));
  expect(await world.ctx.wholeDb.select().from(rateLimits)).toEqual([]);
});

it("goes on counting by itself while the database is away", async () => {
  const away = openDb("postgresql://cairn@127.0.0.1:1/cairn", { max: 1, onError: () => {} });
  const limiter = createLimiter(away.db, { name: "away", points: 2, durationS: 60 });
  const waits = [await limiter.take("a"), await limiter.take("a"), await limiter.take("a")];
  expect(waits).toEqual([null, null, { waitS: 60 }]);
  await limiter.giveBack("a");
  await limiter.forget("a");
  expect(await limiter.take("a")).toBeNull();
  await away.close();
});
