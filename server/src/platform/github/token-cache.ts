export interface NewToken {
  token: string;
  expiresAt: Date;
}

export interface TokenCache {
  /** The token of this key; a new one when none is valid for a while longer, or when `isFresh` is set. */
  get(key: string, make: () => Promise<NewToken>, options?: { isFresh: boolean }): Promise<string>;
}

/** A git that starts now must not be left without a token half-way. */
const marginMs = 10 * 60_000;

/** Tokens of this process, in memory only. */
export function createTokenCache(): TokenCache {
  const tokens = new Map<string, NewToken>();
  return {
    async get(key, make, { isFresh } = { isFresh: false }) {
      for (const [other, { expiresAt }] of tokens) {
        if (expiresAt.getTime() - marginMs < Date.now()) tokens.delete(other);
      }
      if (isFresh) tokens.delete(key);
      const made = tokens.get(key) ?? (await make());
      tokens.set(key, made);
      return made.token;
    },
  };
}
