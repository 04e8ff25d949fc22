import type { Ctx } from "#server/ctx.ts";
import { findSshKey } from "#server/domain/keys/find-ssh-key.ts";
import { findPublicKeys } from "#server/domain/repository-keys/find-repository-keys.ts";
import { findUser } from "#server/domain/users/find-user.ts";

/**
 * The public key with this fingerprint, as one line, when a person or a repository here has it; null for an unknown one.
 * Nobody is signed in before its holder has proved it.
 */
export async function findKnownKey(ctx: Ctx, fingerprint: string): Promise<string | null> {
  const own = await findSshKey(ctx, fingerprint);
  if (own !== null) return own.publicKey;
  const [key] = await findPublicKeys(ctx, fingerprint);
  return key?.publicKey ?? null;
}

/** What somebody reads who signs in and names no command, as people do to try whether their key works. */
export async function greetKeyHolder(ctx: Ctx, fingerprint: string): Promise<string> {
  const own = await findSshKey(ctx, fingerprint);
  const user = own && (await findUser(ctx, own.userId));
  // A name is text of somebody's; a terminal obeys control characters.
  const name = (user?.firstName ?? "").replace(/\p{C}/gu, "");
  const greeting = name === "" ? "Hi!" : `Hi ${name}!`;
  return `${greeting} Your key works. There is no shell here: use git to clone, fetch and push.`;
}
