import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { hookDeliverySchema } from "@cairn/contract/event-hooks";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { implement, makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { eventHooks } from "#server/platform/db/tables/event-hooks.ts";
import { createSecretBox } from "#server/platform/secrets/secret-box.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { announce } from "./announce.ts";
import { createEventHook } from "./create-event-hook.ts";
import { deleteEventHook } from "./delete-event-hook.ts";
import { deliverDue } from "./deliver-due.ts";
import { listEventHooks } from "./list-event-hooks.ts";
import { listHookDeliveries } from "./list-hook-deliveries.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { signMessage } from "./sign-message.ts";
import { testEventHook } from "./test-event-hook.ts";
import { updateEventHook } from "./update-event-hook.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let world: TestWorld;
let server: Server;
let url: string;
let received: Received[] = [];
let status: number | "hang-up" = 204;
/** Requests to this path are left without an answer. */
const hanging = "/hang";
let project: RunProject;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      received.push({ headers: request.headers, body: await text(request) });
      if (request.url === hanging) return;
      if (status === "hang-up") response.destroy();
      else response.writeHead(status, { location: "http://169.254.169.254/" }).end("secret of the inside");
    })();
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/cairn?key=1`;
  world = await createTestWorld({ EGRESS_ALLOW: `127.0.0.1:${port}`, CLIENT_HOST: "https://cairn.example.com" });
  project = await makeRunProject(world);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await world.close();
});
beforeEach(() => {
  received = [];
  status = 204;
});

const scope = () => ({ organizationId: project.organizationId, projectId: project.projectId });
const hookOf = async (events: Parameters<typeof createEventHook>[1]["events"]) =>
  await createEventHook(project.ctx, { ...scope(), url, events });
const hangingUrl = () => new URL(hanging, url).href;
const inMinutes = (minutes: number) => ({
  ...world.ctx,
  now: () => new Date(world.ctx.now().getTime() + minutes * 60_000),
});
const tell = async (ctx: Ctx) => await (await deliverDue(ctx)).ended;
const deliveries = async (hookId: string) =>
  (await listHookDeliveries(project.ctx, { ...scope(), hookId })).content.map((one) => hookDeliverySchema.parse(one));
const remove = async (hookId: string) => await deleteEventHook(project.ctx, { ...scope(), hookId });

it("tells what happens to a change, signed, by ids alone, and only what was chosen", async () => {
  const { hookId, secret } = await hookOf(["implementation.ready", "comment.created", "implementation.merged"]);
  const one = await implement(world, project);
  const key = { ...scope(), taskId: one.task.taskId, implementationId: one.implementationId };
  await addComment(project.ctx, { ...key, message: "Our password is tide" });
  await mergeImplementation(project.ctx, { ...key, head: one.head ?? "" });
  await tell(world.ctx);
  await tell(world.ctx);
  const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  expect(bodies.map(({ type }) => type).toSorted()).toEqual([
    "comment.created",
    "implementation.merged",
    "implementation.ready",
  ]);
  const address = `https://cairn.example.com/o/${key.organizationId}/p/${key.projectId}/review/${key.taskId}?implementationId=${key.implementationId}`;
  for (const { data } of bodies)
    expect(data).toMatchObject({ ...key, number: one.projectImplementationId, url: address });
  expect(received.map(({ body }) => body).join("\n")).not.toContain("tide");
  for (const { headers, body } of received) {
    const id = String(headers["webhook-id"]);
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    expect(headers).toMatchObject(signMessage(secret, { id, sentAt, body }));
  }
  // Once each, and the secret is read nowhere.
  await tell(inMinutes(10));
  expect(received).toHaveLength(3);
  expect((await deliveries(hookId)).map(({ state, responseStatus }) => [state, responseStatus])).toEqual([
    ["delivered", 204],
    ["delivered", 204],
    ["delivered", 204],
  ]);
  const listed = await listEventHooks(project.ctx, scope());
  expect(JSON.stringify(listed)).not.toContain(secret);
  const [row] = await world.ctx.wholeDb.select().from(eventHooks).where(eq(eventHooks.hookId, hookId));
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  await remove(hookId);
});

it("keeps an address sealed, which may hold a password", async () => {
  const address = new URL("/hooks/canary-3e81?token=canary-3e81", url).href;
  const { hookId } = await createEventHook(project.ctx, { ...scope(), url: address, events: ["comment.created"] });
  const rows = await world.ctx.wholeDb.select().from(eventHooks).where(eq(eventHooks.hookId, hookId));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("canary-3e81");
  const { content } = await listEventHooks(project.ctx, scope());
  expect(content).toMatchObject([{ hookId, url: address }]);
  // Under another key it can still be seen that there is one, switched off and deleted.
  const ctx = { ...project.ctx, secrets: createSecretBox(randomBytes(32)) };
  expect((await listEventHooks(ctx, scope())).content).toMatchObject([{ hookId, url: null }]);
  await updateEventHook(ctx, { ...scope(), hookId, isEnabled: false });
  await deleteEventHook(ctx, { ...scope(), hookId });
  expect((await listEventHooks(ctx, scope())).content).toEqual([]);
});

it("tries again with longer and longer pauses, then gives up; nothing of an answer is kept, and no redirect followed", async () => {
  const { hookId } = await hookOf(["implementation.failed"]);
  const target = { ...scope(), hookId };
  status = 302;
  await testEventHook(project.ctx, target);
  await Promise.all([tell(world.ctx), tell(world.ctx)]);
  expect(received).toHaveLength(1);
  const [first] = await deliveries(hookId);
  expect(first).toMatchObject({ state: "waiting", attempts: 1, responseStatus: 302, type: "test" });
  expect(JSON.stringify(first)).not.toContain("secret of the inside");
  await tell(world.ctx);
  expect(received).toHaveLength(1);
  status = "hang-up";
  await tell(inMinutes(1));
  expect((await deliveries(hookId))[0]).toMatchObject({ attempts: 2, responseStatus: null });
  for (let at = 1; at <= 8; at += 1) await tell(inMinutes(at * 1_000));
  expect((await deliveries(hookId))[0]).toMatchObject({ state: "failed", attempts: 8, dueAt: null });
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  // Five days and more of that.
  await testEventHook(project.ctx, target);
  await tell(inMinutes(8_000));
  const listed = async () => (await listEventHooks(project.ctx, scope())).content[0];
  expect(await listed()).toMatchObject({ isEnabled: false, disabledReason: "Nothing arrived there for five days." });
  status = 200;
  const again = await resendDelivery(project.ctx, { ...target, deliveryId: first?.deliveryId ?? "" });
  await tell(world.ctx);
  expect((await deliveries(hookId)).find(({ deliveryId }) => deliveryId === again.deliveryId)).toMatchObject({
    state: "delivered",
  });
  expect(await updateEventHook(project.ctx, { ...target, isEnabled: true })).toMatchObject({
    isEnabled: true,
    failingSince: null,
    disabledReason: null,
  });
  status = 410;
  await testEventHook(project.ctx, target);
  await tell(world.ctx);
  expect(await listed()).toMatchObject({ isEnabled: false, disabledReason: expect.stringContaining("gone for good") });
  await remove(hookId);
});

it("goes to no private address, and to nobody else's product", async () => {
  for (const bad of ["http://169.254.169.254/latest", "https://10.0.0.7/", "http://example.com/"]) {
    await expect(
      createEventHook(project.ctx, { ...scope(), url: bad, events: ["comment.created"] }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  }
  const other = await makeProject(world);
  const { hookId } = await hookOf(["comment.created"]);
  const foreign = { organizationId: other.organizationId, projectId: other.projectId, hookId };
  await expect(testEventHook(other.ctx, foreign)).rejects.toMatchObject({ code: "not_found" });
  await expect(listEventHooks(other.ctx, scope())).rejects.toMatchObject({ code: "not_found" });
  await remove(hookId);
});

it("tells others while an address hangs, which gets few at once and is said not to have answered", async () => {
  const late = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  const slow = await createEventHook(project.ctx, { ...scope(), url: hangingUrl(), events: ["comment.created"] });
  const quick = await hookOf(["comment.created"]);
  for (let at = 0; at < 5; at += 1) await testEventHook(project.ctx, { ...scope(), hookId: slow.hookId });
  await testEventHook(project.ctx, { ...scope(), hookId: quick.hookId });
  // It failed for long, until somebody switched it on again while a message was on its way.
  const longAgo = new Date(world.ctx.now().getTime() - 6 * 24 * 3_600_000);
  const ofSlow = eq(eventHooks.hookId, slow.hookId);
  await world.ctx.wholeDb.update(eventHooks).set({ failingSince: longAgo }).where(ofSlow);
  const { ended } = await deliverDue(world.ctx);
  await expect.poll(() => received.length).toBe(3);
  await expect.poll(async () => (await deliveries(quick.hookId))[0]?.state).toBe("delivered");
  const again = await deliverDue(world.ctx);
  await expect.poll(() => received.length).toBe(5);
  await updateEventHook(project.ctx, { ...scope(), hookId: slow.hookId, isEnabled: true });
  late.abort(new DOMException("Too late", "TimeoutError"));
  await Promise.all([ended, again.ended]);
  const told = await deliveries(slow.hookId);
  expect(told.filter(({ problem }) => problem === "It did not answer within ten seconds.")).toHaveLength(4);
  expect(told.filter(({ attempts }) => attempts === 0)).toHaveLength(1);
  const [row] = await world.ctx.wholeDb.select().from(eventHooks).where(ofSlow);
  expect(row).toMatchObject({ isEnabled: true, disabledReason: null });
  expect(row?.failingSince?.getTime()).toBeGreaterThan(longAgo.getTime());
  await Promise.all([slow, quick].map(async ({ hookId }) => await remove(hookId)));
});

it("takes few of one organization at once, whatever the number of its addresses", async () => {
  const hooks = [];
  for (let at = 0; at < 6; at += 1) hooks.push(await hookOf(["comment.created"]));
  const both = [...hooks, ...hooks];
  for (const { hookId } of both) await testEventHook(project.ctx, { ...scope(), hookId });
  const other = await makeProject(world);
  const key = { organizationId: other.organizationId, projectId: other.projectId };
  const { hookId } = await createEventHook(other.ctx, { ...key, url, events: ["comment.created"] });
  await testEventHook(other.ctx, { ...key, hookId });
  await tell(world.ctx);
  expect(received).toHaveLength(9);
  expect((await listHookDeliveries(other.ctx, { ...key, hookId })).content[0]?.state).toBe("delivered");
  await tell(world.ctx);
  expect(received).toHaveLength(13);
  await Promise.all(hooks.map(async (one) => await remove(one.hookId)));
});

it("lets what happens happen where an address is deleted at that moment", async () => {
  const { hookId } = await hookOf(["comment.created"]);
  const { wholeDb } = world.ctx;
  const [deleted, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deleting = wholeDb.transaction(async (tx) => {
    await tx.delete(eventHooks).where(eq(eventHooks.hookId, hookId));
    deleted.resolve();
    await end.promise;
  });
  await deleted.promise;
  const about = { ...scope(), taskId: randomUUID(), implementationId: randomUUID(), projectImplementationId: 1 };
  const announcing = wholeDb.transaction(
    async (tx) => await announce(tx, "comment.created", { ...about, now: world.ctx.now() }),
  );
  announcing.catch(() => undefined);
  const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  await expect.poll(async () => (await wholeDb.execute(waiting)).rows.length).toBeGreaterThan(0);
  end.resolve();
  await deleting;
  await expect(announcing).resolves.toBeUndefined();
});
