import { randomInt } from "node:crypto";
import { statSync } from "node:fs";

/** Who a sandbox's processes are for the machine. */
export interface SandboxAccount {
  uid: number;
  gid: number;
}

/** Numbers that no distribution gives to anybody. */
const firstAccount = 40_000;
const accounts = 16_384;

/**
 * For a server that is root an account that owns nothing on this machine, mostly another one each time; null for any other
 * server, which can only lend its own.
 */
export function chooseAccount(): SandboxAccount | null {
  if (process.getuid?.() !== 0) return null;
  const id = firstAccount + randomInt(accounts);
  return { uid: id, gid: id };
}

/** The account that a folder was given to; null as above. */
export function accountOf(folder: string): SandboxAccount | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(folder);
  if (uid === 0 || gid === 0) throw new TypeError("A work copy belongs to root");
  return { uid, gid };
}
