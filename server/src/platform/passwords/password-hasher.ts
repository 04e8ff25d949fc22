import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

import { createSemaphore } from "#server/platform/limits/semaphore.ts";

/** Hashes passwords with scrypt and compares them with stored hashes. */
export interface PasswordHasher {
  /** The form in which a password is stored: `$scrypt$ln=…,r=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>;
  /** Takes as long when there is no hash (null) as when there is one: the time does not reveal which accounts exist. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

interface ScryptCost {
  logN: number;
  blockSize: number;
  parallelization: number;
}

/** OWASP's first choice for scrypt: 128 MiB of memory and about a third of a second. */
const owaspLogN = 17;
const saltBytes = 16;
const hashBytes = 32;
/** Each takes 128 MiB: with more at once, many sign-ins at a time would take the server's memory. */
const maxAtOnce = 2;
const longestMs = 60_000;

/** A stored hash names its own cost, so that the cost can be raised without locking anybody out. */
const storedForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** `logN` is the binary logarithm of scrypt's N; only tests choose a lower one. */
export function createPasswordHasher(logN = owaspLogN): PasswordHasher {
  const cost = { logN, blockSize: 8, parallelization: 1 };
  /** What a password is compared with when there is no such user: no password has this hash. */
  const nobody = format(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  const semaphore = createSemaphore({ atOnce: maxAtOnce, longestMs });

  async function derive(password: string, salt: Buffer, used: ScryptCost): Promise<Buffer> {
    const release = await semaphore.acquire();
    try {
      return await deriveKey(password, salt, used);
    } finally {
      release();
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return format(cost, salt, await derive(password, salt, cost));
    },
    async matches(password, stored) {
      const parts = storedForm.exec(stored ?? nobody);
      if (!parts) return false;
      const [, storedLogN, blockSize, parallelization, salt = "", hash = ""] = parts;
      const used = {
        logN: Number(storedLogN),
        blockSize: Number(blockSize),
        parallelization: Number(parallelization),
      };
      const expected = Buffer.from(hash, "base64url");
      const actual = await derive(password, Buffer.from(salt, "base64url"), used);
      return actual.length === expected.length && timingSafeEqual(actual, expected) && stored !== null;
    },
  };
}

function format(used: ScryptCost, salt: Buffer, hash: Buffer): string {
  const parameters = `ln=${used.logN},r=${used.blockSize},p=${used.parallelization}`;
  return `$scrypt$${parameters}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/**
 * The same text typed on another keyboard may come as other code points; NFKC makes them one. Forms drop control
 * characters and API calls do not, so they do not count.
 */
async function deriveKey(password: string, salt: Buffer, used: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** used.logN, r: used.blockSize, p: used.parallelization };
  const maxmem = 2 * 128 * options.N * options.r;
  const typed = password.normalize("NFKC").replaceAll(/\p{Cc}/gu, "");
  return await new Promise<Buffer>((resolve, reject) => {
    scrypt(typed, salt, hashBytes, { ...options, maxmem }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
