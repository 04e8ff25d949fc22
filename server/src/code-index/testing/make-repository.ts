import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A real git repository in a temporary folder, for tests. */
export interface BareTestRepository {
  directory: string;
  /** Writes files (null deletes one) and commits; gives the commit's id. */
  commit(files: Record<string, string | Uint8Array | null>, message?: string): string;
  link: (path: string, target: string) => void;
  setExecutable: (path: string) => void;
  git: (...args: string[]) => string;
  remove: () => void;
}

/** Makes an empty repository whose commits have fixed names and growing times. */
export function makeRepository(): BareTestRepository {
  const directory = mkdtempSync(join(tmpdir(), "code-index-"));
  let seconds = 1_700_000_000;
  const git = (...args: string[]): string => {
    const date = `${seconds} +0000`;
    const env = {
      ...process.env,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    };
    return execFileSync(
      "git",
      [
        "-C",
        directory,
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.com",
        "-c",
        "commit.gpgSign=false",
        ...args,
      ],
      { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    ).trim();
  };
  git("init", "--quiet", "--initial-branch=main");
  const location = (path: string): string => {
    const full = join(directory, path);
    mkdirSync(dirname(full), { recursive: true });
    return full;
  };
  return {
    directory,
    git,
    commit: (files, message = "Change") => {
      for (const [path, content] of Object.entries(files)) {
        if (content === null) rmSync(join(directory, path));
        else writeFileSync(location(path), content);
      }
      seconds += 60;
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
    link: (path, target) => symlinkSync(target, location(path)),
    setExecutable: (path) => chmodSync(join(directory, path), 0o755),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
