import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";

import { AppError } from "@cairn/contract/errors";

import { runGit } from "#server/platform/git/process/run-git.ts";

import { initBare } from "./init-bare.ts";

const headBytes = 65_536;
const signature = /^# v[23] git bundle\n/;

/** A bundle that somebody sent, unpacked beside all repositories until it is taken. */
export interface ReadBundle {
  /** Bare, with the branches of the bundle. */
  directory: string;
  /** The one that the bundle was made on; null where it does not say. */
  head: string | null;
}

/**
 * Unpacks a bundle of somebody else in a folder of its own, for as long as `use` works with it. Git checks objects less strictly
 * when it reads them from a bundle, so that they go on from there into a second one, which checks them as those of a push.
 */
export async function withBundle<T>(
  bytes: AsyncIterable<Uint8Array>,
  { signal }: { signal: AbortSignal },
  use: (bundle: ReadBundle) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-bundle-"));
  try {
    const file = path.join(folder, "received.bundle");
    await pipeline(bytes, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
    const header = await readHeader(file);
    if (!signature.test(header))
      throw unusable("This file is no git bundle. Make one with: git bundle create code.bundle --all");
    const [unchecked, directory] = [path.join(folder, "unchecked.git"), path.join(folder, "code.git")];
    for (const one of [unchecked, directory]) {
      await mkdir(one);
      await initBare(one, signal);
    }
    await fetchBranches(file, unchecked, signal).catch(refuse);
    await fetchBranches(unchecked, directory, signal).catch(refuse);
    return await use({ directory, head: headOf(header) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Brings all branches of an unpacked bundle into a bare repository that has none: all of them or nothing. */
export async function takeBundle(
  { directory: source }: ReadBundle,
  directory: string,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  await fetchBranches(source, directory, signal);
}

async function fetchBranches(source: string, directory: string, signal: AbortSignal): Promise<void> {
  const args = ["fetch", "--quiet", "--atomic", "--no-tags", "--end-of-options", source, "refs/heads/*:refs/heads/*"];
  await runGit({ directory, allowProtocol: "file", args, signal });
}

async function readHeader(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead).toString("latin1");
  } finally {
    await handle.close();
  }
}

/** The branch whose commit is that of HEAD, by the list of names in front of the objects. */
function headOf(header: string): string | null {
  const [names = ""] = header.split("\n\n", 1);
  const head = /^([0-9a-f]{40,64}) HEAD$/m.exec(names)?.[1];
  if (head === undefined) return null;
  const branches = [...names.matchAll(/^([0-9a-f]{40,64}) refs\/heads\/(.+)$/gm)];
  return branches.find(([, oid]) => oid === head)?.[2] ?? null;
}

/** What git says of it means nothing to whoever sent it: there is no network that could have cut it off. */
function refuse(error: unknown): never {
  if (!(error instanceof AppError) || error.code === "disk_full") throw error;
  const isPart = /prerequisite|lacks/i.test(`${error.message} ${String(error.cause)}`);
  throw unusable(
    isPart
      ? "This bundle holds only a part of the history. Make a whole one with: git bundle create code.bundle --all"
      : "Git cannot read this bundle: it holds no branch, is cut off, or what is in it is damaged.",
    error,
  );
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError("unprocessable", { message, cause });
}
