import { lookup as lookupInSystem } from "node:dns/promises";

import { AppError } from "@cairn/contract/errors";
import ipaddr from "ipaddr.js";

/** Where a connection may go: `addresses` were checked, and the connection must be made to one of them. */
export interface CheckedHost {
  /** Lower-case host as written in the address, IPv6 without brackets. */
  host: string;
  port: number;
  /** Every address the host resolved to, the one to try first at the front; never empty. */
  addresses: string[];
}

export interface CheckedAddress extends CheckedHost {
  url: URL;
}

export interface Egress {
  /** Throws `invalid_input` with the cause in plain words when the server may not connect there. */
  checkUrl(url: string): Promise<CheckedAddress>;
  /** The same for SSH, where there is a host and a port and no address of the web. IPv6 comes without brackets. */
  checkHost(target: { host: string; port: number }): Promise<CheckedHost>;
}

/** Every address of a host name, as text. */
export type Lookup = (host: string) => Promise<string[]>;

/** Ports a public host may be reached on without an entry in EGRESS_ALLOW. Some code hosts serve SSH on 443 too. */
const publicPorts = new Set([443, 8443]);
const publicSshPorts = new Set([22, 443]);
const lookupTimeoutMs = 10_000;

/**
 * The one gate of every outbound connection. `allow` is EGRESS_ALLOW: a comma list of exact `host:port` entries. An
 * entry permits plain http, any port and a private address, by name or by the address the name resolves to.
 */
export function createEgress(options: { allow: string; lookup?: Lookup }): Egress {
  const allowed = parseAllowList(options.allow);
  const lookup = options.lookup ?? lookupAll;
  const check = async (host: string, port: number): Promise<CheckedHost & { isNamed: boolean }> => {
    const addresses = ipaddr.isValid(host) ? [host] : await lookupInTime(lookup, host);
    const isAllowedName = allowed.has(endpointKey(host, port));
    const isAllowed = (address: string) => isAllowedName || allowed.has(endpointKey(address, port));
    refusePrivate(host, addresses, isAllowed);
    return { host, port, addresses, isNamed: addresses.every(isAllowed) };
  };
  return {
    async checkUrl(text) {
      const url = parseAddress(text);
      const port = url.port === "" ? defaultPort(url) : Number(url.port);
      const { isNamed, ...checked } = await check(url.hostname.replace(/^\[|\]$/g, ""), port);
      if (!isNamed) refuseUnusual(url, port);
      return { url, ...checked };
    },
    async checkHost(target) {
      const { isNamed, ...checked } = await check(parseHost(target.host), target.port);
      if (!isNamed && !publicSshPorts.has(target.port)) throw refusedPort(target);
      return checked;
    },
  };
}

function parseAllowList(allow: string): Set<string> {
  const entries = allow.split(",").map((entry) => entry.trim());
  return new Set(entries.filter((entry) => entry !== "").map(parseAllowEntry));
}

function parseAllowEntry(entry: string): string {
  const match = /^(?:\[([^\]]+)\]|([^:[\]/@\s]+)):(\d{1,5})$/.exec(entry);
  if (match === null) throw refusal(`EGRESS_ALLOW: "${entry}" is not host:port.`);
  return endpointKey((match[1] ?? match[2] ?? "").toLowerCase(), Number(match[3]));
}

function endpointKey(host: string, port: number): string {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
  return `${isAddress ? ipaddr.parse(host).toString() : host} ${port}`;
}

/**
 * Accepts only addresses that every URL parser reads alike: what is checked here must be what git or a fetch connects
 * to, so a host that parsing would change ("127.1", full-width digits, "a%2eb") is refused instead of corrected.
 */
function parseAddress(text: string): URL {
  if (/[\p{Cc}\s\\]/u.test(text)) throw refusal("The address has a space, a backslash or a control character in it.");
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text);
  const [, scheme = "", authority = ""] = match ?? [];
  if (match === null) throw refusal("This is not an address that starts with https://.");
  if (!["http", "https"].includes(scheme.toLowerCase()))
    throw refusal(`Addresses with ${scheme}:// are not supported. Use https://.`);
  if (authority.includes("@")) throw refusal("The address has a user name or password in it. Give them separately.");
  if (!URL.canParse(text)) throw refusal("This is not a valid address.");
  const url = new URL(text);
  refuseOddHost(authority.replace(/:\d*$/, ""), url);
  return url;
}

/** By the rules of web addresses, which are the strictest: what they would read otherwise is refused. */
function parseHost(text: string): string {
  const written = text.includes(":") ? `[${text}]` : text;
  const url = URL.parse(`https://${written}/`);
  if (url === null) throw refusal("This is not a valid host name.");
  refuseOddHost(written, url);
  return url.hostname.replace(/^\[|\]$/g, "");
}

function refuseOddHost(written: string, url: URL): void {
  const host = written.toLowerCase();
  const isPlain =
    url.hostname.startsWith("[") || (host === url.hostname && /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(host));
  if (!isPlain || host.includes(".."))
    throw refusal(`The host is spelled in an odd way. Write it as a plain name: ${plainHost(url)}`);
}

function plainHost(url: URL): string {
  return url.hostname.replace(/^[.-]+|[.-]+$/g, "");
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? 443 : 80;
}

function refusePrivate(host: string, addresses: readonly string[], isAllowed: (address: string) => boolean): void {
  const refused = addresses.find((address) => !isPublicAddress(address) && !isAllowed(address));
  if (refused === undefined) return;
  const what = refused === host ? `${host} is` : `${host} leads to`;
  throw refusal(`${what} a private address, which this server does not connect to unless EGRESS_ALLOW names it.`);
}

function refuseUnusual(url: URL, port: number): void {
  if (url.protocol === "http:") {
    throw refusal("Plain http is only used for hosts that EGRESS_ALLOW names. Use https:// instead.");
  }
  if (!publicPorts.has(port)) throw refusedPort({ host: url.hostname, port });
}

function refusedPort({ host, port }: { host: string; port: number }): AppError {
  return refusal(`Port ${port} is not allowed unless EGRESS_ALLOW names ${host}:${port}.`);
}

/** IPv6 must lie in 2000::/3, the only block given to public hosts: transition blocks elsewhere hide IPv4 addresses. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}

async function lookupAll(host: string): Promise<string[]> {
  const found = await lookupInSystem(host, { all: true });
  return found.map((entry) => entry.address);
}

/** The system's resolver cannot be cancelled, so a slow answer is left behind rather than waited for. */
async function lookupInTime(lookup: Lookup, host: string): Promise<string[]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unresolved(host)), lookupTimeoutMs);
  try {
    const addresses = await Promise.race([lookup(host), late]);
    if (addresses.length === 0) throw refusal(`There is no host named ${host}.`);
    return addresses;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : null;
    throw code === "ENOTFOUND" || code === "ENODATA"
      ? refusal(`There is no host named ${host}.`, error)
      : unresolved(host, error);
  } finally {
    clearTimeout(timer);
  }
}

function unresolved(host: string, cause?: unknown): AppError {
  return new AppError("vendor_unavailable", {
    message: `The host name ${host} could not be looked up right now.`,
    cause,
  });
}

function refusal(message: string, cause?: unknown): AppError {
  return new AppError("invalid_input", { message, cause });
}
