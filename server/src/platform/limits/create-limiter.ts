import { createHash } from "node:crypto";

import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import type { Database } from "#server/platform/db/open-db.ts";
import { rateLimits } from "#server/platform/db/tables/users.ts";

/** Null when it is allowed; otherwise how long to wait. */
export type Wait = { waitS: number } | null;

/** Counts what somebody did in a window of time that begins with the first of it. */
export interface Limiter {
  /** Counts one, and says whether that was one too many. */
  take(key: string): Promise<Wait>;
  /** Counts one less: the last call was no abuse. */
  giveBack(key: string): Promise<void>;
  /** Begins anew. */
  forget(key: string): Promise<void>;
}

/**
 * Allows `points` things of one kind in `durationS` seconds for each key. All processes on the database count together,
 * and a restart forgets nothing; while the database is away each process counts for itself. Keys may be addresses of
 * people or machines: only their hashes are stored. `name` keeps limits of different kinds apart.
 */
export function createLimiter(
  db: Database,
  { name, points, durationS }: { name: string; points: number; durationS: number },
): Limiter {
  const limit = { keyPrefix: name, points, duration: durationS };
  const limiter = new RateLimiterDrizzle({
    ...limit,
    storeClient: db,
    schema: rateLimits,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
  return {
    async take(key) {
      try {
        await limiter.consume(hashKey(key));
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return { waitS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
        throw refused;
      }
    },
    giveBack: async (key) => void (await limiter.reward(hashKey(key))),
    forget: async (key) => void (await limiter.delete(hashKey(key))),
  };
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
