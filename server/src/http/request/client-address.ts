import type { IncomingMessage } from "node:http";

import ipaddr from "ipaddr.js";

const nearRanges = ["loopback", "private", "uniqueLocal", "linkLocal"];

/**
 * Who a request comes from, as a key for limits. Behind a proxy (the address of the installation is https, which this
 * process does not speak, and the connection comes from nearby) it is the last entry of X-Forwarded-For: that one the
 * proxy wrote itself, the others anybody can. An IPv6 network counts as one, since a host has the whole of it.
 */
export function clientAddress(req: IncomingMessage, isBehindProxy: boolean): string {
  const peer = req.socket.remoteAddress ?? "";
  const forwarded = String(req.headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return toNetwork(isBehindProxy && forwarded && isNear(peer) ? forwarded : peer);
}

function isNear(address: string): boolean {
  return ipaddr.isValid(address) && nearRanges.includes(ipaddr.process(address).range());
}

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
