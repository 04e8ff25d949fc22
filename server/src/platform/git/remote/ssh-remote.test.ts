import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { createKeyPair, type SshKeyPair } from "#server/platform/ssh/create-key-pair.ts";
import { startSshGitServer, type SshGitServer } from "#server/platform/ssh/testing/ssh-git-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { checkCanPush } from "./check-can-push.ts";
import { cloneMirror } from "./clone-mirror.ts";
import { queryRemoteBranches } from "./query-remote-branches.ts";
import type { SshRemote } from "./remote.ts";

let folder: string;
let source: TestRepository;
let server: SshGitServer;
let key: SshKeyPair;
let commit: string;
let pinned: string[][];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-over-ssh-"));
  await mkdir(join(folder, "remote"));
  source = await createTestRepository();
  commit = await source.commit("First", { "readme.md": "# Shop\n" });
  await source.git("branch", "feature/cart");
  await source.git("clone", "--quiet", "--bare", source.path, join(folder, "remote", "shop.git"));
  server = await startSshGitServer({ root: join(folder, "remote"), host: "127.0.0.11" });
  key = createKeyPair("cairn-shop");
  server.behaviour.keys.push(key.publicKey);
  pinned = [];
});

afterEach(async () => {
  await server.close();
  await source.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const egress = () => createEgress({ allow: server.endpoint });

function remote(change: Partial<SshRemote> = {}): SshRemote {
  return {
    kind: "ssh",
    url: `ssh://git@${server.endpoint}/shop.git`,
    privateKey: key.privateKey,
    knownHosts: [],
    onHostKeys: async (lines) => void pinned.push(lines),
    ...change,
  };
}

const ask = (change: Partial<SshRemote> = {}, stallTimeoutMs = 60_000) =>
  queryRemoteBranches({ remote: remote(change), egress: egress(), stallTimeoutMs });

/** Keys of this process that are still on the disk. */
const leftKeys = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`cairn-ssh-${process.pid}-`));

describe("a remote over SSH", () => {
  it("is cloned with the key, pins the host at the first contact, and leaves nothing on the disk", async () => {
    const directory = join(folder, "mirror.git");
    const options = { directory, egress: egress(), maxBytes: 50_000_000 };
    const { defaultBranch } = await cloneMirror({ ...options, remote: remote() });
    expect(defaultBranch).toBe("main");
    expect(await resolveCommit(directory, "feature/cart")).toBe(commit);
    expect(pinned).toHaveLength(1);
    const [lines = []] = pinned;
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^\\[127\\.0\\.0\\.11\\]:${server.port} ssh-ed25519 [A-Za-z0-9+/=]+$`));
    expect(await leftKeys()).toEqual([]);
    expect(new Set(server.commands)).toEqual(new Set(["git: git-upload-pack '/shop.git'"]));
    await cloneMirror({ ...options, remote: remote({ knownHosts: lines }) });
    expect(pinned).toHaveLength(1);
  });

  it("goes to the user and the path that the address names", async () => {
    await ask({ url: `ssh://deploy.bot@${server.endpoint}/shop.git` });
    expect(server.commands).toEqual(["deploy.bot: git-upload-pack '/shop.git'"]);
  });

  it("with a changed host key is an error for good that names the host, before the key is offered", async () => {
    await ask();
    const knownHosts = pinned[0] ?? [];
    server.changeHostKey();
    server.commands.length = 0;
    const refused = ask({ knownHosts });
    await expect(refused).rejects.toMatchObject({ code: "vendor_failed", isRetryable: false });
    await expect(refused).rejects.toThrow(/^The host key of 127\.0\.0\.11 has changed/);
    expect(server.commands).toEqual([]);
    expect(pinned).toHaveLength(1);
    expect(await leftKeys()).toEqual([]);
  });

  it("that does not know the key says what to do, and is pinned all the same", async () => {
    server.behaviour.keys.length = 0;
    await expect(ask()).rejects.toThrow("Add the product's public key there");
    expect(pinned).toHaveLength(1);
    expect(await leftKeys()).toEqual([]);
  });

  it.each([
    ["ERROR: Repository not found.\n", "There is no repository at this address"],
    [
      "remote: \nremote: ERROR: The project you were looking for could not be found.\n",
      "There is no repository at this",
    ],
    ["fatal: '/gone.git' does not appear to be a git repository\n", "There is no repository at this address"],
    ["", "closed the SSH connection"],
  ])("explains %j", async (complaint, message) => {
    server.behaviour.complaint = complaint;
    await expect(ask()).rejects.toThrow(message);
  });

  it.each([{ stallAt: "greeting" }, { stallAt: "command" }, { stallAfterBytes: 10 }] as const)(
    "that stalls is ended: %o",
    async (behaviour) => {
      Object.assign(server.behaviour, behaviour);
      await expect(ask({}, 400)).rejects.toMatchObject({ code: "vendor_unavailable" });
      expect(await leftKeys()).toEqual([]);
    },
  );

  it("that stalls in the middle of a pack is ended although its SSH still answers", async () => {
    await source.commit("Large", { "noise.bin": randomBytes(600_000) });
    await source.git("push", "--quiet", join(folder, "remote", "shop.git"), "HEAD:main");
    server.behaviour.stallAfterBytes = 200_000;
    const stopped = cloneMirror({
      directory: join(folder, "mirror.git"),
      egress: egress(),
      maxBytes: 50_000_000,
      remote: remote(),
      stallTimeoutMs: 1500,
    });
    await expect(stopped).rejects.toThrow("The repository's host stopped answering.");
    expect(await leftKeys()).toEqual([]);
  });

  it("that cannot be reached says so", async () => {
    await server.close();
    await expect(ask()).rejects.toThrow("The repository's host could not be reached.");
  });

  it("is told from the credential it takes whether it may be pushed to, and nothing is written", async () => {
    const directory = join(folder, "mirror.git");
    await cloneMirror({ directory, egress: egress(), maxBytes: 50_000_000, remote: remote() });
    const question = { directory, remote: remote(), egress: egress(), branch: "main" };
    const before = await source.git("ls-remote", join(folder, "remote", "shop.git"));
    expect(await checkCanPush(question)).toBe(true);
    // The remote moved on, which takes no right away.
    await source.commit("Second");
    await source.git("push", "--quiet", join(folder, "remote", "shop.git"), "HEAD:feature/cart");
    expect(await checkCanPush({ ...question, branch: "feature/cart" })).toBe(true);
    server.behaviour.isReadOnly = true;
    expect(await checkCanPush(question)).toBe(false);
    expect(await checkCanPush({ ...question, branch: "--exec=touch /tmp/x" })).toBe(false);
    server.behaviour.stallAt = "greeting";
    const stop = AbortSignal.timeout(300);
    await expect(checkCanPush({ ...question, signal: stop })).rejects.toMatchObject({ code: "cancelled" });
    const moved = await source.git("rev-parse", "HEAD");
    const after = await source.git("ls-remote", join(folder, "remote", "shop.git"));
    expect(after).toBe(before.replace(`${commit}\trefs/heads/feature/cart`, `${moved}\trefs/heads/feature/cart`));
  });

  it("sweeps keys that a killed server left", async () => {
    const dead = join(tmpdir(), "cairn-ssh-999999999-left");
    const earlier = join(tmpdir(), `cairn-ssh-${process.pid}-left`);
    const alive = join(tmpdir(), `cairn-ssh-${process.ppid}-used`);
    for (const left of [dead, earlier, alive]) {
      // Comes whole, as another server on this machine may sweep at any moment.
      const made = join(folder, "left");
      await mkdir(made);
      await writeFile(join(made, "key"), "secret");
      await rename(made, left);
    }
    await utimes(earlier, 0, 0);
    await ask();
    const names = await readdir(tmpdir());
    expect([dead, earlier, alive].map((left) => names.includes(left.slice(tmpdir().length + 1)))).toEqual([
      false,
      false,
      true,
    ]);
    await rm(alive, { recursive: true });
  });
});
