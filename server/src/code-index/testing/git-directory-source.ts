import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import type { BlobContent, CommitRecord, GitSource, TreeEntry } from "../git-source.ts";

/** A `GitSource` over a git directory for tests and measurements: plain git processes, no limits, no locks. */
export function gitDirectorySource(gitDirectory: string): GitSource {
  return {
    listTree: (commit) => listTree(gitDirectory, commit),
    readBlobs: (oids, options) => readBlobs(gitDirectory, oids, options?.maxBytes ?? Infinity),
    readLog: (commit, { limit }) => readLog(gitDirectory, [commit], limit),
    readLogSince: async (commit, ancestor, { limit }) => {
      const code = await exitCode(gitDirectory, ["merge-base", "--is-ancestor", ancestor, commit]);
      return code === 0 ? readLog(gitDirectory, [commit, `^${ancestor}`], limit) : null;
    },
  };
}

async function exitCode(gitDirectory: string, args: string[]): Promise<number> {
  const child = spawn("git", ["-C", gitDirectory, ...args], { stdio: "ignore" });
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}

async function output(gitDirectory: string, args: string[]): Promise<Buffer> {
  const child = spawn("git", ["-C", gitDirectory, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`git ${args[0]} ended with code ${code}`);
  return Buffer.concat(parts);
}

async function listTree(gitDirectory: string, commit: string): Promise<TreeEntry[]> {
  const text = (await output(gitDirectory, ["ls-tree", "-r", "-l", "-z", "--full-tree", commit])).toString("utf8");
  return text
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const tab = line.indexOf("\t");
      const [mode = "", , oid = "", size = ""] = line.slice(0, tab).split(/ +/);
      return { path: line.slice(tab + 1), oid, mode, size: Number(size) || 0 };
    });
}

async function* readBlobs(
  gitDirectory: string,
  oids: readonly string[],
  maxBytes: number,
): AsyncGenerator<BlobContent> {
  const child = spawn("git", ["-C", gitDirectory, "cat-file", "--batch", "--buffer"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(`${oids.join("\n")}\n`);
  let parts: Buffer[] = [];
  let held = 0;
  let header: { oid: string; size: number } | null = null;
  try {
    for await (const part of child.stdout as AsyncIterable<Buffer>) {
      parts.push(part);
      held += part.length;
      if (header !== null && held <= header.size) continue;
      let bytes = Buffer.concat(parts);
      for (;;) {
        if (header === null) {
          const end = bytes.indexOf(10);
          if (end < 0) break;
          const [oid = "", type, size = "0"] = bytes.subarray(0, end).toString().split(" ");
          bytes = bytes.subarray(end + 1);
          if (type === "missing") continue;
          header = { oid, size: Number(size) };
        }
        if (bytes.length < header.size + 1) break;
        const { oid, size } = header;
        yield { oid, size, bytes: size > maxBytes ? null : bytes.subarray(0, size) };
        bytes = bytes.subarray(size + 1);
        header = null;
      }
      parts = [bytes];
      held = bytes.length;
    }
  } finally {
    child.kill();
  }
}

async function* readLog(gitDirectory: string, revisions: string[], limit: number): AsyncGenerator<CommitRecord> {
  const format = "--format=%x01%H%x00%an%x00%ae%x00%cI%x00%s%x00%b%x02";
  const args = [
    "-C",
    gitDirectory,
    "-c",
    "core.quotePath=false",
    "log",
    "--no-merges",
    `--max-count=${limit}`,
    "--name-only",
    "-M",
    format,
    ...revisions,
  ];
  const child = spawn("git", args, { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("\u0001") && text !== "") {
      yield toRecord(text);
      text = "";
    }
    text += `${line}\n`;
  }
  if (text !== "") yield toRecord(text);
}

function toRecord(text: string): CommitRecord {
  const end = text.indexOf("\u0002");
  const [oid = "", authorName = "", authorEmail = "", committedAt = "", subject = "", body = ""] = text
    .slice(1, end)
    .split("\0");
  const paths = text
    .slice(end + 1)
    .split("\n")
    .filter((path) => path !== "");
  return { oid, authorName, authorEmail, committedAt, subject, body: body.trim(), paths };
}
