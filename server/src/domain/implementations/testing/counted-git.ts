import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { vi } from "vitest";

/** What git was started for by the server since. */
export interface CountedGit {
  /** How many programs there were, and how many of them at the same time at most. */
  count(): Promise<{ started: number; most: number }>;
  remove(): Promise<void>;
}

/** Puts a program before git, until the end of the test, that counts calls of these subcommands and makes them last a while. */
export async function countGit(subcommands: readonly string[]): Promise<CountedGit> {
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-counted-git-"));
  const log = path.join(folder, "log");
  const before = process.env["PATH"] ?? "";
  const program = [
    "#!/bin/sh",
    `PATH='${before}'`,
    `case " $* " in ${subcommands.map((one) => `*" ${one} "*`).join("|")}) ;; *) exec git "$@";; esac`,
    `echo + >> '${log}'`,
    'git "$@"',
    "code=$?",
    "sleep 0.1",
    `echo - >> '${log}'`,
    "exit $code",
    "",
  ].join("\n");
  await writeFile(log, "");
  await writeFile(path.join(folder, "git"), program);
  await chmod(path.join(folder, "git"), 0o755);
  vi.stubEnv("PATH", `${folder}:${before}`);
  return {
    async count() {
      let running = 0;
      let most = 0;
      const marks = (await readFile(log, "utf8")).split("\n").filter((mark) => mark !== "");
      for (const mark of marks) {
        running += mark === "+" ? 1 : -1;
        most = Math.max(most, running);
      }
      return { started: marks.filter((mark) => mark === "+").length, most };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
