import { spawn } from "node:child_process";
import { once } from "node:events";

/** Environment and settings that keep a machine's own git configuration out of measurements. */
const env = { PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** The least that git must do for a push: list what changed and read the changed blobs, which are discarded. */
export async function loadPush(gitDirectory: string, from: string, to: string): Promise<void> {
  const diff = await git(gitDirectory, ["diff-tree", "-r", "-z", "--no-renames", "--no-abbrev", from, to]);
  const blobs = [...diff.toString("latin1").matchAll(/:\d+ 100\d+ \w+ (\w+) [AMT]\0/g)].map(([, oid]) => `${oid}\n`);
  await git(gitDirectory, ["cat-file", "--batch", "--buffer"], blobs.join(""));
}

/** The newest commits by first parents, oldest first. */
export async function listNewestCommits(gitDirectory: string, count: number): Promise<string[]> {
  const args = ["rev-list", "--first-parent", "--reverse", `--max-count=${count}`, "HEAD"];
  return (await git(gitDirectory, args)).toString("latin1").trim().split("\n");
}

async function git(gitDirectory: string, args: readonly string[], input = ""): Promise<Buffer> {
  const child = spawn("git", [`--git-dir=${gitDirectory}`, ...args], { env, stdio: ["pipe", "pipe", "inherit"] });
  // A git that reads nothing may have ended already; its exit code is checked below.
  child.stdin.on("error", () => {}).end(input);
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`git ${args[0]} ended with code ${code}`);
  return Buffer.concat(parts);
}
