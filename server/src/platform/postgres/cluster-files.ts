import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { endLeftoverProcesses } from "./end-leftover-processes.ts";
import { fileFailure, postgresFailure } from "./file-failure.ts";
import type { PostgresAccount } from "./postgres-account.ts";
import { runProgram } from "./run-program.ts";

/** User and database that the application connects with. */
export const databaseName = "cairn";

/** An installed server and the cluster it serves. */
export interface Cluster {
  /** Folder of initdb and postgres. */
  programs: string;
  /** Holds the cluster's files; its real path. */
  directory: string;
  socketDirectory: string;
  account: PostgresAccount;
}

/**
 * The parameter with PostgreSQL's data directory. Under another account it may not be able to traverse the path to it
 * (say, below /root), but it can use the folder it is started in, and this name of that folder needs no traversal.
 */
export function directoryParameter(cluster: Pick<Cluster, "directory" | "account">): string {
  return cluster.account.isOwn ? cluster.directory : "/proc/self/cwd";
}

/**
 * Makes the cluster on first use, under another name first: a start that breaks off leaves nothing that the next one
 * could take for a cluster.
 */
export async function ensureCluster(cluster: Omit<Cluster, "socketDirectory">): Promise<void> {
  const { directory, account } = cluster;
  const existing = await stat(directory).catch(() => null);
  if (existing !== null) {
    // Copied here by root, from a backup perhaps.
    if (!account.isOwn && existing.uid !== account.uid) await changeOwner(directory, account);
    return;
  }
  const unfinished = `${directory}.new`;
  try {
    await endLeftoverProcesses(unfinished);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    if (!account.isOwn) await chown(unfinished, account.uid, account.gid);
    await initialize({ ...cluster, directory: unfinished });
    await rename(unfinished, directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error instanceof Error && "syscall" in error ? fileFailure("The database cannot be made.", error) : error;
  }
}

/**
 * UTF-8 everywhere, sorted by code point: the same order on every machine. Character classes come from the
 * system (pg_trgm wants it so); a system without a UTF-8 locale knows the English ones only.
 */
async function initialize(cluster: Omit<Cluster, "socketDirectory">): Promise<void> {
  const letters = process.platform === "darwin" ? "UTF-8" : "C.UTF-8";
  let made = await runInitdb(cluster, letters);
  if (/invalid locale name/.test(made.output)) made = await runInitdb(cluster, "C");
  if (!made.isOk) throw postgresFailure("The database cannot be made", made.output);
  const filled = await runProgram(path.join(cluster.programs, "postgres"), {
    parameters: ["--single", "-D", directoryParameter(cluster), "postgres"],
    account: cluster.account,
    directory: cluster.directory,
    input: `create database ${databaseName}\n`,
  });
  if (!filled.isOk || /ERROR:/.test(filled.output)) throw postgresFailure("The database cannot be made", filled.output);
}

function runInitdb({ programs, directory, account }: Omit<Cluster, "socketDirectory">, letters: string) {
  const order = ["--locale=C", `--lc-ctype=${letters}`, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${databaseName}`, "--auth=trust"];
  const files = ["--encoding=UTF8", "--data-checksums", "--no-instructions"];
  const parameters = ["-D", directoryParameter({ directory, account }), ...access, ...order, ...files];
  return runProgram(path.join(programs, "initdb"), { parameters, account, directory });
}

async function changeOwner(directory: string, account: PostgresAccount): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(directory, account.uid, account.gid);
}

/** Longest path of a unix socket on every system we run on, in bytes. */
const maxSocketPathBytes = 103;

/**
 * A private folder for the socket, which is the only access: who can enter it may do everything. It is under a
 * temporary folder because the path of a socket must be short, and its name is derived from the cluster's path, so that
 * a start after a crash finds and empties it.
 */
export async function makeSocketDirectory(clusterDirectory: string, account: PostgresAccount): Promise<string> {
  const name = `cairn-${createHash("sha256").update(clusterDirectory).digest("hex").slice(0, 12)}`;
  const bases = account.isOwn ? [tmpdir(), "/tmp"] : ["/tmp"];
  const fits = (base: string) =>
    Buffer.byteLength(path.join(base, `${name}-XXXXXX`, ".s.PGSQL.5432")) <= maxSocketPathBytes;
  const wanted = path.join(bases.find(fits) ?? "/tmp", name);
  try {
    const directory = (await isOwnedOrMade(wanted, account)) ? wanted : await mkdtemp(`${wanted}-`);
    for (const stale of await readdir(directory)) await rm(path.join(directory, stale), { force: true });
    if (!account.isOwn) await chown(directory, account.uid, account.gid);
    await chmod(directory, 0o700);
    return directory;
  } catch (cause) {
    throw fileFailure(`The folder ${wanted} for the database's socket cannot be made.`, cause);
  }
}

/** False when somebody else took the name. */
async function isOwnedOrMade(directory: string, account: PostgresAccount): Promise<boolean> {
  const isMade = await mkdir(directory, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isMade) return true;
  const found = await lstat(directory);
  return found.isDirectory() && (found.uid === account.uid || found.uid === process.getuid?.());
}
