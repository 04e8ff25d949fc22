import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";

import { openRegistryProxy, type RegistryProxy } from "./registry-proxy.ts";

/** A host that takes connections and says nothing. */
let silent: Server;
let endpoint: string;
let folder: string;
let proxy: RegistryProxy;
const held = new Set<Socket>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-proxy-"));
  silent = createServer((socket) => {
    held.add(socket);
    socket.on("error", () => undefined).on("close", () => held.delete(socket));
  });
  await once(silent.listen(0, "127.0.0.22"), "listening");
  endpoint = `127.0.0.22:${(silent.address() as AddressInfo).port}`;
});
afterEach(() => proxy.close());
afterAll(async () => {
  silent.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(idleMs?: number): Promise<void> {
  const hosts = new Set([endpoint, "127.0.0.22:9"]);
  const egress = createEgress({ allow: `${endpoint},127.0.0.22:9` });
  proxy = await openRegistryProxy({ folder, hosts, egress, maxBytes: 1_000_000, idleMs });
}

/** Asks the proxy for a host; answers the connection and the first thing that it says. */
async function dial(target: string): Promise<{ socket: Socket; said: string }> {
  const socket = connect(join(folder, proxy.socket));
  socket.on("error", () => undefined).write(`CONNECT ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [piece] = (await once(socket, "data")) as [Buffer];
  return { socket, said: piece.toString("latin1").split("\r\n")[0] ?? "" };
}

it("cuts a host that says nothing", async () => {
  await open(50);
  const { socket, said } = await dial(endpoint);
  expect(said).toBe("HTTP/1.1 200 Connection Established");
  await once(socket.resume(), "close");
  await expect.poll(() => held.size).toBe(0);
});

it("says which named host did not answer", async () => {
  await open();
  const { said } = await dial("127.0.0.22:9");
  expect(said).toBe("HTTP/1.1 502 Bad Gateway");
  expect(proxy.refusals()).toEqual(["127.0.0.22:9 could not be reached: it did not answer."]);
});

it("cuts every connection when it is closed, and leaves no socket", async () => {
  await open();
  const { socket } = await dial(endpoint);
  const half = connect(join(folder, proxy.socket));
  await once(half, "connect");
  const cut = Promise.all([once(socket.resume(), "close"), once(half.on("error", () => undefined).resume(), "close")]);
  await proxy.close();
  await cut;
  await expect.poll(() => held.size).toBe(0);
  expect(await readdir(folder)).toEqual([]);
  await open();
});
