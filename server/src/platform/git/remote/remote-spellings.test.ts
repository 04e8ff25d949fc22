import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AppError } from "@cairn/contract/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createEgress, type Lookup } from "#server/platform/egress/resolve-address.ts";
import { createKeyPair } from "#server/platform/ssh/create-key-pair.ts";
import { startSshGitServer, type SshGitServer } from "#server/platform/ssh/testing/ssh-git-server.ts";
import { startCanary, startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";

import { queryRemoteBranches } from "./query-remote-branches.ts";
import type { Remote } from "./remote.ts";

let folder: string;
/** Listens on every address of this machine, where nobody may ever connect. */
let canary: Awaited<ReturnType<typeof startCanary>>;
let canaryPort: number;
let ssh: SshGitServer;
let http: GitHttpServer;
const { privateKey } = createKeyPair("test");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-spellings-"));
  canary = await startCanary("0.0.0.0");
  canaryPort = Number(new URL(canary.origin).port);
  ssh = await startSshGitServer({ root: folder, host: "127.0.0.12" });
  http = await startGitHttpServer({ root: folder, host: "127.0.0.12" });
});

afterAll(async () => {
  await Promise.all([canary.close(), ssh.close(), http.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Zones as attackers keep them. */
const zone: Record<string, string[]> = {
  localhost: ["127.0.0.1"],
  "inside.example.com": ["127.0.0.1"],
  "metadata.example.com": ["169.254.169.254"],
  "mapped.example.com": ["::ffff:127.0.0.1"],
  "six.example.com": ["::1"],
  "half.example.com": ["140.82.121.4", "127.0.0.1"],
  "unspecified.example.com": ["0.0.0.0"],
};

const lookup: Lookup = async (host) => zone[host] ?? [];

const hosts = [
  ["127.0.0.1", "127.1", "127.0.1", "127.0.0.01", "127.000.000.001", "0127.0.0.1", "0177.0.0.1", "017700000001"],
  ["0x7f.0.0.1", "0x7f.1", "0x7f000001", "2130706433", "0", "0.0.0.0", "00", "127.0.0.1.", "127.0.0.66"],
  ["①②⑦.0.0.1", "127.0.0.1", "127。0。0。1", "127%2e0%2e0%2e1", "%31%32%37.0.0.1", "%6c%6f%63%61%6c%68%6f%73%74"],
  [
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:0:127.0.0.1]",
  ],
  ["[fe80::1]", "[fe80::1%25lo]", "[fd00:ec2::254]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::1", "::1"],
  [
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.192",
    "198.18.0.1",
    "255.255.255.255",
  ],
  [
    "localhost",
    "localhost.",
    "LOCALHOST",
    "lоcalhost",
    "ⓛocalhost",
    "local\u00adhost",
    "ｌocalhost",
    "localhost\u0000",
  ],
  ["inside.example.com", "inside.example.com.", "metadata.example.com", "mapped.example.com", "six.example.com"],
  ["half.example.com", "unspecified.example.com", "missing.example.com", "inside..example.com", ".inside.example.com"],
  [
    "github.com@127.0.0.1",
    "user:secret@127.0.0.1",
    "127.0.0.1#github.com",
    "127.0.0.1?github.com",
    "127.0.0.1\\.github.com",
  ],
  [
    "github.com\u0000.127.0.0.1",
    "127.0.0.1\r\nHost: github.com",
    "127.0.0.1 github.com",
    "-oProxyCommand=id",
    "--help",
  ],
].flat();

const spellings = hosts.flatMap((host): [string, (port: number) => Remote][] => [
  [`https to ${host}`, (port) => ({ kind: "url", url: `https://${host}:${port}/x.git` })],
  [`http to ${host}`, (port) => ({ kind: "url", url: `http://${host}:${port}/x.git` })],
  [`ssh to ${host}`, (port) => ({ kind: "ssh", url: `ssh://git@${host}:${port}/x.git`, privateKey, knownHosts: [] })],
  [`short ssh to ${host}`, () => ({ kind: "ssh", url: `git@${host}:x.git`, privateKey, knownHosts: [] })],
]);

const refusalOf = async (remote: Remote, options: { allow?: string; lookup?: Lookup } = {}) => {
  const egress = createEgress({ allow: options.allow ?? "", lookup: options.lookup ?? lookup });
  const outcome: unknown = await queryRemoteBranches({ remote, egress, stallTimeoutMs: 60_000 }).catch(
    (error: unknown) => error,
  );
  return outcome instanceof AppError ? outcome : null;
};

describe("addresses that lead inside", () => {
  it(`are refused however they are spelled (${spellings.length}), before anybody connects`, async () => {
    const passed: string[] = [];
    for (const [name, remote] of spellings) {
      const refusal = await refusalOf(remote(canaryPort));
      // A refused port would prove nothing about the host.
      if (refusal?.code !== "invalid_input" || refusal.message.startsWith("Port "))
        passed.push(`${name}: ${refusal?.message}`);
    }
    expect(passed).toEqual([]);
    expect(hosts.length).toBeGreaterThanOrEqual(60);
    expect(canary.connections()).toBe(0);
  });

  it("are not reached by a redirect either, which is named and not followed", async () => {
    for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "localhost"]) {
      http.behaviour.redirectTo = `http://${host}:${canaryPort}`;
      const refusal = await refusalOf({ kind: "url", url: `${http.origin}/x.git` }, { allow: http.endpoint });
      expect(refusal?.message).toContain("redirects to");
    }
    http.behaviour.redirectTo = undefined;
    expect(canary.connections()).toBe(0);
  });

  it("are not reached by a name that leads elsewhere the second time", async () => {
    for (const first of [http, ssh]) {
      let requested = 0;
      const rebinding: Lookup = async () => [requested++ === 0 ? "127.0.0.12" : "127.0.0.1"];
      const port = Number(first.endpoint.split(":")[1]);
      const remote: Remote =
        first === http
          ? { kind: "url", url: `http://rebind.example.com:${port}/x.git` }
          : { kind: "ssh", url: `ssh://rebind.example.com:${port}/x.git`, privateKey, knownHosts: [] };
      const seen = ssh.connections() + http.requests.length;
      await refusalOf(remote, { allow: first.endpoint, lookup: rebinding });
      expect(requested).toBe(1);
      expect(ssh.connections() + http.requests.length).toBeGreaterThan(seen);
      const turned: Lookup = async () => ["127.0.0.1"];
      expect((await refusalOf(remote, { allow: first.endpoint, lookup: turned }))?.message).toContain(
        "private address",
      );
    }
    expect(canary.connections()).toBe(0);
  });
});

describe("what is smuggled in an address", () => {
  it("runs nothing on this machine and comes to the host as it is", async () => {
    const marker = join(folder, "marker");
    const paths = [
      `$(touch\${IFS}${marker})`,
      `\`touch\${IFS}${marker}\``,
      `';touch\${IFS}${marker};'`,
      `";touch\${IFS}${marker};"`,
      `x|touch\${IFS}${marker}`,
      `%24(touch\${IFS}${marker})`,
    ];
    ssh.behaviour.keys = [createKeyPair("none").publicKey];
    const key = createKeyPair("test");
    ssh.behaviour.keys.push(key.publicKey);
    ssh.behaviour.complaint = "ERROR: Repository not found.\n";
    ssh.commands.length = 0;
    for (const path of paths) {
      const url = `ssh://git@${ssh.endpoint}/${path}`;
      const remote: Remote = { kind: "ssh", url, privateKey: key.privateKey, knownHosts: [] };
      expect((await refusalOf(remote, { allow: ssh.endpoint }))?.message).toContain("no repository at this address");
    }
    ssh.behaviour.complaint = undefined;
    expect(ssh.commands).toHaveLength(paths.length);
    expect(ssh.commands[0]).toBe(`git: git-upload-pack '/$(touch\${IFS}${marker})'`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("never becomes an option or another transport", async () => {
    const addresses = [
      "--upload-pack=id",
      "-oProxyCommand=id",
      "ext::sh -c id",
      "ext::id",
      "file:///etc",
      "/etc",
      "fd::3",
    ];
    for (const url of addresses) {
      expect((await refusalOf({ kind: "url", url }))?.code).toBe("invalid_input");
      expect((await refusalOf({ kind: "ssh", url, privateKey, knownHosts: [] }))?.code).toBe("invalid_input");
    }
  });
});
