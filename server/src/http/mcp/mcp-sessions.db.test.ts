import { request as openRequest, type IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";

import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { deleteApiKey } from "#server/domain/keys/delete-api-key.ts";
import { defineTool } from "#server/edge.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { makeProject } from "#server/testing/test-ctx.ts";

import { acceptsAll, initialize, startMcpSite, type AgentProject, type McpSite } from "./testing/mcp-site.ts";

/** The promise is two seconds between the change and the cut; the rest is for a machine with other work. */
const longestMs = 5_000;

let site: McpSite;
let harbour: AgentProject;

/** Calls of `wait` that run now, by what they were told. */
const waiting = new Map<string, { signal: AbortSignal; finish: () => void }>();
let onWaiting = Promise.withResolvers<void>();
const waitTool = defineTool({
  name: "wait",
  description: "Waits until it is told to finish",
  verb: "Waiting",
  input: z.object({ id: z.string() }),
  async run(ctx, _scope, { id }) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ctx.signal.addEventListener("abort", () => reject(new Error("aborted")));
    waiting.set(id, { signal: ctx.signal, finish: resolve });
    onWaiting.resolve();
    await promise;
    return { text: `waited ${id}`, data: {} };
  },
});
const bigTool = defineTool({
  name: "big",
  description: "Says much",
  verb: "Talking",
  input: z.object({}),
  run: async () => ({ text: "x".repeat(400_000), data: {} }),
});

beforeAll(async () => {
  site = await startMcpSite({ tools: [waitTool, bigTool] });
  harbour = await site.addProject();
});
afterAll(() => site.close());

function toolCall(name: string, input: object, id = 5) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}

/** Starts a call of `wait` and resolves when it runs. */
async function whenWaiting<T>(
  id: string,
  start: () => T,
): Promise<{ call: T; signal: AbortSignal; finish: () => void }> {
  onWaiting = Promise.withResolvers<void>();
  const call = start();
  while (!waiting.has(id)) await onWaiting.promise;
  const held = waiting.get(id);
  if (!held) throw new Error("not waiting");
  return { call, ...held };
}

async function begin(project = harbour): Promise<string> {
  const response = await site.post(project, {}, initialize);
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

function listen(sessionId: string, headers: Record<string, string> = {}, project = harbour): Promise<Response> {
  return fetch(site.urlOf(project), {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${project.key}`,
      "mcp-session-id": sessionId,
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
  });
}

/** Resolves when a stream is over, however it ended. */
async function drained({ body }: Response): Promise<void> {
  await body?.pipeTo(new WritableStream()).catch(() => undefined);
}

it("begins a session that belongs to one key at one product", async () => {
  const sessionId = await begin();
  expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
  const session = { "mcp-session-id": sessionId };
  expect((await site.post(harbour, session)).status).toBe(200);
  const { key } = await site.addKey(harbour);
  const second = { ...(await makeProject(site.world, harbour.organization)), key: harbour.key, keyId: harbour.keyId };
  const stranger = await site.addProject();
  expect((await site.post(harbour, { ...session, authorization: `Bearer ${key}` })).status).toBe(404);
  expect((await site.post(second, session)).status).toBe(404);
  expect((await site.post(stranger, session)).status).toBe(404);
  expect((await site.post(harbour, { "mcp-session-id": crypto.randomUUID() })).status).toBe(404);
  expect((await site.post(harbour, { ...session, authorization: "" })).status).toBe(401);
  expect((await site.post(harbour, session)).status).toBe(200);
});

it("ends a session when it is told to", async () => {
  const sessionId = await begin();
  const stream = await listen(sessionId);
  const end = () =>
    fetch(site.urlOf(harbour), {
      method: "DELETE",
      headers: { authorization: `Bearer ${harbour.key}`, "mcp-session-id": sessionId },
    });
  expect((await end()).status).toBe(200);
  await drained(stream);
  expect((await end()).status).toBe(404);
  expect((await site.post(harbour, { "mcp-session-id": sessionId })).status).toBe(404);
});

it("tells a tool when its call is cancelled, and ends its stream", async () => {
  const client = await site.connect(harbour);
  const stop = new AbortController();
  const { call, signal } = await whenWaiting("cancelled", () =>
    client.callTool({ name: "wait", arguments: { id: "cancelled" } }, undefined, { signal: stop.signal }),
  );
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
  stop.abort();
  await expect(call).rejects.toThrow("abort");
  await aborted;
  const sessionId = await begin();
  const raw = await whenWaiting("raw", () =>
    site.post(harbour, { "mcp-session-id": sessionId }, toolCall("wait", { id: "raw" })),
  );
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } };
  expect((await site.post(harbour, { "mcp-session-id": sessionId }, cancel)).status).toBe(202);
  await drained(await raw.call);
  expect(raw.signal.aborted).toBe(true);
});

it("tells a client that asks for it of progress", async () => {
  const client = await site.connect(harbour);
  const reported: unknown[] = [];
  const { call, finish } = await whenWaiting("progress", () =>
    client.callTool({ name: "wait", arguments: { id: "progress" } }, undefined, {
      onprogress: (one) => reported.push(one),
    }),
  );
  finish();
  expect(await call).toMatchObject({ content: [{ text: expect.stringContaining("waited progress") }] });
  expect(reported).toEqual([{ progress: 0, message: "Waiting" }]);
});

it("goes on where a client that lost its connection comes back", async () => {
  const sessionId = await begin();
  const session = { "mcp-session-id": sessionId };
  const { call, finish } = await whenWaiting("resumed", () =>
    site.post(harbour, session, toolCall("wait", { id: "resumed" })),
  );
  const reader = (await call).body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const [, eventId = ""] = /^id: (\S+)\nretry: \d+\n/.exec(first) ?? [];
  await reader?.cancel();
  finish();
  const again = await listen(sessionId, { "last-event-id": eventId });
  const received: string[] = [];
  for await (const chunk of again.body ?? []) {
    received.push(new TextDecoder().decode(chunk));
    if (received.join("").includes("waited resumed")) break;
  }
  expect(received.join("")).toContain('"id":5');
  expect((await listen(sessionId, { "last-event-id": "999" })).status).toBe(400);
});

it("allows one listening stream and only so many open calls in a session", async () => {
  const sessionId = await begin();
  const first = await listen(sessionId);
  expect((await listen(sessionId)).status).toBe(409);
  const calls = Array.from({ length: 40 }, (_, at) =>
    site.post(harbour, { "mcp-session-id": sessionId }, toolCall("wait", { id: `many ${at}` }, at)),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(31);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } };
  expect((await site.post(harbour, { "mcp-session-id": sessionId }, cancel)).status).toBe(202);
  await first.body?.cancel();
  for (const [id, { finish }] of waiting) if (id.startsWith("many")) finish();
});

it("lets go of a client that asks and does not read", async () => {
  const { authorization } = { authorization: `Bearer ${harbour.key}` };
  const reading = Promise.withResolvers<IncomingMessage>();
  const asking = openRequest(site.urlOf(harbour, "/sse"), { headers: { authorization } }, reading.resolve).end();
  asking.on("error", () => undefined);
  const response = await reading.promise;
  const first = new PassThrough();
  response.pipe(first);
  const [, endpoint = ""] = /data: (\S+)/.exec(String((await first[Symbol.asyncIterator]().next()).value)) ?? [];
  response.unpipe(first);
  response.pause();
  const ask = async () => {
    const body = JSON.stringify(toolCall("big", {}));
    const headers = { ...acceptsAll, authorization };
    return (await fetch(new URL(endpoint, site.urlOf(harbour)), { method: "POST", headers, body })).status;
  };
  const statuses = new Set<number>();
  for (let count = 0; count < 200 && !statuses.has(404); count += 1) statuses.add(await ask());
  expect([...statuses]).toEqual([202, 404]);
  response.destroy();
});

it("cuts streams and calls within two seconds after the right to them ended", async () => {
  const project = await site.addProject();
  const sessionId = await begin(project);
  const stream = await listen(sessionId, {}, project);
  const single = await whenWaiting("single", () => site.post(project, {}, toolCall("wait", { id: "single" })));
  const inSession = await whenWaiting("in session", () =>
    site.post(project, { "mcp-session-id": sessionId }, toolCall("wait", { id: "in session" })),
  );
  const startedAt = performance.now();
  const { organizationId, owner } = project;
  await site.world.ctx.wholeDb
    .delete(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, owner.userId)));
  await drained(stream);
  await drained(await inSession.call);
  expect((await single.call).status).toBe(499);
  expect([single.signal.aborted, inSession.signal.aborted]).toEqual([true, true]);
  expect(performance.now() - startedAt).toBeLessThan(longestMs);
  expect((await site.post(project, { "mcp-session-id": sessionId })).status).toBe(404);
});

it("answers 401 to a session whose key was deleted", async () => {
  const project = await site.addProject();
  const sessionId = await begin(project);
  await deleteApiKey(project.owner.ctx, { keyId: project.keyId });
  expect((await site.post(project, { "mcp-session-id": sessionId })).status).toBe(401);
});

it("aborts the call of a client without a session that hangs up", async () => {
  const hangUp = new AbortController();
  const { call, signal } = await whenWaiting("gone", () =>
    fetch(site.urlOf(harbour), {
      method: "POST",
      headers: { ...acceptsAll, authorization: `Bearer ${harbour.key}` },
      body: JSON.stringify(toolCall("wait", { id: "gone" })),
      signal: hangUp.signal,
    }),
  );
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
  hangUp.abort();
  await expect(call).rejects.toThrow("abort");
  await aborted;
});

it("keeps quiet streams of both transports alive", async () => {
  const own = await startMcpSite({ tools: [waitTool], limits: { heartbeatMs: 10 } });
  const project = await own.addProject();
  const started = await own.post(project, {}, initialize);
  await started.text();
  const headers = {
    accept: "text/event-stream",
    authorization: `Bearer ${project.key}`,
    "mcp-session-id": started.headers.get("mcp-session-id") ?? "",
  };
  for (const suffix of ["", "/sse"]) {
    let text = "";
    for await (const chunk of (await fetch(own.urlOf(project, suffix), { headers })).body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.split(": keepalive\n\n").length > 2) break;
    }
    expect(text).toContain(": keepalive");
  }
  await own.close();
});

it("lets answers finish when the server stops, ends what only listens and takes nobody in", async () => {
  const own = await startMcpSite({ tools: [waitTool] });
  const project = await own.addProject();
  const started = await own.post(project, {}, initialize);
  const session = { "mcp-session-id": started.headers.get("mcp-session-id") ?? "" };
  await started.text();
  const stream = await fetch(own.urlOf(project), {
    headers: { accept: "text/event-stream", authorization: `Bearer ${project.key}`, ...session },
  });
  const { call, finish } = await whenWaiting("last", () =>
    own.post(project, session, toolCall("wait", { id: "last" })),
  );
  const closed = own.mcp.close();
  await drained(stream);
  expect((await own.post(project, {}, initialize)).status).toBe(503);
  finish();
  expect(await (await call).text()).toContain("waited last");
  await closed;
  expect((await own.post(project, session)).status).toBe(404);
  await own.close();
});
