import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Null when the try is allowed; otherwise how long to wait. */
type Wait = { waitS: number } | null;

/** Counts tries of this process, per address and per address and account: nobody can lock out somebody elsewhere. */
export interface SignInLimits {
  /** To be asked before the password is looked at, so that tries at the same moment count too. */
  trySignIn(who: { address: string; email: string }): Promise<Wait>;
  /** A right password takes its try back and forgets the wrong ones. */
  signedIn(who: { address: string; email: string }): Promise<void>;
  trySignUp(who: { address: string }): Promise<Wait>;
}

const windowS = 15 * 60;
const perAccount = 10;
const perAddress = 100;

/** Limits for RATE_LIMITS=on. */
export function createSignInLimits(): SignInLimits {
  const accounts = new RateLimiterMemory({ points: perAccount, duration: windowS });
  const addresses = new RateLimiterMemory({ points: perAddress, duration: windowS });
  const signUps = new RateLimiterMemory({ points: perAddress, duration: windowS });
  const accountKey = (who: { address: string; email: string }) => `${who.address} ${who.email}`;
  return {
    trySignIn: async (who) => (await take(addresses, who.address)) ?? (await take(accounts, accountKey(who))),
    async signedIn(who) {
      await accounts.delete(accountKey(who));
      await addresses.reward(who.address, 1);
    },
    trySignUp: (who) => take(signUps, who.address),
  };
}

/** For RATE_LIMITS=off. */
export const noLimits: SignInLimits = {
  trySignIn: async () => null,
  signedIn: async () => {},
  trySignUp: async () => null,
};

/** "Too many tries. Please wait 12 minutes and try again." */
export function waitMessage({ waitS }: { waitS: number }): string {
  const minutes = Math.ceil(waitS / 60);
  return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}

async function take(limiter: RateLimiterMemory, key: string): Promise<Wait> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { waitS: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
    throw refused;
  }
}
