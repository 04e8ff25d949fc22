import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { launch } from "#server/platform/processes/launch/launch.ts";

/** A real repository with a work tree in a temporary folder. */
export interface TestRepository {
  /** Absolute path of the work tree. */
  path: string;
  /** Runs git in the work tree; resolves to its output without the last line break. */
  git(...args: string[]): Promise<string>;
  /** Writes files and symbolic links and commits them; resolves to the commit's id. */
  commit(message: string, files?: Record<string, string | Buffer | { linkTo: string }>): Promise<string>;
  remove(): Promise<void>;
}

/** Makes an empty repository on branch `main`, untouched by the machine's own git settings. */
export async function createTestRepository(): Promise<TestRepository> {
  const path = await mkdtemp(join(tmpdir(), "cairn-repository-"));
  const git = async (...args: string[]) => (await runGitIn(path, args)).replace(/\n$/, "");
  await git("init", "--quiet", "--initial-branch=main");
  return {
    path,
    git,
    async commit(message, files = {}) {
      for (const [name, content] of Object.entries(files)) {
        const target = join(path, name);
        await mkdir(dirname(target), { recursive: true });
        if (typeof content === "string" || Buffer.isBuffer(content)) await writeFile(target, content);
        else await symlink(content.linkTo, target);
      }
      await git("add", "--all");
      const options = ["--allow-empty", "--allow-empty-message", "-m", message];
      // What it reports begins with the branch and the commit: "[main (root-commit) 4f2c…] First".
      const report = await git("-c", "core.abbrev=40", "commit", ...options);
      const [id] = /\b[0-9a-f]{40}\b/.exec(report) ?? [];
      if (id === undefined) throw new Error(`git named no commit: ${report}`);
      return id;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Runs git in a folder as these repositories are made; resolves to its output. */
export async function runGitIn(cwd: string, args: readonly string[]): Promise<string> {
  const child = launch("git", args, { cwd, env: testGitEnvironment() });
  const ended = once(child, "close") as Promise<[number | null]>;
  child.stdin.end();
  const [[exitCode], stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  return stdout;
}

/** Same author and same dates on every machine, so that ids are the same too. */
export function testGitEnvironment(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: "/nonexistent",
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: fileURLToPath(new URL("gitconfig", import.meta.url)),
    GIT_AUTHOR_NAME: "Ada Example",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_AUTHOR_DATE: "2026-01-02T03:04:05+01:00",
    GIT_COMMITTER_NAME: "Ada Example",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_COMMITTER_DATE: "2026-01-02T03:04:05+01:00",
  };
}
