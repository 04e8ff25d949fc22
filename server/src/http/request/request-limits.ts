import type { Endpoint } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import { createLimiter, type Limiter, type Wait } from "#server/platform/limits/create-limiter.ts";

import { clientAddress } from "./client-address.ts";
import type { Services } from "./request-ctx.ts";

/** Whom a call is counted for: the user it is for or, where there is none, the network it comes from. */
export type Caller = { userId: string } | { address: string };

/** Each counts one call and throws `rate_limited` when it was one too many. Nobody is counted for somebody else. */
export interface RequestLimits {
  takeCall(caller: Caller): Promise<void>;
  /** Calls on tokens, which anybody can send. */
  takeTokenCall(address: string): Promise<void>;
  /** Reports of browsers, which anybody can make up. */
  takeReport(address: string): Promise<void>;
  /** What the contract allows of this call alone; nothing where it names no limit. */
  takeEndpoint(endpoint: Endpoint, caller: Caller): Promise<void>;
}

const windowS = 60;
const perUser = 1_200;
const perAddress = 600;
const tokenCallsPerAddress = 300;
const reportsPerAddress = 60;

/**
 * General limits are counted by each process in memory, because they are checked for every call; those of single calls
 * in the database, because they are low and last for hours.
 */
export function createRequestLimits({ settings, wholeDb }: Pick<Services, "settings" | "wholeDb">): RequestLimits {
  if (!settings.limits.hasRateLimits) return noLimits;
  const users = createMemoryLimiter(perUser);
  const addresses = createMemoryLimiter(perAddress);
  const tokenCalls = createMemoryLimiter(tokenCallsPerAddress);
  const reports = createMemoryLimiter(reportsPerAddress);
  const named = new Map<string, Pick<Limiter, "take">>();
  return {
    async takeCall(caller) {
      refuse("userId" in caller ? await users.take(caller.userId) : await addresses.take(caller.address));
    },
    takeTokenCall: async (address) => refuse(await tokenCalls.take(address)),
    takeReport: async (address) => refuse(await reports.take(address)),
    async takeEndpoint({ method, path, limit }, caller) {
      if (!limit) return;
      const name = `${method} ${path}`;
      const limiter = named.get(name) ?? createLimiter(wholeDb, { name, points: limit.points, durationS: limit.perS });
      named.set(name, limiter);
      refuse(await limiter.take("userId" in caller ? `user ${caller.userId}` : `address ${caller.address}`));
    },
  };
}

/** For RATE_LIMITS=off. */
const noLimits: RequestLimits = {
  takeCall: async () => {},
  takeTokenCall: async () => {},
  takeReport: async () => {},
  takeEndpoint: async () => {},
};

/** The network a request comes from; all requests that came over no socket are from one. */
export function addressOf(c: Context, { settings }: Pick<Services, "settings">): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return incoming ? clientAddress(incoming, settings.addresses.apiHost.startsWith("https:")) : "";
}

function createMemoryLimiter(points: number): Pick<Limiter, "take"> {
  const limiter = new RateLimiterMemory({ points, duration: windowS });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return { waitS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
        throw refused;
      }
    },
  };
}

function refuse(wait: Wait): void {
  if (wait === null) return;
  const { waitS } = wait;
  const [count, unit] = waitS <= 90 ? [waitS, "second"] : [Math.ceil(waitS / 60), "minute"];
  const message = `Too many requests. Please wait ${count} ${unit}${count === 1 ? "" : "s"} and try again.`;
  throw new AppError("rate_limited", { message, details: { retryAfterS: waitS } });
}
