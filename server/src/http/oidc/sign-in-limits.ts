import type { Database } from "#server/platform/db/open-db.ts";
import { createLimiter, type Wait } from "#server/platform/limits/create-limiter.ts";

interface Who {
  address: string;
  email: string;
}

/** Counts tries per address, and per address and account: nobody can lock out somebody elsewhere. */
export interface SignInLimits {
  /** Call this before the password is checked, so that simultaneous tries count too. */
  trySignIn(who: Who): Promise<Wait>;
  /** A right password takes its try back and forgets the wrong ones. */
  signedIn(who: Who): Promise<void>;
  /** Forgets the wrong passwords: there is a new one. */
  forget(who: Who): Promise<void>;
  trySignUp(who: Pick<Who, "address">): Promise<Wait>;
  /** E-mails are counted per account, from wherever they are requested, so that nobody's mailbox is flooded. */
  tryForgot(who: Who): Promise<Wait>;
  /** Anybody may register a client of an agent, and clients do so by themselves. */
  tryRegister(who: Pick<Who, "address">): Promise<Wait>;
}

const quarterOfAnHourS = 15 * 60;
const hourS = 3600;

/** Limits for RATE_LIMITS=on. */
export function createSignInLimits(db: Database): SignInLimits {
  const limit = (name: string, points: number, durationS: number) => createLimiter(db, { name, points, durationS });
  const accounts = limit("sign-in-account", 10, quarterOfAnHourS);
  const addresses = limit("sign-in-address", 100, quarterOfAnHourS);
  const signUps = limit("sign-up-address", 100, quarterOfAnHourS);
  const letters = limit("forgot-account", 3, hourS);
  const registrations = limit("register-address", 60, hourS);
  const letterAddresses = limit("forgot-address", 20, hourS);
  const accountKey = (who: Who) => `${who.address} ${who.email}`;
  return {
    trySignIn: async (who) => (await addresses.take(who.address)) ?? (await accounts.take(accountKey(who))),
    async signedIn(who) {
      await accounts.forget(accountKey(who));
      await addresses.giveBack(who.address);
    },
    forget: (who) => accounts.forget(accountKey(who)),
    trySignUp: (who) => signUps.take(who.address),
    tryForgot: async (who) => (await letterAddresses.take(who.address)) ?? (await letters.take(who.email)),
    tryRegister: (who) => registrations.take(who.address),
  };
}

/** For RATE_LIMITS=off. */
export const noLimits: SignInLimits = {
  trySignIn: async () => null,
  signedIn: async () => {},
  forget: async () => {},
  trySignUp: async () => null,
  tryForgot: async () => null,
  tryRegister: async () => null,
};
