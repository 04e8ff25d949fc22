import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { createEventHook } from "#server/domain/event-hooks/create-event-hook.ts";
import { testEventHook } from "#server/domain/event-hooks/test-event-hook.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { startHooks } from "./start-hooks.ts";

let world: TestWorld;
let server: Server;
let origin: string;
let requested: string[];

beforeAll(async () => {
  requested = [];
  server = createServer((request, response) => {
    requested.push(request.url ?? "");
    if (request.url === "/quick") response.writeHead(204).end();
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  world = await createTestWorld({ EGRESS_ALLOW: `127.0.0.1:${port}` });
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await world.close();
});

it("begins the next round while an address of the former one hangs, and waits for it no longer when it is stopped", async () => {
  // However long the test takes, it is not given up for being late.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  const { ctx, organizationId, projectId } = await makeProject(world);
  const scope = { organizationId, projectId };
  const patience = { timeout: 60_000 };
  const send = async (path: string) => {
    const { hookId } = await createEventHook(ctx, { ...scope, url: `${origin}${path}`, events: ["comment.created"] });
    await testEventHook(ctx, { ...scope, hookId });
  };
  await send("/hang");
  const hooks = startHooks(world.ctx);
  await expect.poll(() => requested, patience).toEqual(["/hang"]);
  await send("/quick");
  await expect.poll(() => requested, patience).toEqual(["/hang", "/quick"]);
  await hooks.stop();
}, 120_000);
