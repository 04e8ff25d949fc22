import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { request as sendRequest, type ClientRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createApiKey } from "#server/domain/keys/create-api-key.ts";
import { createRepositoryKey } from "#server/domain/repository-keys/create-repository-key.ts";
import { deleteRepositoryKey } from "#server/domain/repository-keys/delete-repository-key.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { repositoryKeys } from "#server/platform/db/tables/repository-keys.ts";
import { testGitEnvironment } from "#server/testing/git-repository.ts";
import { makeUser } from "#server/testing/test-ctx.ts";

import { startGitSite, type GitSite, type HostedTestRepository, type GitRunResult } from "./testing/git-site.ts";
import { openHeldLine } from "./testing/hold-line.ts";

let site: GitSite;
beforeAll(async () => {
  site = await startGitSite();
});
afterAll(() => site.close());

let counter = 0;
const freshFolder = () => join(site.scratch, `work-${(counter += 1)}`);

/** A hosted repository, and a clone of it with its owner's token. */
async function cloned() {
  const repository = await site.host();
  const token = await site.tokenOf(repository.owner.userId);
  const url = site.url(repository, token);
  const cwd = freshFolder();
  expect(await site.git(["clone", "--quiet", url, cwd])).toMatchObject({ code: 0 });
  const git = (...args: string[]) => site.git(args, { cwd });
  const commit = async (name: string, content: string | Buffer = name) => {
    await writeFile(join(cwd, name), content);
    await git("add", "--all");
    await git("commit", "--quiet", "-m", name);
    return (await git("rev-parse", "HEAD")).stdout.trim();
  };
  return { repository, token, url, cwd, git, commit };
}

const inRepository = ({ organizationId, projectId, repositoryId }: HostedTestRepository) => ({
  organizationId,
  projectId,
  repositoryId,
});

async function refOf(repository: HostedTestRepository, ref: string): Promise<string> {
  return (await site.git(["--git-dir", repository.directory, "rev-parse", "--verify", "--quiet", ref])).stdout.trim();
}

const indexRuns = ({ repositoryId }: HostedTestRepository) =>
  site.world.enqueued.filter(({ job, key }) => job === "index-repository" && key === repositoryId).length;

async function expectSound(repository: HostedTestRepository): Promise<void> {
  const { code, stderr } = await site.git(["--git-dir", repository.directory, "fsck", "--strict", "--full"]);
  expect([code, stderr.includes("error")]).toEqual([0, false]);
}

describe("cloning, fetching and pushing", () => {
  it("clones before the first index run, pushes, and another clone gets it", async () => {
    const { repository, url, git, commit } = await cloned();
    const before = indexRuns(repository);
    const oid = await commit("berths.txt");
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    expect(await refOf(repository, "refs/heads/main")).toBe(oid);
    expect(indexRuns(repository)).toBe(before + 1);
    const other = freshFolder();
    await site.git(["clone", "--quiet", url, other]);
    expect((await site.git(["rev-parse", "HEAD"], { cwd: other })).stdout.trim()).toBe(oid);
    const next = await commit("tides.txt");
    await git("push", "--quiet", "origin", "main", "main:refs/tags/v1");
    expect(await site.git(["pull", "--quiet", "--ff-only", "--tags"], { cwd: other })).toMatchObject({ code: 0 });
    expect((await site.git(["rev-parse", "v1"], { cwd: other })).stdout.trim()).toBe(next);
  });

  it("puts no index run in line for a push that changes nothing", async () => {
    const { repository, git } = await cloned();
    const before = indexRuns(repository);
    expect((await git("push", "origin", "main")).stderr).toContain("up-to-date");
    expect(indexRuns(repository)).toBe(before);
  });

  it.each([
    ["shallow", ["--depth", "1"], "shallow"],
    ["partial", ["--filter=blob:none"], "config"],
    ["single-branch", ["--single-branch", "--branch", "main"], "config"],
  ])("gives %s clones that can be completed", async (_, args) => {
    const { url, git, commit } = await cloned();
    for (const name of ["a", "b", "c"]) await commit(name);
    await git("push", "--quiet", "origin", "main");
    const cwd = freshFolder();
    expect(await site.git(["clone", "--quiet", ...args, url, cwd])).toMatchObject({ code: 0, stderr: "" });
    expect((await site.git(["cat-file", "blob", "HEAD~0:c"], { cwd })).stdout).toBe("c");
    if (args.includes("--depth")) {
      expect((await site.git(["rev-list", "--count", "HEAD"], { cwd })).stdout.trim()).toBe("1");
      expect(await site.git(["fetch", "--quiet", "--unshallow"], { cwd })).toMatchObject({ code: 0 });
    }
    expect((await site.git(["rev-list", "--count", "HEAD"], { cwd })).stdout.trim()).toBe("4");
    if (args.includes("--filter=blob:none")) {
      const missing = await site.git(["rev-list", "--objects", "--missing=print", "HEAD~2"], { cwd });
      await site.git(["checkout", "--quiet", "HEAD~1"], { cwd });
      expect(missing.code).toBe(0);
    }
    await expect(site.git(["fsck"], { cwd })).resolves.toMatchObject({ code: 0 });
  });

  it("takes the oldest protocol too", async () => {
    const { url } = await cloned();
    for (const version of ["0", "1"]) {
      const args = ["-c", `protocol.version=${version}`, "clone", "--quiet", url, freshFolder()];
      expect(await site.git(args)).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("takes 50 MB that take longer than other bodies may", async () => {
    const { repository, url, git, commit } = await cloned();
    const bytes = randomBytes(50 * 1024 * 1024);
    const oid = await commit("tide-tables.bin", bytes);
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    expect(await refOf(repository, "refs/heads/main")).toBe(oid);
    const cwd = freshFolder();
    await site.git(["clone", "--quiet", url, cwd]);
    const { stdout } = await site.git(["rev-parse", "HEAD:tide-tables.bin"], { cwd });
    const header = Buffer.from(`blob ${bytes.length}\0`);
    expect(stdout.trim()).toBe(createHash("sha1").update(header).update(bytes).digest("hex"));
  });

  it("refuses a push over the limit in git's own words", async () => {
    const small = await startGitSite({ env: { MAX_CLONE_BYTES: "1000000" } });
    try {
      const repository = await small.host();
      const cwd = join(small.scratch, "work");
      const url = small.url(repository, await small.tokenOf(repository.owner.userId));
      await small.git(["clone", "--quiet", url, cwd]);
      await writeFile(join(cwd, "big"), randomBytes(3_000_000));
      await small.git(["add", "--all"], { cwd });
      await small.git(["commit", "--quiet", "-m", "big"], { cwd });
      const pushed = await small.git(["push", "origin", "main"], { cwd });
      expect(pushed.code).not.toBe(0);
      expect(pushed.stderr).toContain("pack exceeds maximum allowed size");
    } finally {
      await small.close();
    }
  });

  it("reads a gzipped request, and refuses other packings", async () => {
    const { repository, token } = await cloned();
    const oid = await refOf(repository, "refs/heads/main");
    const body = gzipSync(`0032want ${oid}\n00000009done\n`);
    const path = `/git/${repository.organizationSlug}/${repository.slug}.git/git-upload-pack`;
    const post = (encoding: string) =>
      fetch(site.origin + path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/x-git-upload-pack-request",
          "content-encoding": encoding,
        },
        body,
      });
    const answer = await post("gzip");
    expect([answer.status, (await answer.text()).includes("PACK")]).toEqual([200, true]);
    expect((await post("br")).status).toBe(415);
  });

  it("checks out the row's main branch, whatever was pushed first", async () => {
    const { repository, url, git, commit } = await cloned();
    await git("checkout", "--quiet", "-b", "harbour");
    const oid = await commit("harbour.txt");
    await git("push", "--quiet", "origin", "harbour");
    const isOurs = eq(repositories.repositoryId, repository.repositoryId);
    await site.world.ctx.db.update(repositories).set({ mainBranch: "harbour" }).where(isOurs);
    const cwd = freshFolder();
    await site.git(["clone", "--quiet", url, cwd]);
    expect((await site.git(["log", "-1", "--format=%H %D"], { cwd })).stdout).toContain(`${oid} HEAD -> harbour`);
  });
});

describe("at the same time", () => {
  const clones = async (url: string, count: number) =>
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const cwd = freshFolder();
        await site.git(["clone", "--quiet", url, cwd]);
        await writeFile(join(cwd, `file-${index}`), randomBytes(2_000));
        await site.git(["add", "--all"], { cwd });
        await site.git(["commit", "--quiet", "-m", `from ${index}`], { cwd });
        return cwd;
      }),
    );

  it("eight push to branches of their own", async () => {
    const { repository, url } = await cloned();
    const folders = await clones(url, 8);
    const pushes = await Promise.all(
      folders.map((cwd, index) => site.git(["push", "--quiet", "origin", `HEAD:refs/heads/b${index}`], { cwd })),
    );
    expect(pushes.map(({ code }) => code)).toEqual(Array(8).fill(0));
    const heads = await Promise.all(folders.map((_, index) => refOf(repository, `refs/heads/b${index}`)));
    expect(new Set(heads).size).toBe(8);
    await expectSound(repository);
  });

  it("of eight that push to one branch exactly one wins each round", async () => {
    const { repository, url } = await cloned();
    for (let round = 0; round < 3; round += 1) {
      const folders = await clones(url, 8);
      const pushes = await Promise.all(folders.map((cwd) => site.git(["push", "origin", "HEAD:main"], { cwd })));
      const winners = folders.filter((_, index) => pushes[index]?.code === 0);
      expect(winners).toHaveLength(1);
      const head = (await site.git(["rev-parse", "HEAD"], { cwd: winners[0] })).stdout.trim();
      expect(await refOf(repository, "refs/heads/main")).toBe(head);
    }
    await expectSound(repository);
  });

  it("refuses more than one caller may run, and says when to come again", async () => {
    const tight = await startGitSite({ places: { perCaller: 1, inAll: 2, maxWaitMs: 0 } });
    try {
      const repository = await tight.host();
      const authorization = `Bearer ${await tight.tokenOf(repository.owner.userId)}`;
      const path = `/git/${repository.organizationSlug}/${repository.slug}.git`;
      // A body that never ends keeps its place. Where a poll below was there first it is refused, and asks once more.
      const holdSlot = (): ClientRequest => {
        const held = sendRequest(`${tight.origin}${path}/git-upload-pack`, {
          method: "POST",
          headers: { authorization, "content-type": "application/x-git-upload-pack-request", "content-length": 100 },
        });
        held.on("error", () => undefined);
        held.on("response", (refusal) => {
          refusal.resume();
          first = holdSlot();
        });
        held.write("0032");
        return held;
      };
      let first = holdSlot();
      const second = () =>
        fetch(`${tight.origin}${path}/info/refs?service=git-upload-pack`, { headers: { authorization } });
      await expect.poll(async () => (await second()).status).toBe(503);
      const refused = await second();
      expect(refused.headers.get("retry-after")).toBe("10");
      expect(await refused.text()).toBe("You run many git commands at once. Please wait a little and try again.\n");
      first.destroy();
      await expect.poll(async () => (await second()).status).toBe(200);
    } finally {
      await tight.close();
    }
  });
});

describe("who may", () => {
  const lsRemote = (url: string): Promise<GitRunResult> => site.git(["ls-remote", url]);

  it("asks for a password, and says which", async () => {
    const repository = await site.host();
    const address = `${site.origin}/git/${repository.organizationSlug}/${repository.slug}.git`;
    const answer = await fetch(`${address}/info/refs?service=git-upload-pack`);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="git", charset="UTF-8"',
    ]);
    expect(await answer.text()).toContain("access token or a repository key");
    const token = await site.tokenOf(repository.owner.userId);
    const inPlaces = [
      fetch(`${address}/info/refs?service=git-upload-pack&access_token=${token}`),
      fetch(`${address}/info/refs?service=git-upload-pack`, { headers: { cookie: `accessToken=${token}` } }),
      fetch(`${address}/info/refs?service=git-upload-pack`, { headers: { authorization: `Token ${token}` } }),
    ];
    for (const location of inPlaces) expect((await location).status).toBe(401);
    for (const wrong of ["wrong", "x".repeat(5_000), "%00", `cairn_rk_${"A".repeat(43)}`]) {
      expect((await lsRemote(site.url(repository, wrong))).stderr).toContain("Authentication failed");
    }
  });

  it("refuses an API key and names what works", async () => {
    const repository = await site.host();
    const { key } = await createApiKey(repository.owner.ctx, { scopes: ["mcp"] });
    const { code, stderr } = await lsRemote(site.url(repository, key));
    expect(code).not.toBe(0);
    expect(stderr).toContain("An API key is for agents and cannot be used for git.");
  });

  it("shows nobody whether a foreign repository is there", async () => {
    const [own, foreign] = [await site.host(), await site.host()];
    const token = await site.tokenOf(own.owner.userId);
    const missing = { ...own, slug: "nothing-here" };
    const { key } = await createRepositoryKey(own.owner.ctx, { ...inRepository(own), name: "CI", isReadOnly: false });
    const answers: [number, string][] = [];
    for (const password of [token, key ?? ""]) {
      for (const repository of [foreign, missing]) {
        const { organizationSlug, slug } = repository;
        const address = `${site.origin}/git/${organizationSlug}/${slug}.git/info/refs?service=git-upload-pack`;
        const answer = await fetch(address, { headers: { authorization: `Bearer ${password}` } });
        answers.push([answer.status, await answer.text()]);
      }
    }
    expect(answers).toHaveLength(4);
    expect(answers).toEqual(answers.map(() => [404, "Repository not found\n"]));
  });

  it("a repository key opens its repository alone, and a read-only one cannot push", async () => {
    const { repository, git, commit } = await cloned();
    const { ctx } = repository.owner;
    const here = inRepository(repository);
    const reader = await createRepositoryKey(ctx, { ...here, name: "Reader", isReadOnly: true });
    const writer = await createRepositoryKey(ctx, { ...here, name: "Writer", isReadOnly: false });
    await commit("by-machine.txt");
    expect(await lsRemote(site.url(repository, reader.key ?? ""))).toMatchObject({ code: 0 });
    const refused = await git("push", site.url(repository, reader.key ?? ""), "main");
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("This key may read and not write. An Admin can add one that may push.");
    expect(await git("push", "--quiet", site.url(repository, writer.key ?? ""), "main")).toMatchObject({ code: 0 });
    const used = await site.world.ctx.db
      .select({ lastUsedAt: repositoryKeys.lastUsedAt })
      .from(repositoryKeys)
      .where(eq(repositoryKeys.repositoryId, repository.repositoryId));
    const now = site.world.ctx.now();
    expect(used).toEqual([{ lastUsedAt: now }, { lastUsedAt: now }]);
    await deleteRepositoryKey(ctx, { ...here, name: "Writer" });
    expect((await lsRemote(site.url(repository, writer.key ?? ""))).stderr).toContain("Authentication failed");
  });

  it("an Editor may push, and a removed member may nothing", async () => {
    const { repository, git, commit } = await cloned();
    const { userId } = await site.member(repository, "editor");
    const url = site.url(repository, await site.tokenOf(userId));
    await commit("by-editor.txt");
    expect(await git("push", "--quiet", url, "main")).toMatchObject({ code: 0 });
    await site.world.ctx.db.delete(members).where(eq(members.userId, userId));
    expect((await lsRemote(url)).stderr).toContain("not found");
    const stranger = await makeUser(site.world);
    expect((await lsRemote(site.url(repository, await site.tokenOf(stranger.userId)))).stderr).toContain("not found");
  });

  it("counts what nobody known sends, and the limit names a time", async () => {
    const limited = await startGitSite({ env: { RATE_LIMITS: "on" } });
    try {
      const address = `${limited.origin}/git/nobody/nothing.git/info/refs?service=git-upload-pack`;
      const headers = { authorization: `Basic ${Buffer.from("x:wrong").toString("base64")}` };
      const statuses = [];
      for (let index = 0; index < 601; index += 1) {
        const answer = await fetch(address, { headers });
        statuses.push(answer.status);
        if (answer.status === 429) expect(await answer.text()).toMatch(/^Too many requests\. Please wait \d+ second/);
        else await answer.text();
      }
      expect(statuses.slice(0, 600).every((status) => status === 401)).toBe(true);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it("answers nothing but the three addresses of the protocol", async () => {
    const { repository, token } = await cloned();
    const base = `/git/${repository.organizationSlug}/${repository.slug}.git`;
    const paths = [
      `${base}/HEAD`,
      `${base}/info/refs`,
      `${base}/info/refs?service=git-upload-archive`,
      `${base}/objects/info/packs`,
      `${base}/config`,
      `${base}/git-upload-archive`,
      `${base}/../../../etc/passwd`,
      `${base}%2finfo/refs?service=git-upload-pack`,
      `/git/${repository.organizationSlug}/..%2f${repository.slug}.git/info/refs?service=git-upload-pack`,
      `/git/${repository.organizationSlug}/--upload-pack=x.git/info/refs?service=git-upload-pack`,
      "/git/",
    ];
    for (const path of paths) {
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      const request = sendRequest(site.origin, { path, headers: { authorization: `Bearer ${token}` } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.end();
      expect([path, await promise]).toEqual([path, 404]);
    }
  });
});

describe("what may be pushed", () => {
  const setProtected = (repository: HostedTestRepository, isProtected: boolean) =>
    site.world.ctx.db
      .update(repositories)
      .set({ isProtected, mainBranch: "main" })
      .where(eq(repositories.repositoryId, repository.repositoryId));

  it("rewrites any branch and deletes any but the main one", async () => {
    const { repository, git, commit } = await cloned();
    await commit("one");
    await git("push", "--quiet", "origin", "main", "main:side");
    await git("reset", "--quiet", "--hard", "HEAD~1");
    const oid = await commit("two");
    expect(await git("push", "--quiet", "--force", "origin", "main")).toMatchObject({ code: 0 });
    expect(await refOf(repository, "refs/heads/main")).toBe(oid);
    expect(await git("push", "--quiet", "origin", ":side")).toMatchObject({ code: 0 });
    expect((await git("push", "origin", ":main")).stderr).toContain("refusing to delete the current branch");
    expect(await refOf(repository, "refs/heads/main")).toBe(oid);
  });

  it("keeps a protected branch, and only that", async () => {
    const { repository, git, commit } = await cloned();
    await setProtected(repository, true);
    const first = await commit("one");
    expect(await git("push", "--quiet", "origin", "main", "main:side")).toMatchObject({ code: 0 });
    await git("reset", "--quiet", "--hard", "HEAD~1");
    const second = await commit("two");
    const refused = await git("push", "--force", "origin", "main", "main:side", "main:new");
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("This branch is protected: it can be neither rewritten nor deleted.");
    expect(refused.stderr).toContain("An Admin can change this in the repository's settings.");
    expect(await refOf(repository, "refs/heads/main")).toBe(first);
    expect([await refOf(repository, "refs/heads/side"), await refOf(repository, "refs/heads/new")]).toEqual([
      second,
      second,
    ]);
    expect((await git("push", "origin", ":main")).code).not.toBe(0);
    await setProtected(repository, false);
    expect(await git("push", "--quiet", "--force", "origin", "main")).toMatchObject({ code: 0 });
    expect(await refOf(repository, "refs/heads/main")).toBe(second);
  });

  it("takes branches and tags alone, under names that a file can have", async () => {
    const { repository, git, commit } = await cloned();
    await commit("one");
    for (const ref of ["refs/cairn/x", "refs/notes/x", "refs/replace/x", "refs/pull/1/head", "refs/x"]) {
      expect((await git("push", "origin", `main:${ref}`)).stderr).toMatch(/hidden ref/);
      expect(await refOf(repository, ref)).toBe("");
    }
    expect((await git("push", "origin", `main:refs/heads/${"x".repeat(300)}`)).code).not.toBe(0);
    for (const name of ["--upload-pack=touch pwned", "a;touch pwned", "$(touch pwned)", "é", "x".repeat(200)]) {
      const isGood = (await git("check-ref-format", `refs/heads/${name}`)).code === 0;
      const pushed = await git("push", "--quiet", "origin", `HEAD:refs/heads/${name}`);
      expect([name, pushed.code === 0]).toEqual([name, isGood]);
    }
    expect((await readdir(repository.directory)).includes("pwned")).toBe(false);
    await expectSound(repository);
  });

  it("refuses a tree that holds .git, and keeps nothing of it", async () => {
    const { repository, git, cwd } = await cloned();
    const before = await refOf(repository, "refs/heads/main");
    await writeFile(join(cwd, "evil"), "[core]\n");
    const blob = (await git("hash-object", "-w", "evil")).stdout.trim();
    const raw = Buffer.concat([Buffer.from("100644 .git\0"), Buffer.from(blob, "hex")]);
    await writeFile(join(cwd, "tree"), raw);
    const made = await git("hash-object", "-w", "-t", "tree", "--literally", "tree");
    const tree = made.stdout.trim();
    const commit = (await git("commit-tree", "-m", "evil", tree, "-p", "HEAD")).stdout.trim();
    const pushed = await git("push", "origin", `${commit}:refs/heads/main`);
    expect(pushed.code).not.toBe(0);
    expect(pushed.stderr).toContain("hasDotgit");
    expect(await refOf(repository, "refs/heads/main")).toBe(before);
    expect((await site.git(["--git-dir", repository.directory, "cat-file", "-e", tree])).code).not.toBe(0);
    const objects = await readdir(join(repository.directory, "objects"));
    expect(objects.filter((name) => name.startsWith("tmp"))).toEqual([]);
  });

  it("is sound after a client was killed in the middle of a push", async () => {
    const { repository, url, git, cwd, commit } = await cloned();
    await commit("big.bin", randomBytes(30 * 1024 * 1024));
    const before = await refOf(repository, "refs/heads/main");
    // The rest of the pack stays under way until the client is gone.
    const line = await openHeldLine(Number(new URL(site.origin).port), 5 * 1024 * 1024);
    const slow = url.replace(new URL(site.origin).port, String(line.port));
    const incoming = async () =>
      (await readdir(join(repository.directory, "objects"))).filter((name) => name.startsWith("tmp_objdir-"));
    const client = spawn("git", ["push", slow, "main"], { cwd, env: testGitEnvironment(), detached: true });
    await expect.poll(incoming).toHaveLength(1);
    expect(client.exitCode).toBeNull();
    process.kill(-(client.pid ?? 0), "SIGKILL");
    await once(client, "exit");
    await expect.poll(incoming).toEqual([]);
    line.close();
    expect(await refOf(repository, "refs/heads/main")).toBe(before);
    await expectSound(repository);
    expect(await git("push", "--quiet", "origin", "main")).toMatchObject({ code: 0 });
    await expectSound(repository);
  });

  it("ends a client that falls silent, and gives its place back", async () => {
    const hasty = await startGitSite({ idleTimeoutMs: 1_500 });
    const repository = await hasty.host();
    const token = await hasty.tokenOf(repository.owner.userId);
    const { port } = new URL(hasty.origin);
    const socket = connect(Number(port), "127.0.0.1");
    const path = `/git/${repository.organizationSlug}/${repository.slug}.git/git-receive-pack`;
    const head = [
      `POST ${path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${token}`,
      "content-type: application/x-git-receive-pack-request",
      "content-length: 1000",
      "",
      "0",
    ].join("\r\n");
    const startedAt = performance.now();
    socket.write(head);
    socket.on("error", () => undefined);
    await once(socket, "close");
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    await expectSound(repository);
    await hasty.close();
  });

  it("says so when the repository's files are gone", async () => {
    const { repository, url } = await cloned();
    const isOurs = eq(repositories.repositoryId, repository.repositoryId);
    await site.world.ctx.db.update(repositories).set({ mainBranch: "main" }).where(isOurs);
    await mkdir(join(site.scratch, "gone"));
    await site.run("mv", [repository.directory, join(site.scratch, "gone")]);
    expect((await site.git(["ls-remote", url])).stderr).toContain("missing on the server");
  });
});
