import { existsSync } from "node:fs";

import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Where systems keep whom they trust as one file, in a folder that every command sees. */
const ofSystem = ["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/ca-bundle.crt"];
const inside = "/opt/cairn/authorities.pem";

/**
 * What makes an install trust whom this server trusts: a company's own registry has a certificate of the company's own
 * authority, and package managers bring lists that do not name it.
 */
export function trustedAuthorities(env = process.env): { env: Record<string, string>; mounts: SandboxMount[] } {
  const system = ofSystem.find((file) => existsSync(file));
  const more = env["NODE_EXTRA_CA_CERTS"];
  const own = more !== undefined && existsSync(more) ? more : null;
  const forNode = own === null ? system : inside;
  return {
    env: {
      ...(forNode === undefined ? {} : { NODE_EXTRA_CA_CERTS: forNode }),
      ...(system === undefined ? {} : { PIP_CERT: system, SSL_CERT_FILE: system }),
    },
    mounts: own === null ? [] : [{ source: own, target: inside }],
  };
}
