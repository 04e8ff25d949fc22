import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import type { GitProgress } from "#server/platform/git/process/read-progress.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { startCanary, startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { cloneMirror } from "./clone-mirror.ts";
import { compactMirror } from "./compact-mirror.ts";
import { fetchMirror } from "./fetch-mirror.ts";
import type { PullOptions } from "./pull-branches.ts";

const execute = promisify(execFile);

let folder: string;
let source: TestRepository;
let server: GitHttpServer;
let directory: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-mirror-"));
  directory = join(folder, "mirrors", "one.git");
  source = await createTestRepository();
  await mkdir(join(folder, "remote"));
  await source.git("init", "--quiet", "--bare", "--initial-branch=main", join(folder, "remote", "shop.git"));
  await source.git("remote", "add", "origin", join(folder, "remote", "shop.git"));
  server = await startGitHttpServer({ root: join(folder, "remote"), host: "127.0.0.10" });
});

afterEach(async () => {
  await server.close();
  await source.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What a clone of the served repository needs; tests change single parts. */
function options(change: Partial<PullOptions> = {}): PullOptions & { directory: string } {
  return {
    directory,
    remote: { kind: "url", url: `${server.origin}/shop.git` },
    egress: createEgress({ allow: server.endpoint }),
    maxBytes: 50 * 1024 * 1024,
    ...change,
  };
}

const push = () => source.git("push", "--quiet", "--force", "--prune", "origin", "refs/heads/*:refs/heads/*");
const byName = (change: { name: string }, other: { name: string }) => (change.name < other.name ? -1 : 1);
const leftovers = async () =>
  (await readdir(join(folder, "mirrors")).catch(() => [])).filter((name) => name !== "one.git");

/** Content that does not compress, so that a transfer takes more than one piece. */
function noise(bytes: number): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length: bytes }, () => (state = (state * 48271) % 2147483647) % 256));
}

describe("cloneMirror and fetchMirror over HTTP", () => {
  it("clones all branches and knows the main one", async () => {
    const first = await source.commit("First", { "readme.md": "# Shop\n" });
    await source.git("branch", "feature/cart");
    await source.git("tag", "v1");
    await push();
    const progress: GitProgress[] = [];
    const result = await cloneMirror(options({ onProgress: (step) => progress.push(step) }));
    expect(result.defaultBranch).toBe("main");
    expect(result.changes.toSorted(byName)).toEqual([
      { name: "feature/cart", before: null, after: first },
      { name: "main", before: null, after: first },
    ]);
    expect(await resolveCommit(directory, "feature/cart")).toBe(first);
    expect(await findDefaultBranch(directory)).toBe("main");
    expect(progress).toContainEqual({ step: "receiving", percent: 100 });
    expect(await leftovers()).toEqual([]);
    expect(await readdir(directory)).not.toContain("hooks");
  });

  it("brings the tags on what the branches hold, and does without one it cannot keep", async () => {
    await source.commit("First");
    await source.git("tag", "v1");
    await source.git("tag", "--annotate", "--message=Second", "v2");
    await push();
    await source.git("push", "--quiet", "origin", "v1", "v2");
    await cloneMirror(options());
    const tags = async () => (await execute("git", ["--git-dir", directory, "tag", "--list", "v*"])).stdout.split("\n");
    expect(await tags()).toEqual(["v1", "v2", ""]);
    await source.commit("Second");
    await source.git("tag", "v3");
    const packed = join(folder, "remote", "shop.git", "packed-refs");
    const second = await source.git("rev-parse", "HEAD");
    await push();
    await source.git("push", "--quiet", "origin", "v3");
    await execute("git", ["--git-dir", join(folder, "remote", "shop.git"), "pack-refs", "--all"]);
    await writeFile(packed, `${await readFile(packed, "utf8")}${second} refs/tags/${"x".repeat(300)}\n`);
    const { changes } = await fetchMirror(options());
    expect(changes).toHaveLength(1);
    expect(await tags()).toEqual(expect.arrayContaining(["v1", "v2"]));
  });

  it("reports pushed, force-pushed, new and deleted branches and keeps old commits readable", async () => {
    const first = await source.commit("First", { "a.txt": "1" });
    await source.git("branch", "gone");
    await source.git("branch", "moved");
    await push();
    await cloneMirror(options());
    const second = await source.commit("Second", { "a.txt": "2" });
    await source.git("checkout", "--quiet", "--orphan", "other");
    const rewritten = await source.commit("Rewritten", { "b.txt": "3" });
    await source.git("branch", "--force", "moved", rewritten);
    await source.git("branch", "-D", "gone");
    await source.git("branch", "gone/below", rewritten);
    await push();
    const { changes } = await fetchMirror(options());
    expect(changes.toSorted(byName)).toEqual([
      { name: "gone", before: first, after: null },
      { name: "gone/below", before: null, after: rewritten },
      { name: "main", before: first, after: second },
      { name: "moved", before: first, after: rewritten },
      { name: "other", before: null, after: rewritten },
    ]);
    expect(await resolveCommit(directory, first)).toBe(first);
  });

  it("asks once and fetches nothing when nothing changed", async () => {
    await source.commit("First");
    await push();
    await cloneMirror(options());
    server.requests.length = 0;
    expect((await fetchMirror(options())).changes).toEqual([]);
    expect(server.requests.filter((request) => request.startsWith("GET"))).toHaveLength(1);
  });

  it("keeps objects in packs and joins the packs without losing any", async () => {
    const commits: string[] = [];
    for (const text of ["1", "2", "3", "4"]) {
      commits.push(await source.commit(text, { "a.txt": text }));
      await push();
      await cloneMirror(options());
    }
    const packs = async () =>
      (await readdir(join(directory, "objects", "pack"))).filter((name) => name.endsWith(".pack"));
    expect(await readdir(join(directory, "objects"))).toEqual(["info", "pack"]);
    expect(await packs()).toHaveLength(4);
    await compactMirror(directory, { maxPacks: 4 });
    expect(await packs()).toHaveLength(4);
    await compactMirror(directory, { maxPacks: 3 });
    expect(await packs()).toHaveLength(1);
    for (const commit of commits) expect(await resolveCommit(directory, commit)).toBe(commit);
  });

  it("follows the remote when it renames its main branch", async () => {
    await source.commit("First");
    await push();
    await cloneMirror(options());
    await source.git("branch", "--move", "main", "trunk");
    await execute("git", ["--git-dir", join(folder, "remote", "shop.git"), "symbolic-ref", "HEAD", "refs/heads/trunk"]);
    await push();
    expect((await fetchMirror(options())).defaultBranch).toBe("trunk");
    expect(await findDefaultBranch(directory)).toBe("trunk");
  });

  it("chooses a main branch where the remote stands on none", async () => {
    await source.commit("First");
    await source.git("branch", "--move", "main", "master");
    await source.git("branch", "aaa");
    await push();
    await execute("git", ["--git-dir", join(folder, "remote", "shop.git"), "symbolic-ref", "HEAD", "refs/heads/no"]);
    expect((await cloneMirror(options())).defaultBranch).toBe("master");
  });

  it("takes an empty repository as it is, and its first commit later", async () => {
    expect(await cloneMirror(options())).toEqual({ changes: [], defaultBranch: null, skippedBranches: [] });
    expect(await findDefaultBranch(directory)).toBeNull();
    expect(await listBranches(directory)).toEqual([]);
    const first = await source.commit("First");
    await push();
    expect((await fetchMirror(options())).changes).toEqual([{ name: "main", before: null, after: first }]);
  });

  it("survives branch names made to be options, commands or too long", async () => {
    const first = await source.commit("First", { "a.txt": "1" });
    const marker = join(folder, "marker");
    const touch = ["touch$", "{IFS}", marker].join("");
    const names = [
      `--output=${marker}`,
      "--exec=sh",
      `--upload-pack=${touch}`,
      "-c",
      `$(${touch})`,
      `;${touch};`,
      `|${touch}`,
      "`id`",
      "'quote\"",
      "%00%n",
      "Case",
      "case",
      "é-nfc",
      "e\u0301-nfd",
      "<script>",
      "a".repeat(200),
      "HEAD",
      "refs/heads/main",
      first,
    ];
    const tooLong = "b".repeat(250);
    const packed = [...names, tooLong, "c".repeat(255)].map((name) => `${first} refs/heads/${name}\n`).sort();
    await push();
    await writeFile(
      join(folder, "remote", "shop.git", "packed-refs"),
      `# pack-refs with: peeled fully-peeled \n${packed.join("")}`,
    );
    const { changes, skippedBranches } = await cloneMirror(options());
    expect(skippedBranches).toEqual(["c".repeat(255)]);
    expect(new Set(changes.map((change) => change.name))).toEqual(new Set([...names, tooLong, "main"]));
    for (const name of names) expect(await resolveCommit(directory, name)).toBe(first);
    expect((await fetchMirror(options())).changes).toEqual([]);
    expect((await listBranches(directory)).map((branch) => branch.name)).toContain(`--output=${marker}`);
    await expect(stat(marker)).rejects.toThrow("ENOENT");
  });
});

describe("credentials", () => {
  const credential = { username: "ada", password: "s3cret $(id) 'quote\"%n" };
  const withPassword = (password: string) =>
    options({ remote: { kind: "url", url: `${server.origin}/shop.git`, credential: { ...credential, password } } });

  beforeEach(async () => {
    await source.commit("First");
    await push();
    server.behaviour.credential = credential;
  });

  it("signs in and leaves no trace of the password on disk", async () => {
    expect((await cloneMirror(withPassword(credential.password))).defaultBranch).toBe("main");
    const { stdout } = await execute("grep", ["-rc", "s3cret", directory]).catch((error: { stdout: string }) => error);
    expect(stdout.split("\n").filter((line) => line !== "" && !line.endsWith(":0"))).toEqual([]);
  });

  it("says so when there is none", async () => {
    const error: unknown = await cloneMirror(options()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "invalid_input",
      message: "The repository asks for a sign-in. It is private or does not exist.",
    });
    expect(await leftovers()).toEqual([]);
  });

  it("says so when it is wrong, without repeating it", async () => {
    const error: unknown = await cloneMirror(withPassword("wr0ng-password")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: "The repository refused the user name or password." });
    const { cause } = error as { cause: Error };
    expect(`${cause.message} ${cause.stack}`).not.toContain("wr0ng-password");
  });

  it("refuses a password that would add lines to what git reads", async () => {
    await expect(cloneMirror(withPassword("x\nhost=127.0.0.66"))).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("where git may connect", () => {
  it("refuses private addresses before anything is asked", async () => {
    await expect(cloneMirror(options({ egress: createEgress({ allow: "" }) }))).rejects.toThrow("private address");
    expect(server.requests).toEqual([]);
  });

  it("does not follow a redirect but names its target", async () => {
    const canary = await startCanary("127.0.0.66");
    server.behaviour.redirectTo = canary.origin;
    const message = `The address redirects to ${canary.origin}/shop.git. Use that address instead.`;
    await expect(cloneMirror(options())).rejects.toMatchObject({ code: "invalid_input", message });
    expect(canary.connections()).toBe(0);
    await canary.close();
  });

  it("connects to the address that was checked, whatever the name says later", async () => {
    await source.commit("First");
    await push();
    const port = server.endpoint.split(":")[1] ?? "";
    const canary = await startCanary("127.0.0.66");
    const answers = ["127.0.0.10", "127.0.0.66"];
    const egress = createEgress({
      allow: server.endpoint,
      lookup: async () => answers.splice(0, 1),
    });
    const rebound = options({ egress, remote: { kind: "url", url: `http://rebind.example.com:${port}/shop.git` } });
    expect((await cloneMirror(rebound)).defaultBranch).toBe("main");
    expect(server.requests.length).toBeGreaterThan(1);
    await expect(fetchMirror(rebound)).rejects.toThrow("private address");
    expect(canary.connections()).toBe(0);
    await canary.close();
  });
});

describe("remotes that misbehave", () => {
  it.each([
    [404, "invalid_input", "There is no repository at this address."],
    [500, "vendor_unavailable", "The repository's host is overloaded or out of order."],
  ])("explains status %i", async (status, code, message) => {
    server.behaviour.status = status;
    await expect(cloneMirror(options())).rejects.toMatchObject({ code, message });
  });

  it("explains a host that does not answer", async () => {
    await server.close();
    await expect(cloneMirror(options())).rejects.toMatchObject({ code: "vendor_unavailable" });
  });

  it("explains an address without a repository", async () => {
    const remote = { kind: "url", url: `${server.origin}/missing.git` } as const;
    await expect(cloneMirror(options({ remote }))).rejects.toThrow("no repository at this address");
  });

  it.each(["<html><p>One line</p></html>", "<html>\n<p>Two lines</p></html>\n", ""])(
    "does not take the page %j for an empty repository",
    async (page) => {
      server.behaviour.page = page;
      await expect(cloneMirror(options())).rejects.toThrow("There is no git repository at this address.");
    },
  );

  it("gives up on a remote that stalls", async () => {
    await source.commit("First", { "noise.bin": noise(300_000) });
    await push();
    server.behaviour.stallAfterBytes = 100_000;
    const error: unknown = await cloneMirror(options({ stallTimeoutMs: 1000 })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "vendor_unavailable", message: "The repository's host stopped answering." });
    expect(await leftovers()).toEqual([]);
  });

  it("gives up at the deadline on a remote that is endlessly slow", async () => {
    await source.commit("First", { "noise.bin": noise(3_000_000) });
    await push();
    server.behaviour.dripMs = 200;
    await expect(cloneMirror(options({ timeoutMs: 1000 }))).rejects.toMatchObject({
      code: "vendor_unavailable",
      message: "Git did not finish within 1 seconds and was stopped.",
    });
  });

  it("clones on the next try after the connection was cut", async () => {
    await source.commit("First", { "noise.bin": noise(300_000) });
    await push();
    server.behaviour.cutAfterBytes = 100_000;
    await expect(cloneMirror(options())).rejects.toMatchObject({ code: "vendor_unavailable" });
    await expect(stat(directory)).rejects.toThrow("ENOENT");
    delete server.behaviour.cutAfterBytes;
    expect((await cloneMirror(options())).defaultBranch).toBe("main");
  });

  it("stops at the size limit and leaves nothing behind", async () => {
    await source.commit("First", { "noise.bin": noise(300_000) });
    await push();
    await expect(cloneMirror(options({ maxBytes: 100_000 }))).rejects.toMatchObject({
      code: "too_large",
      message: "The repository is larger than the limit of 98 KB.",
    });
    expect(await readdir(join(folder, "mirrors"))).toEqual([]);
  });

  it("stops a transfer that is passing the size limit before it ends", async () => {
    await source.commit("First", { "noise.bin": noise(300_000) });
    await push();
    server.behaviour.stallAfterBytes = 200_000;
    await expect(cloneMirror(options({ maxBytes: 100_000 }))).rejects.toMatchObject({ code: "too_large" });
  });

  it("stops when asked to and leaves nothing behind", async () => {
    await source.commit("First", { "noise.bin": noise(300_000) });
    await push();
    server.behaviour.stallAfterBytes = 100_000;
    const controller = new AbortController();
    const clone = cloneMirror(options({ signal: controller.signal, onProgress: () => controller.abort() }));
    await expect(clone).rejects.toMatchObject({ code: "cancelled" });
    expect(await leftovers()).toEqual([]);
  });

  it("refuses objects that git's check refuses", async () => {
    await source.commit("First", { "a.txt": "1" });
    const blob = await source.git("rev-parse", "HEAD:a.txt");
    const tree = await promisify(execFile)(
      "sh",
      [
        "-c",
        `printf '40000 tree %s\\t.git\\n' "$(printf '100644 blob ${blob}\\tconfig\\n' | git mktree)" | git mktree`,
      ],
      { cwd: source.path },
    );
    const commit = await source.git("commit-tree", "-m", "Evil", tree.stdout.trim());
    await source.git("update-ref", "refs/heads/evil", commit);
    await push();
    await expect(cloneMirror(options())).rejects.toMatchObject({
      code: "vendor_failed",
      message: "The repository holds objects that git's safety check refuses.",
    });
  });

  it("forgives the old harmless flaws of famous repositories", async () => {
    await source.commit("First");
    const good = await source.git("cat-file", "commit", "HEAD");
    const flawed = good
      .replace(/^author .*$/m, "author Ada Example <ada@example.com> 1234567890 +051800")
      .replace(/^committer .* <(.*)> /m, "committer Ada Example<$1> ");
    await writeFile(join(folder, "flawed"), `${flawed}\n`);
    const commit = await source.git("hash-object", "-t", "commit", "-w", "--literally", join(folder, "flawed"));
    await source.git("update-ref", "refs/heads/main", commit);
    await push();
    expect((await cloneMirror(options())).changes).toEqual([{ name: "main", before: null, after: commit }]);
  });
});

describe("a server that was killed", () => {
  it("clones again after kill -9 in the middle of a clone", async () => {
    await source.commit("First", { "noise.bin": noise(300_000) });
    await push();
    server.behaviour.stallAfterBytes = 100_000;
    const program = `
      import { cloneMirror } from ${JSON.stringify(import.meta.resolve("./clone-mirror.ts"))};
      import { createEgress } from ${JSON.stringify(import.meta.resolve("../../egress/resolve-address.ts"))};
      await cloneMirror({
        directory: ${JSON.stringify(directory)},
        remote: { kind: "url", url: ${JSON.stringify(`${server.origin}/shop.git`)} },
        egress: createEgress({ allow: ${JSON.stringify(server.endpoint)} }),
        maxBytes: 1e9,
        stallTimeoutMs: 60_000,
        onProgress: () => process.stdout.write("."),
      });`;
    const victim = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(victim.stdout, "data");
    victim.kill("SIGKILL");
    await once(victim, "close");
    await expect(stat(directory)).rejects.toThrow("ENOENT");
    expect(await leftovers()).toHaveLength(1);
    delete server.behaviour.stallAfterBytes;
    expect((await cloneMirror(options())).defaultBranch).toBe("main");
    expect(await leftovers()).toEqual([]);
  });

  it("fetches although a killed git left locks and half packs", async () => {
    await source.commit("First");
    await push();
    await cloneMirror(options());
    const litter = ["refs/heads/main.lock", "packed-refs.lock", "HEAD.lock", "objects/pack/tmp_pack_abc123"];
    for (const name of litter) await writeFile(join(directory, name), "");
    const second = await source.commit("Second");
    await push();
    await fetchMirror(options());
    expect(await resolveCommit(directory, "main")).toBe(second);
    for (const name of litter) await expect(stat(join(directory, name))).rejects.toThrow("ENOENT");
  });

  it("brings an existing mirror up to date when a clone is repeated", async () => {
    await source.commit("First");
    await push();
    await cloneMirror(options());
    const second = await source.commit("Second");
    await push();
    expect((await cloneMirror(options())).changes).toMatchObject([{ name: "main", after: second }]);
  });
});

describe("local paths", () => {
  const remote = () => ({ kind: "path", path: source.path }) as const;

  it("clones a work tree, another user's and a shallow one too", async () => {
    await source.commit("First", { "a.txt": "1" });
    const second = await source.commit("Second", { "a.txt": "2" });
    if (process.getuid?.() === 0) await chown(join(source.path, ".git"), 65534, 65534);
    expect((await cloneMirror(options({ remote: remote() }))).changes).toMatchObject([{ name: "main", after: second }]);
    if (process.getuid?.() === 0) await chown(join(source.path, ".git"), 0, 0);
    const shallow = join(folder, "shallow");
    await source.git("clone", "--quiet", "--depth=1", `file://${source.path}`, shallow);
    const target = join(folder, "mirrors", "two.git");
    const result = await cloneMirror(
      options({ directory: target, remote: { kind: "path", path: shallow } } as Partial<PullOptions>),
    );
    expect(result.changes).toMatchObject([{ name: "main", after: second }]);
  });

  it("runs nothing that the repository's own settings name", async () => {
    await source.commit("First", { ".gitattributes": "* filter=x diff=x\n", "a.txt": "1" });
    const marker = join(folder, "marker");
    await source.git("config", "core.fsmonitor", `touch ${marker}`);
    await source.git("config", "uploadpack.packObjectsHook", `touch ${marker}; exec`);
    await source.git("config", "core.sshCommand", `touch ${marker}`);
    await source.git("config", "filter.x.clean", `touch ${marker}; cat`);
    await cloneMirror(options({ remote: remote() }));
    const commit = (await resolveCommit(directory, "main")) ?? "";
    expect((await readBlob(directory, { commit, path: "a.txt", maxBytes: 100 }))?.bytes?.toString()).toBe("1");
    await expect(stat(marker)).rejects.toThrow("ENOENT");
  });

  it("explains a path that is no repository", async () => {
    const error = cloneMirror(options({ remote: { kind: "path", path: folder } }));
    await expect(error).rejects.toThrow("There is no git repository at this address.");
    await expect(cloneMirror(options({ remote: { kind: "path", path: "/missing" } }))).rejects.toThrow(
      "The folder that this repository was imported from is gone.",
    );
    await expect(cloneMirror(options({ remote: { kind: "path", path: "--help" } }))).rejects.toThrow("is gone");
  });

  it("writes nothing but the mirror's own settings to its config", async () => {
    await source.commit("First");
    await cloneMirror(options({ remote: remote() }));
    expect(await readFile(join(directory, "config"), "utf8")).not.toContain("remote");
  });
});
