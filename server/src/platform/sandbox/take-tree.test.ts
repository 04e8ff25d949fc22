import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { AppError } from "@cairn/contract/errors";
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { createSandbox } from "./create-sandbox.ts";
import type { CommandEnd, Sandbox, WorkCopy } from "./port/sandbox-port.ts";
import { testWalls } from "./testing/test-walls.ts";
import { takeTree } from "./work-copy/take-tree.ts";

let dataDirectory: string;
let repository: TestRepository;
let sandbox: Sandbox;
let commit: string;
let workCopy: WorkCopy;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "cairn-sandbox-"));
  repository = await createTestRepository();
  commit = await repository.commit("First", {
    ".gitignore": "ignored\n",
    "a.txt": "one\n",
    "folder/b.txt": "two\n",
    "crlf.txt": "one\r\ntwo\r\n",
  });
  sandbox = createSandbox({ ...testWalls, dataDirectory });
});
afterAll(async () => {
  await repository.remove();
  await rm(dataDirectory, { recursive: true, force: true });
});
beforeEach(async () => {
  workCopy = await sandbox.makeWorkCopy({ repository: join(repository.path, ".git"), commit });
});
afterEach(() => sandbox.removeWorkCopy(workCopy));

async function run(script: string): Promise<void> {
  await sandbox.start(["/bin/sh", "-c", script], { workCopy }).ended;
}

const differences = (tree: string) => repository.git("diff-tree", "-r", "--name-status", `${commit}^{tree}`, tree);

it("takes what was added, changed, deleted and made a program, and nothing that is ignored", async () => {
  await run("echo 3 > c; echo x >> a.txt; rm -r folder; echo ignored > ignored; chmod +x crlf.txt");
  const taken = await sandbox.takeTree(workCopy);
  expect(taken?.changedFiles).toBe(4);
  expect(await differences(taken?.tree ?? "")).toBe("M\ta.txt\nA\tc\nM\tcrlf.txt\nD\tfolder/b.txt");
  expect(await repository.git("fsck", "--strict", "--no-dangling")).toBe("");
  expect(await readdir(workCopy.directory)).toEqual(["git", "home", "tmp", "tree"]);
});

it("does not blame the files where git was killed", async () => {
  const message = "was ended by the signal SIGKILL";
  const counts = { outputBytes: 0, durationMs: 1 };
  const end: CommandEnd = { reason: "signal", exitCode: null, signal: "SIGKILL", message, ...counts };
  const taken = takeTree(workCopy, { runOwn: async () => ({ end, stderr: "" }) });
  await expect(taken).rejects.toMatchObject({ code: "unavailable" });
});

it("says that nothing changed, and takes the same work twice", async () => {
  expect(await sandbox.takeTree(workCopy)).toBeNull();
  await run("echo 3 > c");
  const taken = await sandbox.takeTree(workCopy);
  expect(await sandbox.takeTree(workCopy)).toEqual(taken);
  await run("rm c");
  expect(await sandbox.takeTree(workCopy)).toBeNull();
});

it("does not care what a command made of git's own folder, its settings and its index", async () => {
  // Commands have a home of their own too, and this server's git looks into neither.
  await run(`
    echo real > a.txt; git update-index --assume-unchanged a.txt; git update-index --skip-worktree folder/b.txt; rm folder/b.txt
    echo 'c.txt' >> .git/info/exclude; echo 3 > c.txt
    echo '* filter=x' > attributes; echo 'a.txt filter=x' > .gitattributes
    mkdir -p hooks .git/hooks; printf '#!/bin/sh\\ntouch /tmp/ran\\n' | tee hooks/pre-commit > .git/hooks/post-index-change; chmod +x hooks/* .git/hooks/*
    git config core.attributesFile /work/attributes; git config filter.x.clean 'echo changed'; git config core.hooksPath /work/hooks
    git config diff.external 'touch /tmp/ran'; git config core.sshCommand 'touch /tmp/ran'; git config core.fsmonitor 'touch /tmp/ran'
    cp .git/config "$HOME/.gitconfig"; mkdir -p "$HOME/.config/git"; cp .git/config "$HOME/.config/git/config"
  `);
  const taken = await sandbox.takeTree(workCopy);
  expect(await repository.git("show", `${taken?.tree}:a.txt`)).toBe("real");
  expect(await differences(taken?.tree ?? "")).toBe(
    "A\t.gitattributes\nM\ta.txt\nA\tattributes\nA\tc.txt\nD\tfolder/b.txt\nA\thooks/pre-commit",
  );
  expect(await readdir(join(workCopy.directory, "tmp"))).toEqual([]);
});

it("still takes the work where git's folder was deleted or is a link", async () => {
  await run("rm -rf .git && ln -s /objects .git && echo 3 > c");
  expect(await differences((await sandbox.takeTree(workCopy))?.tree ?? "")).toBe("A\tc");
});

it.each([
  ["ln -s /etc/passwd link", "“link” is a link that leads out of the repository"],
  ["ln -s ../../home/builder folder/up", "“folder/up” is a link that leads out"],
  ["rm -r folder && ln -s /usr folder", "“folder” is a link that leads out"],
  ["echo x > .gitmodules", "“.gitmodules” has a name that git keeps for itself"],
  [
    "git init -q lib && cd lib && git -c user.name=x -c user.email=x commit -q --allow-empty -m x",
    "“lib” is a repository of its own",
  ],
  ["git init -q lib && echo x > lib/x", "A folder is a git repository of its own"],
  ["mkdir 'GIT~1' && echo x > 'GIT~1/config'", "Git could not read the changed files"],
  ["echo x > 'a\nb'", "invisible or control characters"],
  ["echo x > secret && chmod 000 secret", "Git could not read the changed files"],
])("refuses in words what must not leave: %s", async (script, words) => {
  await run(script);
  const before = await repository.git("count-objects", "-v");
  await expect(sandbox.takeTree(workCopy)).rejects.toMatchObject({
    code: "unprocessable",
    message: expect.stringContaining(words),
  });
  expect(await repository.git("count-objects", "-v")).toBe(before);
});

it("leaves out devices, pipes and sockets, and waits for none of them", async () => {
  await run("mkfifo pipe; mknod device c 1 3; echo 3 > c");
  expect(await differences((await sandbox.takeTree(workCopy))?.tree ?? "")).toBe("A\tc");
});

it("takes nothing and removes nothing while a command runs there", async () => {
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const options = { workCopy, signal: stop.signal, onOutput: () => started.resolve() };
  const { ended } = sandbox.start(["/bin/sh", "-c", "echo on; sleep 600"], options);
  await started.promise;
  await expect(sandbox.takeTree(workCopy)).rejects.toMatchObject({ code: "conflict" });
  await expect(sandbox.removeWorkCopy(workCopy)).rejects.toMatchObject({ code: "conflict" });
  stop.abort();
  await ended;
  expect(await sandbox.takeTree(workCopy)).toBeNull();
});

it("follows no link that takes a file's or a folder's place while it is read", async () => {
  const secret = join(dataDirectory, "secret.txt");
  await writeFile(secret, "canary-52e0\n");
  const swap = (name: string, target: string) =>
    `ln -sfn ${target} link; mv -T ${name} kept; mv -T link ${name}; mv -T ${name} link; mv -T kept ${name}`;
  const targets = [secret, "/etc/shadow", "/proc/self/environ"];
  const files = targets.map((target) => swap("a.txt", target)).join("; ");
  const folders = [dataDirectory, "/etc", "/proc/1"].map((target) => swap("folder", target)).join("; ");
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const options = { workCopy, signal: stop.signal, onOutput: () => started.resolve() };
  const race = `echo on; while :; do ${files}; ${folders}; echo $((i += 1)) > changed.txt; done`;
  const { ended } = sandbox.start(["/bin/sh", "-c", race], options);
  await started.promise;
  const outcomes = new Set<string>();
  for (let at = 0; at < 40; at += 1) {
    const taken = await sandbox.takeTree(workCopy, { whileRunning: true }).catch((error: AppError) => error);
    outcomes.add(taken instanceof Error ? taken.code : "taken");
  }
  stop.abort();
  await ended;
  // Taken as it stood at some moment, or refused; never another error.
  expect(["taken", "unprocessable"]).toEqual(expect.arrayContaining([...outcomes]));
  const objects = await repository.git("cat-file", "--batch-all-objects", "--batch", "--buffer");
  expect(objects).not.toMatch(/canary-52e0|root:[*!$x]|PATH=|GIT_DIR/);
});

it("works on a repository with sha256 ids", async () => {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const directory = join(dataDirectory, "sha256.git");
  git("init", "--quiet", "--bare", "--object-format=sha256", directory);
  const tree = execFileSync("git", [`--git-dir=${directory}`, "mktree"], { input: "", encoding: "utf8" }).trim();
  const identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
  const first = git(`--git-dir=${directory}`, ...identity, "commit-tree", "-m", "x", tree);
  const other = await sandbox.makeWorkCopy({ repository: directory, commit: first });
  await sandbox.start(["/bin/sh", "-c", "echo 1 > a"], { workCopy: other }).ended;
  const taken = await sandbox.takeTree(other);
  expect(git(`--git-dir=${directory}`, "ls-tree", "--name-only", taken?.tree ?? "")).toBe("a");
  await sandbox.removeWorkCopy(other);
});

it("takes nothing that an install left, and what it changed is as it was", async () => {
  await run("echo 1 >> a.txt; mkdir modules 'odd [name]*'; touch modules/x 'odd [name]*/y' left.lock");
  await sandbox.settleWorkCopy(workCopy);
  expect(await sandbox.takeTree(workCopy)).toBe(null);
  await run("git status --porcelain > folder/status; echo 2 > odd.txt; echo 3 >> modules/x");
  const taken = await sandbox.takeTree(workCopy);
  expect(await differences(taken?.tree ?? "")).toBe("A\tfolder/status\nA\todd.txt");
  // Whoever works there is shown the same.
  expect(await repository.git("cat-file", "-p", `${taken?.tree}:folder/status`)).toBe("?? folder/status");
});
