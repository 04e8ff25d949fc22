import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestRepository, testGitEnvironment, type TestRepository } from "#server/testing/git-repository.ts";

import { createMemoryWatch } from "./watch-memory.ts";

const mebibyte = 1024 ** 2;

// Elsewhere nobody can tell what a process holds.
describe.runIf(process.platform === "linux")("memory of git", () => {
  let repository: TestRepository;
  let bomb: string;

  beforeAll(async () => {
    repository = await createTestRepository();
    bomb = makeBomb(repository.path);
  });
  afterAll(() => repository.remove());

  it("is found too large while git lists a commit of ten million files", async () => {
    const watch = createMemoryWatch({ bytesEach: 100 * mebibyte, bytesInAll: 10_000 * mebibyte });
    const git = spawn("git", ["--git-dir", join(repository.path, ".git"), "log", "--raw", bomb], { stdio: "ignore" });
    watch(git, () => git.kill("SIGKILL"));
    expect(await once(git, "exit")).toEqual([null, "SIGKILL"]);
  });

  it("counts what the children of a process hold", async () => {
    const watch = createMemoryWatch({ bytesEach: 100 * mebibyte, bytesInAll: 10_000 * mebibyte });
    const parent = spawn("sh", ["-c", `${quote(process.execPath)} -e ${quote(holding(200))}; true`], {
      detached: true,
      stdio: "ignore",
    });
    watch(parent, () => end(parent));
    expect(await once(parent, "exit")).toEqual([null, "SIGKILL"]);
  });

  it("ends the one that holds most when all together hold too much, and nobody else", async () => {
    const watch = createMemoryWatch({ bytesEach: 10_000 * mebibyte, bytesInAll: 180 * mebibyte });
    const [small, large] = [60, 160].map((size) =>
      spawn(process.execPath, ["-e", holding(size)], { detached: true, stdio: "ignore" }),
    );
    if (small === undefined || large === undefined) throw new Error("nothing was started");
    const ended: string[] = [];
    const take = (name: string, child: ChildProcess) => {
      watch(child, () => {
        ended.push(name);
        end(child);
      });
    };
    take("small", small);
    take("large", large);
    await once(large, "exit");
    expect(ended).toEqual(["large"]);
    end(small);
    await once(small, "exit");
    expect(ended).toEqual(["large"]);
  });
});

/** A few objects that stand for ten million files. */
function makeBomb(directory: string): string {
  const git = (args: string[], input = ""): string =>
    execFileSync("git", args, { cwd: directory, input, env: testGitEnvironment(), encoding: "utf8" }).trim();
  const names = Array.from({ length: 10 }, (_, position) => `name-${position}`);
  const blob = git(["hash-object", "-w", "--stdin"], "x");
  let tree = git(["mktree"], names.map((name) => `100644 blob ${blob}\t${name}\n`).join(""));
  for (let level = 1; level < 7; level += 1) {
    tree = git(["mktree"], names.map((name) => `040000 tree ${tree}\t${name}\n`).join(""));
  }
  return git(["commit-tree", tree, "-m", "Many"]);
}

/** A program that holds so many megabytes until it is ended. */
function holding(megabytes: number): string {
  return `const held = Buffer.alloc(${megabytes} * 1024 ** 2, 1); setInterval(() => held.length, 1000);`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}
