import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";

import { isListening, listenInFolder } from "#server/platform/sandbox/process/folder-socket.ts";

import { isKept } from "./kept-mark.ts";
import { removeWorkFolder } from "./remove-work-folder.ts";

const execute = promisify(execFile);

const bootFile = "boot";
const touchMs = 10 * 60_000;
/** What another machine has not touched for this long is left; this machine's own is known at once. */
const leftAfterMs = 6 * touchMs;

/**
 * The folder below `parent` in which one server, or one thread of it, keeps its work copies. It is made at the first call.
 * Whoever made it listens at a socket in it, which ends with its process or thread however that ends; so everybody on the
 * machine can tell what is left.
 */
export function createOwnFolder(parent: string): () => Promise<string> {
  let folder: Promise<string> | null = null;
  return () => {
    folder ??= makeOwnFolder(parent).catch((error: unknown) => {
      folder = null;
      throw error;
    });
    return folder;
  };
}

async function makeOwnFolder(parent: string): Promise<string> {
  const id = randomUUID();
  // Hidden until somebody listens in it, for it would be taken for left before.
  const [hidden, folder] = [path.join(parent, `.${id}`), path.join(parent, id)];
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await mkdir(hidden);
  // Accounts of sandboxes pass through; the folder above lets nobody in.
  await chmod(hidden, 0o711);
  await spreadFolders(hidden);
  await writeFile(path.join(hidden, bootFile), await readBoot());
  const server = createServer((socket) => socket.destroy());
  await listenInFolder(server, hidden, id);
  server.unref();
  await rename(hidden, folder);
  setInterval(() => void touch(folder).catch(() => undefined), touchMs).unref();
  return folder;
}

/**
 * Removes the folders of servers that are dead, with all work copies in them but those that somebody may still take over.
 * Answers how many work copies that were.
 */
export async function removeLeftFolders(parent: string): Promise<number> {
  let removed = 0;
  for (const folder of await listLeftFolders(parent)) {
    const copies = await listFolders(folder);
    const kept = await Promise.all(copies.map((copy) => isKept(copy)));
    const over = copies.filter((_copy, at) => kept[at] === false);
    removed += over.length;
    if (over.length === copies.length) await removeWorkFolder(folder);
    else for (const copy of over) await removeWorkFolder(copy);
  }
  return removed;
}

/** The folders of servers that are dead. */
export async function listLeftFolders(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const left = await Promise.all(names.map((name) => isLeft(path.join(parent, name), name)));
  return names.filter((_name, at) => left[at]).map((name) => path.join(parent, name));
}

/** The work copies of one server. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isDirectory()).map(({ name }) => path.join(folder, name));
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  const isHidden = name.startsWith(".");
  if (!isHidden && (await isListening(folder, name))) return false;
  const boot = await readFile(path.join(folder, bootFile), "latin1").catch(() => null);
  if (!isHidden && boot === (await readBoot())) return true;
  const found = await stat(folder).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > leftAfterMs;
}

/** Names this start of the machine: sockets of another one cannot be heard from here. */
async function readBoot(): Promise<string> {
  return await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "none");
}

async function touch(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now);
}

/**
 * ext4 puts the files of a new folder beside those of the folders around it, and gives no file a number that was freed in the
 * last seconds: it looks for another one by one. Where a work copy has just been removed, the next would take twenty times as
 * long; this mark has the folders in it spread over the disk. Other file systems neither know nor need it.
 */
async function spreadFolders(folder: string): Promise<void> {
  await execute("/usr/bin/chattr", ["+T", folder], { env: {}, cwd: "/" }).catch(() => undefined);
}
