import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's first choice for scrypt: 128 MiB of memory and about a third of a second. */
const cost = { logN: 17, blockSize: 8, parallelization: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Each takes 128 MiB: more at once would let a crowd of sign-ins take the server's memory. */
const maxAtOnce = 2;

/** A stored hash names its own cost, so that the cost can be raised without locking anybody out. */
const storedForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;
/** What a password is compared with when there is no such user: no password has this hash. */
const nobody = format(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

let running = 0;
const waiting: (() => void)[] = [];

/** The form in which a password is stored: `$scrypt$ln=…,r=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(cost, salt, await derive(password, salt, cost));
}

/** Takes as long when there is no hash (null) as when there is one, so that time tells nothing about who exists. */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = storedForm.exec(stored ?? nobody);
  if (!parts) return false;
  const [, logN, blockSize, parallelization, salt = "", hash = ""] = parts;
  const used = { logN: Number(logN), blockSize: Number(blockSize), parallelization: Number(parallelization) };
  const expected = Buffer.from(hash, "base64url");
  const actual = await derive(password, Buffer.from(salt, "base64url"), used);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && stored !== null;
}

function format(used: typeof cost, salt: Buffer, hash: Buffer): string {
  const parameters = `ln=${used.logN},r=${used.blockSize},p=${used.parallelization}`;
  return `$scrypt$${parameters}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/**
 * The same text typed on another keyboard may come as other code points; NFKC makes them one. Forms lose control
 * characters and API calls do not, so they do not count.
 */
async function derive(password: string, salt: Buffer, used: typeof cost): Promise<Buffer> {
  const options = { N: 2 ** used.logN, r: used.blockSize, p: used.parallelization };
  const maxmem = 2 * 128 * options.N * options.r;
  const typed = password.normalize("NFKC").replaceAll(/\p{Cc}/gu, "");
  await takeTurn();
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(typed, salt, hashBytes, { ...options, maxmem }, (error, key) => (error ? reject(error) : resolve(key)));
    });
  } finally {
    giveTurn();
  }
}

async function takeTurn(): Promise<void> {
  if (running < maxAtOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

/** The turn goes to the next in line without being freed in between. */
function giveTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
