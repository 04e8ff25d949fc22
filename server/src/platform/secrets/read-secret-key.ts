import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import { decodeSecretKey, secretKeyBytes, secretKeyHint } from "./secret-key-format.ts";
import type { Secret } from "./secret.ts";

const keyFileName = "secret.key";

/**
 * The installation's 32-byte key: SECRET_KEY when it is set, otherwise `secret.key` in the data directory, which is
 * made on the first start. Without it, what was sealed with it can never be read again.
 */
export async function readSecretKey(options: { secretKey: Secret | null; dataDir: string }): Promise<Buffer> {
  if (options.secretKey !== null) {
    const key = decodeSecretKey(options.secretKey.reveal());
    if (key === null) throw unusable(`SECRET_KEY ${secretKeyHint}.`);
    return key;
  }
  const file = path.join(options.dataDir, keyFileName);
  return (await readKeyFile(file)) ?? (await makeKeyFile(file));
}

/** Null when there is no key file yet. */
async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0) throw unusable(`Other users can read the key file ${file}. Run: chmod 600 ${file}`);
    const key = decodeSecretKey(await readFile(file, "utf8"));
    if (key === null) throw unusable(`The key file ${file} is damaged: it ${secretKeyHint}. Restore it from a backup.`);
    return key;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    if (error instanceof AppError) throw error;
    throw unusable(`The key file ${file} cannot be read.`, error);
  }
}

/**
 * The whole key is on disk before the file gets its name, and a name that exists is never replaced: two processes
 * that start together end up with one key, and a crash leaves no half of one.
 */
async function makeKeyFile(file: string): Promise<Buffer> {
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeDurably(temporary, `${randomBytes(secretKeyBytes).toString("base64")}\n`);
    await link(temporary, file).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error;
    });
  } catch (error) {
    throw unusable(`The key file ${file} cannot be written.`, error);
  } finally {
    await rm(temporary, { force: true });
  }
  const key = await readKeyFile(file);
  if (key === null) throw unusable(`The key file ${file} vanished while it was made.`);
  return key;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unusable(message: string, cause?: unknown): AppError {
  if (hasCode(cause, "ENOSPC")) return new AppError("disk_full", { message: `${message} The disk is full.`, cause });
  return new AppError("unavailable", { message, cause });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
