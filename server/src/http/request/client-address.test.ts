import type { IncomingMessage } from "node:http";

import { expect, it } from "vitest";

import { clientAddress } from "./client-address.ts";

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } } as unknown as IncomingMessage;
}

it.each([
  ["the peer without a proxy, whatever the header says", request("127.0.0.1", "198.51.100.7"), false, "127.0.0.1"],
  ["what the proxy wrote last", request("127.0.0.1", "203.0.113.1, 198.51.100.7"), true, "198.51.100.7"],
  ["a peer from far away, who is no proxy", request("198.51.100.9", "203.0.113.1"), true, "198.51.100.9"],
  ["an IPv4 address in IPv6 form as IPv4", request("::ffff:198.51.100.7"), false, "198.51.100.7"],
  ["an IPv6 network as one", request("2001:db8:1:2:3:4:5:6"), false, "2001:db8:1:2::"],
])("counts %s", (_name, req, isBehindProxy, expected) => {
  expect(clientAddress(req, isBehindProxy)).toBe(expected);
});
