import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { getRepository } from "#server/domain/repositories/catalog/get-repository.ts";
import { loadForIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import {
  checkConnection,
  connectRepository,
  type RepositoryToConnect,
} from "#server/domain/repositories/connecting/connect-repository.ts";
import { forgetHostKeys } from "#server/domain/repositories/connecting/forget-host-keys.ts";
import { canPushOf, openRemoteOf } from "#server/domain/repositories/connecting/open-remote.ts";
import { makeMissingProjectKeys, openProjectKey } from "#server/domain/repositories/connecting/project-key.ts";
import { testConnection } from "#server/domain/repositories/connecting/test-connection.ts";
import { testNewConnection } from "#server/domain/repositories/connecting/test-new-connection.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";
import { startSshGitServer, type SshGitServer } from "#server/platform/ssh/testing/ssh-git-server.ts";
import { startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

let folder: string;
let source: TestRepository;
let ssh: SshGitServer;
let http: GitHttpServer;
let world: TestWorld;
const credential = { username: "ada", password: "correct horse" };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-remotes-"));
  await mkdir(join(folder, "acme"));
  source = await createTestRepository();
  await source.commit("First", { "readme.md": "# Shop\n" });
  for (const name of ["b", "a", "z"]) await source.git("branch", name);
  await source.git("clone", "--quiet", "--bare", source.path, join(folder, "acme", "shop.git"));
  await source.git("--git-dir", join(folder, "acme", "shop.git"), "config", "http.receivepack", "true");
  ssh = await startSshGitServer({ root: folder, host: "127.0.0.13" });
  http = await startGitHttpServer({ root: folder, host: "127.0.0.13" });
  world = await createTestWorld({ EGRESS_ALLOW: `${ssh.endpoint},${http.endpoint},nothing.test:1` });
});

afterAll(async () => {
  await world.close();
  await Promise.all([ssh.close(), http.close()]);
  await source.remove();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  ssh.behaviour.keys.length = 0;
  delete ssh.behaviour.isReadOnly;
  delete http.behaviour.credential;
});

const sshConnection = () => ({ type: "ssh" as const, url: `ssh://git@${ssh.endpoint}/acme/shop.git` });
const urlConnection = () => ({ type: "url" as const, url: `${http.origin}/acme/shop.git` });

/** The public half of a project's key, which the code host of the tests then knows. */
async function authorizeProjectKey({ projectId }: { projectId: string }): Promise<string> {
  await makeMissingProjectKeys(world.ctx);
  const [row] = await world.ctx.db.select().from(projects).where(eq(projects.projectId, projectId));
  const key = row?.sshPublicKey ?? "";
  ssh.behaviour.keys.push(key);
  return key;
}

async function connect(
  project: Awaited<ReturnType<typeof makeProject>>,
  change: Partial<RepositoryToConnect> & Pick<RepositoryToConnect, "connection">,
) {
  const { organizationId, projectId, ctx } = project;
  const repositoryId = await ctx.db.transaction((tx) =>
    connectRepository(ctx, tx, { organizationId, projectId, ...change }),
  );
  const key = { organizationId, projectId, repositoryId };
  return { ...key, row: async () => (await loadForIndexing(world.ctx, key)) ?? expect.fail("no such repository") };
}

describe("the key pair of a product", () => {
  it("is made once for those that have none, also by two processes, and leaves only sealed", async () => {
    const project = await makeProject(world);
    await Promise.all([makeMissingProjectKeys(world.ctx), makeMissingProjectKeys(world.ctx)]);
    const [row] = await world.ctx.db.select().from(projects).where(eq(projects.projectId, project.projectId));
    expect(row?.sshPublicKey).toMatch(new RegExp(`^ssh-ed25519 [A-Za-z0-9+/=]+ cairn-${project.projectSlug}$`));
    const opened = await openProjectKey(project.ctx, project);
    expect(opened.reveal()).toContain("BEGIN OPENSSH PRIVATE KEY");
    expect(JSON.stringify({ row, opened })).not.toContain("PRIVATE KEY");
    await makeMissingProjectKeys(world.ctx);
    const [again] = await world.ctx.db.select().from(projects).where(eq(projects.projectId, project.projectId));
    expect(again?.sealedSshKey).toBe(row?.sealedSshKey);
  });

  it("cannot be moved to another product", async () => {
    const one = await makeProject(world);
    const other = await makeProject(world);
    await makeMissingProjectKeys(world.ctx);
    const [row] = await world.ctx.db.select().from(projects).where(eq(projects.projectId, one.projectId));
    const sealedSshKey = row?.sealedSshKey ?? null;
    await world.ctx.db.update(projects).set({ sealedSshKey }).where(eq(projects.projectId, other.projectId));
    await expect(openProjectKey(other.ctx, other)).rejects.toMatchObject({ code: "internal" });
  });
});

describe("testing a connection", () => {
  it("over SSH tells the branches, and what to do before the key is known there", async () => {
    const project = await makeProject(world);
    const { organizationId, projectId } = project;
    const test = () => testNewConnection(project.ctx, { organizationId, projectId, connection: sshConnection() });
    await expect(test()).rejects.toThrow("Add the product's public key there");
    await authorizeProjectKey(project);
    expect(await test()).toEqual({ branches: ["main", "a", "b", "z"], defaultBranch: "main" });
  });

  it("with a password tells a wrong one from a missing one", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const input = { organizationId, projectId, connection: urlConnection() };
    http.behaviour.credential = credential;
    expect((await testNewConnection(ctx, { ...input, credential })).defaultBranch).toBe("main");
    await expect(testNewConnection(ctx, input)).rejects.toThrow("asks for a sign-in");
    const wrong = { ...credential, password: "wrong" };
    await expect(testNewConnection(ctx, { ...input, credential: wrong })).rejects.toThrow("refused the user name");
  });

  it("has nothing to try for a repository that is yet to be made", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const connection = { type: "internal" as const, name: "Tide Table" };
    const tested = testNewConnection(ctx, { organizationId, projectId, connection });
    await expect(tested).rejects.toMatchObject({ code: "unprocessable", status: 422 });
  });

  it("is done for a few at once only, and again as soon as one has ended", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const stop = new AbortController();
    const test = (signal: AbortSignal) =>
      testNewConnection({ ...ctx, signal }, { organizationId, projectId, connection: sshConnection() });
    ssh.behaviour.stallAt = "greeting";
    const seen = ssh.connections();
    const waiting = [1, 2, 3].map(() => test(stop.signal));
    const ended = Promise.allSettled(waiting);
    await expect.poll(() => ssh.connections() - seen).toBe(3);
    await expect(test(ctx.signal)).rejects.toMatchObject({ code: "rate_limited" });
    stop.abort();
    await ended;
    delete ssh.behaviour.stallAt;
    await authorizeProjectKey({ projectId });
    expect((await test(ctx.signal)).branches).toHaveLength(4);
  });

  it("is for members alone", async () => {
    const { organizationId, projectId } = await makeProject(world);
    const stranger = await makeUser(world);
    const tested = testNewConnection(stranger.ctx, { organizationId, projectId, connection: urlConnection() });
    await expect(tested).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("host keys", () => {
  it("are pinned at the first contact, hold until an Admin forgets them, and are then pinned anew", async () => {
    const project = await makeProject(world);
    await authorizeProjectKey(project);
    const { row, ...target } = await connect(project, { connection: sshConnection() });
    expect((await row()).hostKeys).toEqual([]);
    await testConnection(project.ctx, target);
    const pinned = (await row()).hostKeys;
    expect(pinned).toHaveLength(1);
    expect((await getRepository(project.ctx, target)).hostKeyFingerprints).toEqual([
      expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    ]);
    ssh.changeHostKey();
    const refused = { code: "vendor_failed", message: expect.stringContaining("has changed") };
    await expect(testConnection(project.ctx, target)).rejects.toMatchObject(refused);
    await expect(testConnection(project.ctx, target)).rejects.toMatchObject(refused);
    const editor = await makeUser(world);
    await makeMember(world, project.organizationId, editor.userId, "editor");
    await expect(forgetHostKeys(editor.ctx, target)).rejects.toMatchObject({ code: "forbidden" });
    expect((await row()).hostKeys).toEqual(pinned);
    await forgetHostKeys(project.ctx, target);
    await testConnection(project.ctx, target);
    expect((await row()).hostKeys).toHaveLength(1);
    expect((await row()).hostKeys).not.toEqual(pinned);
    const { organizationId } = project;
    const events = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
    expect(events).toMatchObject([{ action: "repository.host-keys-forgotten", target: sshConnection().url }]);
  });

  it("are known from the start where the host publishes them", async () => {
    const project = await makeProject(world);
    const { row } = await connect(project, { connection: { type: "ssh", url: "git@github.com:acme/shop.git" } });
    expect((await row()).hostKeys).toContainEqual(expect.stringMatching(/^github\.com ssh-ed25519 AAAA/));
  });

  it("that two first contacts saw differently are an error for the second", async () => {
    const project = await makeProject(world);
    const { row } = await connect(project, { connection: sshConnection() });
    const early = await row();
    const remotes = [await openRemoteOf(project.ctx, early), await openRemoteOf(project.ctx, early)];
    const pin = (at: number, line: string) => {
      const remote = remotes[at];
      return remote?.kind === "ssh" ? remote.onHostKeys?.([line]) : undefined;
    };
    await pin(0, "host ssh-ed25519 AAAAone");
    await expect(pin(1, "host ssh-ed25519 AAAAtwo")).rejects.toMatchObject({ code: "vendor_failed" });
    await pin(1, "host ssh-ed25519 AAAAone");
    expect((await row()).hostKeys).toEqual(["host ssh-ed25519 AAAAone"]);
    // What the former host showed is not pinned for the one that the repository moved to meanwhile.
    const moved = { type: "ssh" as const, url: "git@git.example.com:a.git" };
    const isOne = eq(repositories.repositoryId, early.repositoryId);
    await world.ctx.db.update(repositories).set({ connection: moved, hostKeys: [] }).where(isOne);
    await pin(1, "host ssh-ed25519 AAAAtwo");
    expect((await row()).hostKeys).toEqual([]);
  });

  it("belong to SSH alone", async () => {
    const project = await makeProject(world);
    const target = await connect(project, { connection: urlConnection() });
    await expect(forgetHostKeys(project.ctx, target)).rejects.toMatchObject({ code: "unprocessable" });
  });
});

describe("connecting", () => {
  it("knows the same place again, however it is spelled, and another branch as another repository", async () => {
    const project = await makeProject(world);
    const { url } = sshConnection();
    const spellings = [url, url.replace(/\.git$/, ""), `${url}/`, url.replace("ssh://", "SSH://")];
    const ids = new Set<string>();
    for (const each of spellings)
      ids.add((await connect(project, { connection: { type: "ssh", url: each } })).repositoryId);
    expect(ids.size).toBe(1);
    for (const mainBranch of ["a", "a", "b"]) {
      ids.add((await connect(project, { connection: sshConnection(), mainBranch })).repositoryId);
    }
    expect(ids.size).toBe(3);
    const others = [
      { connection: urlConnection() },
      { connection: urlConnection(), credential },
      { connection: urlConnection(), credential },
    ];
    for (const other of others) ids.add((await connect(project, other)).repositoryId);
    expect(ids.size).toBe(6);
  });

  it("at the same moment makes one repository of one place, and a slug for each of several", async () => {
    const project = await makeProject(world);
    const same = await Promise.all([1, 2, 3].map(() => connect(project, { connection: sshConnection() })));
    expect(new Set(same.map(({ repositoryId }) => repositoryId)).size).toBe(1);
    const named = await Promise.all(
      [1, 2, 3].map(() => connect(project, { connection: { type: "internal", name: "Tide Table" } })),
    );
    const slugs = await Promise.all(named.map(async ({ row }) => (await row()).slug));
    expect(new Set(slugs)).toEqual(new Set(["tide-table", "tide-table-2", "tide-table-3"]));
    const private_ = await Promise.all(
      [1, 2, 3].map(() => connect(project, { connection: urlConnection(), credential })),
    );
    expect(new Set(await Promise.all(private_.map(async ({ row }) => (await row()).slug))).size).toBe(3);
  });

  it.each([
    ["a private address", { type: "ssh", url: "git@127.0.0.1:a.git" }, "private address"],
    ["another port", { type: "ssh", url: "ssh://git@140.82.121.4:2222/a.git" }, "Port 2222"],
    ["a host like an option", { type: "ssh", url: "git@-oProxyCommand=id:a.git" }, "host"],
    ["an address without a path", { type: "url", url: "https://140.82.121.4" }, "Enter a valid URL"],
    ["GitHub where it is not set up", { type: "github", owner: "acme", repo: "shop" }, "GitHub"],
  ] as const)("refuses %s", async (_what, connection, message) => {
    const { ctx, organizationId } = await makeProject(world);
    await expect(checkConnection(ctx, { organizationId, connection })).rejects.toThrow(message);
  });

  it("refuses a branch that cannot be, and a password where none is used", async () => {
    const { ctx, organizationId } = await makeProject(world);
    const connection = sshConnection();
    for (const mainBranch of ["a..b", "-x~1", "a b", "x.lock", "@{u}"]) {
      const refused = checkConnection(ctx, { organizationId, connection, mainBranch });
      await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    }
    await expect(checkConnection(ctx, { organizationId, connection, credential })).rejects.toThrow("https:// only");
  });
});

describe("whether a repository may be pushed to", () => {
  it("is asked with the credential or key that is kept, and stays as it is while nobody answers", async () => {
    const project = await makeProject(world);
    await authorizeProjectKey(project);
    const { egress } = world.ctx;
    const overSsh = await connect(project, { connection: sshConnection() });
    const directory = world.ctx.mirrors.directory(overSsh.repositoryId);
    const remote = await openRemoteOf(project.ctx, await overSsh.row());
    await cloneMirror({ directory, remote, egress, maxBytes: 50_000_000 });
    const { repositoryId } = overSsh;
    const learn = (change: { mainBranch?: string; canPush?: boolean }) =>
      world.ctx.db.update(repositories).set(change).where(eq(repositories.repositoryId, repositoryId));
    await learn({ mainBranch: "main" });
    const askSsh = async () => await canPushOf(project.ctx, await overSsh.row(), directory);
    expect(await askSsh()).toBe(true);
    ssh.behaviour.isReadOnly = true;
    expect(await askSsh()).toBe(false);
    ssh.behaviour.keys.length = 0;
    expect(await askSsh()).toBe(false);
    await ssh.close();
    await learn({ canPush: true });
    expect(await askSsh()).toBe(true);
    const anonymous = await connect(project, { connection: urlConnection(), mainBranch: "main" });
    expect(await canPushOf(project.ctx, await anonymous.row(), directory)).toBe(false);
    http.behaviour.credential = credential;
    for (const [password, canPush] of [
      [credential.password, true],
      ["wrong", false],
    ] as const) {
      const given = { connection: urlConnection(), mainBranch: "main", credential: { username: "ada", password } };
      const known = await connect(project, given);
      expect(await canPushOf(project.ctx, await known.row(), directory)).toBe(canPush);
    }
  });
});
