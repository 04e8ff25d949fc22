import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { createSshKey } from "#server/domain/keys/create-ssh-key.ts";
import { deleteSshKey } from "#server/domain/keys/delete-ssh-key.ts";
import { createRepositoryKey } from "#server/domain/repository-keys/create-repository-key.ts";
import { deleteRepositoryKey } from "#server/domain/repository-keys/delete-repository-key.ts";
import { serverKeys } from "#server/platform/db/tables/connections.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { loadServerHostKey } from "#server/platform/ssh/server-host-key.ts";
import { testGitEnvironment } from "#server/testing/git-repository.ts";
import { makeUser } from "#server/testing/test-ctx.ts";

import { startGitSite, type GitSite, type HostedTestRepository } from "./testing/git-site.ts";
import { openHeldLine } from "./testing/hold-line.ts";

let site: GitSite;
beforeAll(async () => {
  site = await startGitSite({ sshLimits: { signInTimeoutMs: 120_000, tries: 6 } });
});
afterAll(() => site.close());

let counter = 0;
const freshPath = (name: string) => join(site.scratch, `${name}-${(counter += 1)}`);

interface ClientKey {
  file: string;
  publicLine: string;
}

async function makeKey(type = "ed25519", bits?: string): Promise<ClientKey> {
  const file = freshPath("key");
  await site.run("ssh-keygen", ["-q", "-t", type, ...(bits ? ["-b", bits] : []), "-N", "", "-C", "test", "-f", file]);
  return { file, publicLine: (await readFile(`${file}.pub`, "utf8")).trim() };
}

const sshOptions = (key: ClientKey) => {
  const options = [
    "IdentitiesOnly=yes",
    "IdentityAgent=none",
    "BatchMode=yes",
    "StrictHostKeyChecking=no",
    "LogLevel=ERROR",
    `UserKnownHostsFile=${site.scratch}/known_hosts`,
  ];
  const start = ["-F", "/dev/null", "-i", key.file, "-p", String(site.sshPort)];
  return [...start, ...options.flatMap((option) => ["-o", option])];
};
const ssh = (key: ClientKey, ...args: string[]) =>
  site.run("ssh", [...sshOptions(key), "git@127.0.0.1", ...args], { env: { HOME: site.scratch } });
const gitOver = (key: ClientKey, cwd = site.scratch) => ({
  cwd,
  env: { GIT_SSH_COMMAND: ["ssh", ...sshOptions(key)].join(" "), HOME: site.scratch },
});
const address = ({ organizationSlug, slug }: HostedTestRepository) =>
  `ssh://git@127.0.0.1:${site.sshPort}/${organizationSlug}/${slug}.git`;

const addKey = (ctx: Ctx, { publicLine }: ClientKey) => createSshKey(ctx, { name: "Laptop", key: publicLine });
const inRepository = ({ organizationId, projectId, repositoryId }: HostedTestRepository) => ({
  organizationId,
  projectId,
  repositoryId,
});

/** A hosted repository and a clone of it over SSH, with a key of its owner's. */
async function cloned(key?: ClientKey) {
  const repository = await site.host();
  const own = key ?? (await makeKey());
  const { keyId } = await addKey(repository.owner.ctx, own);
  const cwd = freshPath("work");
  expect(await site.git(["clone", "--quiet", address(repository), cwd], gitOver(own))).toMatchObject({ code: 0 });
  const git = (...args: string[]) => site.git(args, gitOver(own, cwd));
  const commit = async (name: string, content: string | Buffer = name) => {
    await writeFile(join(cwd, name), content);
    await git("add", "--all");
    await git("commit", "--quiet", "-m", name);
    return (await git("rev-parse", "HEAD")).stdout.trim();
  };
  return { repository, key: own, keyId, cwd, git, commit };
}

async function refOf(repository: HostedTestRepository, ref: string): Promise<string> {
  return (await site.git(["--git-dir", repository.directory, "rev-parse", "--verify", "--quiet", ref])).stdout.trim();
}

const indexRuns = ({ repositoryId }: HostedTestRepository) =>
  site.world.enqueued.filter(({ job, key }) => job === "index-repository" && key === repositoryId).length;

describe("cloning, fetching and pushing", () => {
  it.each([
    { type: "ed25519" },
    ...["256", "384", "521"].map((bits) => ({ type: "ecdsa", bits })),
    ...["2048", "4096"].map((bits) => ({ type: "rsa", bits })),
  ])("works with a key of type $type $bits", async ({ type, bits }: { type: string; bits?: string }) => {
    const { repository, git, commit } = await cloned(await makeKey(type, bits));
    const oid = await commit("berths.txt");
    const before = indexRuns(repository);
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    expect(await refOf(repository, "refs/heads/main")).toBe(oid);
    expect(indexRuns(repository)).toBe(before + 1);
  });

  it("carries large packs both ways, shallow and partial clones, and the newest protocol", async () => {
    const { repository, key, git, commit } = await cloned();
    await commit("tide-tables.bin", randomBytes(40 * 1024 * 1024));
    const oid = await commit("last");
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    for (const args of [[], ["--depth", "1"], ["--filter=blob:none"]]) {
      const cwd = freshPath("copy");
      const env = { ...gitOver(key).env, GIT_TRACE_PACKET: "1" };
      const cloning = await site.git(["clone", "--quiet", ...args, address(repository), cwd], { env });
      expect([cloning.code, cloning.stderr.includes("version 2")]).toEqual([0, true]);
      expect((await site.git(["rev-parse", "HEAD"], { cwd })).stdout.trim()).toBe(oid);
      expect(await site.git(["fsck"], { cwd })).toMatchObject({ code: 0 });
    }
  });

  it("keeps a protected branch, with the reason", async () => {
    const { repository, git, commit } = await cloned();
    const isOurs = eq(repositories.repositoryId, repository.repositoryId);
    await site.world.ctx.db.update(repositories).set({ isProtected: true, mainBranch: "main" }).where(isOurs);
    const oid = await commit("one");
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    await git("reset", "--quiet", "--hard", "HEAD~1");
    await commit("two");
    const refused = await git("push", "--force", "origin", "main");
    expect(refused.stderr).toContain("An Admin can change this in the repository's settings.");
    expect([refused.code === 0, await refOf(repository, "refs/heads/main")]).toEqual([false, oid]);
  });

  it("ends git when the client is killed, and leaves the repository sound", async () => {
    const { repository, key, cwd, git, commit } = await cloned();
    await commit("big.bin", randomBytes(30 * 1024 * 1024));
    const before = await refOf(repository, "refs/heads/main");
    const incoming = async () =>
      (await site.run("ls", [join(repository.directory, "objects")])).stdout.match(/tmp_objdir-\S+/g) ?? [];
    // The rest of the pack stays under way until the client is gone.
    const line = await openHeldLine(site.sshPort, 5 * 1024 * 1024);
    const { env: own } = gitOver(key);
    const command = own.GIT_SSH_COMMAND.replace(`-p ${site.sshPort}`, `-p ${line.port}`);
    const env = { ...testGitEnvironment(), ...own, GIT_SSH_COMMAND: command };
    const client = spawn("git", ["push", "origin", "main"], { cwd, env, detached: true });
    await expect.poll(incoming).toHaveLength(1);
    process.kill(-(client.pid ?? 0), "SIGKILL");
    await once(client, "exit");
    await expect.poll(incoming).toEqual([]);
    line.close();
    expect(await refOf(repository, "refs/heads/main")).toBe(before);
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    expect((await site.git(["--git-dir", repository.directory, "fsck", "--strict"])).code).toBe(0);
  });
});

describe("who may", () => {
  it("refuses unknown keys, other names and other ways to sign in", async () => {
    const repository = await site.host();
    const stranger = await makeKey();
    const refused = await site.git(["ls-remote", address(repository)], gitOver(stranger));
    expect(refused.stderr).toContain("Permission denied (publickey)");
    const { key } = await cloned();
    const asRoot = await site.run("ssh", [...sshOptions(key), "root@127.0.0.1"], { env: { HOME: site.scratch } });
    expect([asRoot.code, asRoot.stderr.includes("Permission denied (publickey)")]).toEqual([255, true]);
  });

  it("does not take a public key without its private half", async () => {
    const { key } = await cloned();
    const thief = await makeKey();
    await writeFile(`${thief.file}.pub`, key.publicLine);
    expect((await ssh(thief)).stderr).toContain("Permission denied");
  });

  it("shows nobody a foreign repository", async () => {
    const { key } = await cloned();
    const foreign = await site.host();
    const answers = [
      await site.git(["ls-remote", address(foreign)], gitOver(key)),
      await site.git(["ls-remote", address({ ...foreign, slug: "nothing-here" })], gitOver(key)),
    ];
    for (const { code, stderr } of answers) {
      expect([code, stderr.split("\n")[0]]).toEqual([128, "Repository not found"]);
    }
  });

  it("asks again for every command on a line that stays open", async () => {
    const { repository, key, keyId, git } = await cloned();
    const control = freshPath("control");
    const shared = [...sshOptions(key), "-o", `ControlPath=${control}`];
    const master = spawn("ssh", [...shared, "-M", "-N", "git@127.0.0.1"], { env: { ...testGitEnvironment() } });
    const overMaster = () =>
      site.git(["ls-remote", address(repository)], {
        env: { GIT_SSH_COMMAND: ["ssh", ...shared, "-o", "ControlMaster=no"].join(" "), HOME: site.scratch },
      });
    const isUp = async () => (await site.run("ssh", [...shared, "-O", "check", "git@127.0.0.1"])).code;
    await expect.poll(isUp).toBe(0);
    expect(await overMaster()).toMatchObject({ code: 0 });
    await deleteSshKey(repository.owner.ctx, { keyId });
    expect((await overMaster()).stderr).toContain("Repository not found");
    const again = await addKey(repository.owner.ctx, key);
    expect(await overMaster()).toMatchObject({ code: 0 });
    await site.world.ctx.db.delete(members).where(eq(members.userId, repository.owner.userId));
    expect((await overMaster()).stderr).toContain("Repository not found");
    await deleteSshKey(repository.owner.ctx, { keyId: again.keyId });
    expect((await git("fetch")).stderr).toContain("Permission denied");
    master.kill();
    await once(master, "exit");
  });

  it("a repository key opens its repositories, and a read-only one cannot push", async () => {
    const { repository, cwd, commit } = await cloned();
    const other = await site.host();
    const machine = await makeKey();
    for (const [target, isReadOnly] of [
      [repository, true],
      [other, false],
    ] as const) {
      const given = { ...inRepository(target), name: "Deploy", key: machine.publicLine, isReadOnly };
      await createRepositoryKey(target.owner.ctx, given);
    }
    await commit("by-machine.txt");
    expect(await site.git(["fetch", "--quiet"], gitOver(machine, cwd))).toMatchObject({ code: 0 });
    const refused = await site.git(["push", "origin", "main"], gitOver(machine, cwd));
    expect(refused.stderr).toContain("This key may read and not write.");
    const pushed = await site.git(["push", "--quiet", "--force", address(other), "main"], gitOver(machine, cwd));
    expect(pushed).toMatchObject({ code: 0 });
    const third = await site.host();
    expect((await site.git(["ls-remote", address(third)], gitOver(machine))).stderr).toContain("Repository not found");
    await deleteRepositoryKey(repository.owner.ctx, { ...inRepository(repository), name: "Deploy" });
    expect((await site.git(["fetch"], gitOver(machine, cwd))).stderr).toContain("Repository not found");
  });

  it("a machine's key that somebody else added to an account goes on working", async () => {
    const repository = await site.host();
    const machine = await makeKey();
    const given = { ...inRepository(repository), name: "Deploy", key: machine.publicLine, isReadOnly: true };
    await createRepositoryKey(repository.owner.ctx, given);
    await addKey((await makeUser(site.world)).ctx, machine);
    expect(await site.git(["ls-remote", address(repository)], gitOver(machine))).toMatchObject({ code: 0 });
  });
});

describe("anything but git", () => {
  it("greets whoever asks for a shell, without control characters", async () => {
    const { repository, key } = await cloned();
    const { userId } = repository.owner;
    await site.world.ctx.db.update(users).set({ firstName: "Ada\u001b[31m" }).where(eq(users.userId, userId));
    const { code, stdout } = await ssh(key);
    expect([code, stdout]).toEqual([
      1,
      "Hi Ada[31m! Your key works. There is no shell here: use git to clone, fetch and push.\r\n",
    ]);
    expect((await ssh(key, "-tt")).code).not.toBe(0);
  });

  it("refuses every other command", async () => {
    const { key } = await shared();
    const commands = [
      "id",
      "git-upload-pack",
      "git-upload-archive 'a/b.git'",
      "git-upload-pack 'a/b.git'; touch pwned",
      "git-upload-pack '../../etc.git'",
      "git-upload-pack '$(id)/x.git'",
      "git-upload-pack ''\\''a/b.git'",
      "git-receive-pack 'a/b.git' --x",
      "git upload-pack\t'a/b.git'",
      `git-upload-pack '${"a".repeat(10_000)}/b.git'`,
      "scp -t /",
      "\u0001\u001b[31m",
    ];
    for (const command of commands) {
      const { code, stdout, stderr } = await ssh(key, "--", command);
      expect([code, stdout, stderr]).toEqual([1, "", "Only git clone, fetch and push work here.\n"]);
    }
    for (const path of ["no/such.git", "--help/x.git", "org/--upload-pack"]) {
      expect((await ssh(key, "--", `git-upload-pack '${path}'`)).stderr).toBe("Repository not found\n");
    }
  });

  it("takes the spellings that clients use", async () => {
    const { key, repository } = await shared();
    const { organizationSlug, organizationId, slug } = repository;
    for (const path of [
      `${organizationSlug}/${slug}.git`,
      `/${organizationId}/${slug}`,
      `${organizationSlug}/${slug}/`,
    ]) {
      for (const command of [`git-upload-pack '${path}'`, `git upload-pack ${path}`]) {
        const { code, stdout } = await ssh(key, "--", command);
        expect([command, code === 0 || code === 128, stdout.includes("refs/heads/main")]).toEqual([
          command,
          true,
          true,
        ]);
      }
    }
  });

  it("forwards nothing, serves no files and sets no variables", async () => {
    const { key } = await shared();
    expect((await ssh(key, "-W", "127.0.0.1:22")).stderr).toMatch(/forward/);
    const sftp = await site.run("sftp", [
      ...sshOptions(key).map((text) => (text === "-p" ? "-P" : text)),
      "git@127.0.0.1",
    ]);
    expect(sftp.code).not.toBe(0);
    const withVariable = { ...gitOver(key).env, LD_PRELOAD: "/nonexistent.so" };
    const args = [...sshOptions(key), "-o", "SendEnv=LD_PRELOAD GIT_PROTOCOL", "git@127.0.0.1"];
    expect((await site.run("ssh", args, { env: { ...withVariable, GIT_PROTOCOL: "version=2;id" } })).code).toBe(1);
  });

  it("offers strong algorithms alone", async () => {
    const { key } = await shared();
    const tries = {
      "Ciphers=aes128-ctr MACs=hmac-sha2-256": 1,
      "Ciphers=aes128-ctr MACs=hmac-sha1": 255,
      "Ciphers=aes128-cbc": 255,
      "KexAlgorithms=diffie-hellman-group14-sha1": 255,
      "PubkeyAcceptedAlgorithms=ssh-rsa": 255,
    };
    for (const [options, code] of Object.entries(tries)) {
      const args = options.split(" ").flatMap((option) => ["-o", option]);
      expect([options, (await ssh(key, ...args)).code]).toEqual([options, code]);
    }
  });

  let sharedClone: ReturnType<typeof cloned> | undefined;
  const shared = () => (sharedClone ??= cloned());
});

describe("strangers", () => {
  const open = (port = site.sshPort) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined).resume();
    return { socket, closed: once(socket, "close") };
  };

  it("are cut when they do not sign in in time, and limited in number", async () => {
    const hasty = await startGitSite({ sshLimits: { signInTimeoutMs: 3_000, strangersPerAddress: 5 } });
    const lines = Array.from({ length: 6 }, () => open(hasty.sshPort));
    await lines.at(-1)?.closed;
    expect(lines.map(({ socket }) => socket.closed)).toEqual([...Array<boolean>(5).fill(false), true]);
    await Promise.all(lines.map(({ closed }) => closed));
    await hasty.close();
  });

  it("who send garbage end nothing", async () => {
    for (const bytes of ["\r\n".repeat(1_000), "SSH-2.0-x\r\n\u0000\u0000\uffff", "GET / HTTP/1.1\r\n\r\n"]) {
      const { socket, closed } = open();
      socket.write(bytes);
      await closed;
    }
    const { key } = await cloned();
    expect((await ssh(key)).code).toBe(1);
  });
});

it("shows the same host key from every process, and keeps it sealed", async () => {
  const { wholeDb, secrets, now } = site.world.ctx;
  await wholeDb.delete(serverKeys);
  const keys = await Promise.all(Array.from({ length: 4 }, () => loadServerHostKey(wholeDb, secrets, now())));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toContain("BEGIN OPENSSH PRIVATE KEY");
  const [row] = await wholeDb.select().from(serverKeys);
  expect(row?.sealedKey).not.toContain("OPENSSH");
});
