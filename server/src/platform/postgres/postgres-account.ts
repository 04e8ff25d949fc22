import { readFile, stat } from "node:fs/promises";

import { AppError } from "@cairn/contract/errors";

/** Whom PostgreSQL runs as. It refuses root, so a root process lends it an ordinary account. */
export interface PostgresAccount {
  uid: number;
  gid: number;
  /** False when this process is root and `uid` is not. */
  isOwn: boolean;
}

/** By preference. `nobody` exists everywhere, but other programs may use it too. */
const accountNames = ["cairn", "postgres", "nobody"];

/** The account that owns the cluster if there is one already, so that it stays the same for good. */
export async function findPostgresAccount(clusterDirectory: string): Promise<PostgresAccount> {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined) throw unsuitable("on this operating system. Use Linux or macOS");
  if (uid !== 0) return { uid, gid, isOwn: true };
  if (process.platform !== "linux") throw unsuitable("as root on this system. Start Cairn as an ordinary user");
  const owner = await stat(clusterDirectory).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, isOwn: false };
  const accounts = parseAccounts(await readFile("/etc/passwd", "utf8").catch(() => ""));
  const account = accountNames.map((name) => accounts.get(name)).find((found) => found !== undefined);
  if (account === undefined) throw unsuitable('as root without an account named "postgres" or "nobody". Make one');
  return { ...account, isOwn: false };
}

/** What `spawn` needs to start a program as the account. */
export function spawnIdentity(account: PostgresAccount): { uid?: number; gid?: number } {
  return account.isOwn ? {} : { uid: account.uid, gid: account.gid };
}

function parseAccounts(passwd: string): Map<string, { uid: number; gid: number }> {
  const rows = passwd.split("\n").map((line) => line.split(":"));
  const usable = rows.filter((row) => Number(row[2]) > 0 && row.length > 3);
  return new Map(usable.map((row) => [row[0] ?? "", { uid: Number(row[2]), gid: Number(row[3]) }]));
}

function unsuitable(how: string): AppError {
  const message = `The embedded PostgreSQL cannot run ${how}, or set DATABASE_URL to a PostgreSQL of your own.`;
  return new AppError("unavailable", { message });
}
