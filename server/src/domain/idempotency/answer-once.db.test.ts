import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { idempotencyKeys } from "#server/platform/db/tables/users.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { answerOnce, type KeptAnswer } from "./answer-once.ts";
import { purgeIdempotencyKeys } from "./purge-idempotency-keys.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const start = new Date("2026-11-21T09:00:00.000Z");
const after = (ms: number) => new Date(start.getTime() + ms);

function input(key = "key", body = "{}") {
  return { key, request: { method: "POST", address: "/v1/things?page=1", body: Buffer.from(body) } };
}

/** Answers each time it runs with another number. */
function counting(status = 200) {
  const made = { count: 0, run: async (): Promise<KeptAnswer> => ({ status, body: `secret-${(made.count += 1)}` }) };
  return made;
}

async function rowsOf(userId: string) {
  return world.ctx.wholeDb.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

it("gives thirty requests at once one effect and one answer, which lies sealed", async () => {
  const { ctx, userId } = await makeUser(world);
  const made = counting(201);
  const answers = await Promise.all(Array.from({ length: 30 }, () => answerOnce(ctx, input(), made.run)));
  expect(made.count).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 201, body: "secret-1" })]),
  );
  expect(JSON.stringify(await rowsOf(userId))).not.toContain("secret-1");
});

it("waits for the first while it runs, and refuses after ten seconds", async () => {
  const { ctx } = await makeUser(world);
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<KeptAnswer>();
  const first = answerOnce(ctx, input(), () => {
    began.resolve();
    return goOn.promise;
  });
  await began.promise;
  const never = counting();
  await expect(answerOnce(ctx, input("key", "other"), never.run)).rejects.toMatchObject({ code: "unprocessable" });
  await expect(answerOnce(ctx, input(), never.run)).rejects.toMatchObject({
    code: "conflict",
    details: { retryAfterS: 1 },
  });
  const second = answerOnce(ctx, input(), never.run);
  goOn.resolve({ status: 204, body: null });
  await expect(first).resolves.toEqual({ status: 204, body: null });
  await expect(second).resolves.toEqual({ status: 204, body: null });
  expect(never.count).toBe(0);
});

it("stops waiting when the caller is gone", async () => {
  const { ctx } = await makeUser(world);
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<KeptAnswer>();
  const first = answerOnce(ctx, input(), () => {
    began.resolve();
    return goOn.promise;
  });
  await began.promise;
  const gone = new AbortController();
  const second = answerOnce({ ...ctx, signal: gone.signal }, input(), counting().run);
  gone.abort();
  await expect(second).rejects.toMatchObject({ code: "cancelled" });
  goOn.resolve({ status: 200, body: "" });
  await first;
});

it.each([
  ["another body", input("key", "{} ")],
  ["another address", { ...input(), request: { ...input().request, address: "/v1/things?page=2" } }],
  ["another method", { ...input(), request: { ...input().request, method: "PUT" } }],
])("refuses %s with the same key", async (_, other) => {
  const { ctx } = await makeUser(world);
  await answerOnce(ctx, input(), counting().run);
  await expect(answerOnce(ctx, other, counting().run)).rejects.toMatchObject({ code: "unprocessable" });
});

it("keeps another user's same key apart", async () => {
  const [one, other] = [await makeUser(world), await makeUser(world)];
  const made = counting();
  const answers = [
    await answerOnce(one.ctx, input(), made.run),
    await answerOnce(other.ctx, input("key", "x"), made.run),
  ];
  expect(answers.map(({ body }) => body)).toEqual(["secret-1", "secret-2"]);
});

it.each([
  [200, 1],
  [404, 1],
  [409, 1],
  [429, 2],
  [499, 2],
  [500, 2],
  [503, 2],
])("after a %i the same request runs %i times in two tries", async (status, runs) => {
  const { ctx } = await makeUser(world);
  const made = counting(status);
  await answerOnce(ctx, input(), made.run);
  await answerOnce(ctx, input(), made.run);
  expect(made.count).toBe(runs);
});

it("gives the key back when the answer fails altogether", async () => {
  const { ctx, userId } = await makeUser(world);
  await expect(answerOnce(ctx, input(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await rowsOf(userId)).toEqual([]);
});

it("lets exactly one take over from a process that died", async () => {
  const { ctx, userId } = await makeUser(world);
  world.setNow(start);
  const died = Promise.withResolvers<KeptAnswer>();
  const began = Promise.withResolvers<void>();
  const dead = answerOnce(ctx, input(), () => {
    began.resolve();
    return died.promise;
  });
  await began.promise;
  world.setNow(after(61_000));
  await expect(answerOnce(ctx, input("key", "other"), counting().run)).rejects.toMatchObject({ code: "unprocessable" });
  const made = counting();
  const answers = await Promise.all(Array.from({ length: 5 }, () => answerOnce(ctx, input(), made.run)));
  expect([made.count, new Set(answers.map(({ body }) => body)).size]).toEqual([1, 1]);
  // The dead one was only slow: what it says now changes nothing.
  died.resolve({ status: 200, body: "late" });
  await dead;
  expect((await answerOnce(ctx, input(), made.run)).body).toBe("secret-1");
  expect(await rowsOf(userId)).toHaveLength(1);
});

it("forgets after a day", async () => {
  const { ctx, userId } = await makeUser(world);
  world.setNow(start);
  const made = counting();
  await answerOnce(ctx, input(), made.run);
  world.setNow(after(24 * 3_600_000 + 1));
  await answerOnce(ctx, input("key", "another request"), made.run);
  expect(made.count).toBe(2);
  await purgeIdempotencyKeys(world.ctx);
  expect(await rowsOf(userId)).toHaveLength(1);
  world.setNow(after(48 * 3_600_000 + 2));
  await purgeIdempotencyKeys(world.ctx);
  expect(await rowsOf(userId)).toEqual([]);
});

it.each(["", "x".repeat(256), "tab\there", "naïve", "nul\0"])("refuses the key %j", async (key) => {
  const { ctx } = await makeUser(world);
  await expect(answerOnce(ctx, input(key), counting().run)).rejects.toMatchObject({ code: "invalid_input" });
});

it("is for signed-in people", async () => {
  await expect(answerOnce(world.ctx, input(), counting().run)).rejects.toMatchObject({ code: "unauthenticated" });
});
