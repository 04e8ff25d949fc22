import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { AppError } from "@cairn/contract/errors";

import { fileFailure } from "./file-failure.ts";

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes the data directory if needed and locks it for this process. The lock is one of the operating system (SQLite's
 * on an empty file), so it ends with the process, however that ends; the file beside it only says who holds it.
 */
export async function lockDataDirectory(dataDirectory: string): Promise<DataDirectoryLock> {
  const lockFile = path.join(dataDirectory, "lock");
  const ownerFile = path.join(dataDirectory, "lock.pid");
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw fileFailure(`The data directory ${dataDirectory} cannot be made.`, cause);
  });
  const holder = await acquire(lockFile, ownerFile);
  const release = async () => {
    await rm(ownerFile, { force: true });
    holder.close();
  };
  try {
    await writeFile(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (cause) {
    holder.close();
    throw fileFailure(`The data directory ${dataDirectory} cannot be written.`, cause);
  }
  return { release };
}

async function acquire(lockFile: string, ownerFile: string): Promise<DatabaseSync> {
  let holder: DatabaseSync | undefined;
  try {
    holder = new DatabaseSync(lockFile);
    holder.exec("begin exclusive");
    return holder;
  } catch (cause) {
    holder?.close();
    if (!isBusy(cause)) throw fileFailure(`The data directory ${path.dirname(lockFile)} cannot be locked.`, cause);
    const owner = (await readFile(ownerFile, "utf8").catch(() => "")).trim();
    const who = owner === "" ? "Another Cairn" : `Another Cairn (process ${owner})`;
    const details = { dataDirectory: path.dirname(lockFile) };
    throw new AppError("conflict", { message: `${who} is using this data directory.`, details, cause });
  }
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}
