import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { toErrorResponse } from "#server/http/request/error-response.ts";
import { readJson } from "#server/http/request/read-json.ts";
import { silentLogger } from "#server/platform/log/logger.ts";

import { listen, type Listening } from "./listen.ts";

/** Longer than any honest body here takes. */
const bodyTimeoutMs = 3_000;
let listening: Listening;
const sockets: Socket[] = [];

beforeAll(async () => {
  const app = new Hono();
  app.on(["GET", "POST"], "/echo", async (c) => c.json(c.req.method === "GET" ? {} : await readJson(c.req.raw)));
  app.post("/count", async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  app.notFound((c) => c.json({ code: "not_found" }, 404));
  app.onError((error) => toErrorResponse(error, { requestId: "request", log: silentLogger }));
  listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null, bodyTimeoutMs });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => listening.close());

/** Sends these bytes as they are; resolves with all that came back when the server has closed the connection. */
async function send(...bytes: string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect((listening.server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
  socket.on("error", () => resolve(answer));
  socket.on("close", () => resolve(answer));
  for (const part of bytes) socket.write(part, "latin1");
  return promise;
}

const head = (lines: string[], start = "POST /echo HTTP/1.1") =>
  [start, "host: localhost", "connection: close", ...lines, "", ""].join("\r\n");
const json = "content-type: application/json";
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

describe("hostile requests", () => {
  it.each([
    ["two lengths", head([json, "content-length: 2", "content-length: 9"]) + "{}", 400],
    ["a negative length", head([json, "content-length: -1"]) + "{}", 400],
    ["a length that is none", head([json, "content-length: 2abc"]) + "{}", 400],
    ["a length and chunks", head([json, "content-length: 2", "transfer-encoding: chunked"]) + "0\r\n\r\n", 400],
    ["a length over what is allowed", head([json, "content-length: 1048577"]), 413],
    ["chunks without an end", head([json, "transfer-encoding: chunked"]) + "zz\r\n{}\r\n", 400],
    ["two types", head([json, json, "content-length: 2"]) + "{}", 415],
    ["a type with a tab", head(["content-type: application/json\ta", "content-length: 2"]) + "{}", 415],
    ["no type", head(["content-length: 2"]) + "{}", 415],
    ["bytes that are no UTF-8", head([json, "content-length: 9"]) + '{"a":"\xff"}', 400],
    ["a header of 40 KB", head([json, `x-long: ${"x".repeat(40_000)}`]), 431],
    ["an address of 20 KB", head([], `GET /${"x".repeat(20_000)} HTTP/1.1`), 404],
    ["an address of 40 KB", head([], `GET /${"x".repeat(40_000)} HTTP/1.1`), 431],
    ["no host", "GET /echo HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
    ["an unknown method", head([], "BREW /echo HTTP/1.1"), 400],
    ["TRACE", head([], "TRACE /echo HTTP/1.1"), 404],
    ["OPTIONS of everything", head([], "OPTIONS * HTTP/1.1"), 400],
    ["an absolute address", head([], "GET http://evil.example/echo HTTP/1.1"), 200],
    ["a body with a GET", head([json, "content-length: 2"], "GET /echo HTTP/1.1") + "{}", 200],
    ["HEAD", head([], "HEAD /echo HTTP/1.1"), 200],
  ])("%s is answered and ends nothing", async (_, bytes, status) => {
    const answer = await send(bytes);
    expect(answer).not.toMatch(/node:|at .*\.ts/);
    expect(statusOf(answer)).toBe(status);
    expect(statusOf(await send(head([], "GET /echo HTTP/1.1")))).toBe(200);
  });

  it("CONNECT and garbage are cut off", async () => {
    expect(statusOf(await send(head([], "CONNECT evil.example:443 HTTP/1.1")))).not.toBe(200);
    expect(statusOf(await send("\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"))).toBe(400);
  });
});

describe("slow senders", () => {
  it.each([
    ["headers", "POST /echo HTTP/1.1\r\nhost: localhost\r\nx-slow: "],
    ["a body", head([json, "content-length: 10"]) + "{"],
  ])("are ended while %s are still to come", async (_, bytes) => {
    const { headersTimeout } = listening.server;
    expect(headersTimeout).toBe(15_000);
    Object.assign(listening.server, { headersTimeout: 100 });
    const startedAt = performance.now();
    await send(bytes);
    Object.assign(listening.server, { headersTimeout });
    expect(performance.now() - startedAt).toBeLessThan(12_000);
  });

  it.each([
    ["may go on while it brings a megabyte in each span", 2_000_000, 200],
    ["is ended when it trickles", 7_000, 408],
  ])("whose body lasts longer %s", async (_, bytesEach, status) => {
    // A tenth of a span from one part to the next, so that one that comes late is no silence.
    const count = 12;
    const socket = connect((listening.server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(head([`content-length: ${bytesEach * count}`], "POST /count HTTP/1.1"));
    for (let sent = 0; sent < count && !socket.closed; sent += 1) {
      socket.write(Buffer.alloc(bytesEach));
      await wait(bodyTimeoutMs / 10);
    }
    await closed;
    expect(statusOf(answer)).toBe(status);
  });
});
