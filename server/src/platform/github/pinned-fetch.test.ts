import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";

import { createPinnedFetch } from "./pinned-fetch.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server on this machine that is called github.test. */
async function serve(answer: RequestListener, { timeoutMs = 60_000, addresses = ["127.0.0.1"] } = {}) {
  const server = createServer(answer);
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  const lookups: string[] = [];
  const egress = createEgress({
    allow: `github.test:${port}`,
    lookup: async (host) => {
      lookups.push(host);
      return addresses;
    },
  });
  const fetch = createPinnedFetch({ egress, timeoutMs, maxAnswerBytes: 1000 });
  return { address: `http://github.test:${port}`, fetch, lookups };
}

it("connects to the address that was checked, under the name that was asked for", async () => {
  let host: string | undefined;
  const { address, fetch, lookups } = await serve((request, response) => {
    host = request.headers.host;
    response.writeHead(201, { "x-one": "1" }).end("made");
  });
  const response = await fetch(`${address}/app?x=1`, { method: "POST", body: "{}", headers: { "x-two": "2" } });
  expect([response.status, response.headers.get("x-one"), await response.text()]).toEqual([201, "1", "made"]);
  // Nothing else knows this name, so a second look-up anywhere would have failed.
  expect([`http://${host}`, lookups]).toEqual([address, ["github.test"]]);
});

it("follows no redirect and takes answers without a body", async () => {
  const paths: (string | undefined)[] = [];
  const { address, fetch } = await serve((request, response) => {
    paths.push(request.url);
    if (request.url === "/none") response.writeHead(204).end();
    else response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const moved = await fetch(`${address}/here`, {});
  expect([moved.status, moved.headers.get("location")]).toEqual([302, "/elsewhere"]);
  expect((await fetch(`${address}/none`, {})).status).toBe(204);
  expect(paths).toEqual(["/here", "/none"]);
});

it.each<[string, RequestListener, string]>([
  ["says nothing", () => {}, "GitHub did not answer within 0.2 seconds."],
  [
    "stops in the middle",
    (_request, response) => void response.write("x"),
    "GitHub did not answer within 0.2 seconds.",
  ],
  ["hangs up", (request) => void request.socket.destroy(), "GitHub could not be reached right now."],
  [
    "hangs up in the middle",
    (_request, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("x", () => response.destroy());
    },
    "GitHub could not be reached right now.",
  ],
])("gives up on a host that %s", async (_what, answer, message) => {
  const { address, fetch } = await serve(answer, message.includes("0.2 seconds") ? { timeoutMs: 200 } : {});
  await expect(fetch(address, {})).rejects.toMatchObject({ code: "vendor_unavailable", message });
});

it("gives up on an answer that does not end", async () => {
  const { address, fetch } = await serve((_request, response) => {
    const more = () => void response.write("x".repeat(600), more);
    more();
  });
  await expect(fetch(address, {})).rejects.toMatchObject({ message: "GitHub's answer is too large." });
});

it("ends when its caller is gone", async () => {
  const caller = new AbortController();
  const { address, fetch } = await serve(() => caller.abort());
  await expect(fetch(address, { signal: caller.signal })).rejects.toMatchObject({ code: "cancelled" });
});

it("connects nowhere that the egress rules forbid", async () => {
  const { address, fetch, lookups } = await serve(() => {});
  await expect(fetch("http://other.test/", {})).rejects.toMatchObject({ code: "invalid_input" });
  await expect(fetch(address.replace("github.test", "127.0.0.1"), {})).rejects.toThrow("private address");
  expect(lookups).toEqual(["other.test"]);
});
