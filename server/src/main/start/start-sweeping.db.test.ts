import { afterEach, beforeEach, expect, it } from "vitest";

import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { createTestWorld, makeOrganization, type TestWorld } from "#server/testing/test-ctx.ts";

import { startSweeping } from "./start-sweeping.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await createTestWorld();
  const { organizationId } = await makeOrganization(world);
  const file = { name: "plan.png", contentType: "image/png", size: 1, createdAt: new Date(0) } as const;
  await world.ctx.db.insert(uploadedFiles).values({ filename: "a.png", organizationId, ...file });
});
afterEach(() => world.close());

const listRows = () => world.ctx.db.select().from(uploadedFiles);

it("begins at once, and what is under way ends before it is stopped", async () => {
  const reached = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const enqueue = async () => {
    reached.resolve();
    await mayGoOn.promise;
  };
  const sweeping = startSweeping({ ...world.ctx, enqueue });
  await reached.promise;
  const stopping = sweeping.stop();
  mayGoOn.resolve();
  await stopping;
  expect(await listRows()).toEqual([]);
});

it("keeps the row of a file whose bytes cannot be put in line, and the process alive", async () => {
  const away = async () => {
    throw new Error("the queue is away");
  };
  const warned = Promise.withResolvers<void>();
  const log = { ...world.ctx.log, warn: () => warned.resolve() };
  const sweeping = startSweeping({ ...world.ctx, log, enqueue: away });
  await warned.promise;
  await sweeping.stop();
  expect(await listRows()).toHaveLength(1);
});
