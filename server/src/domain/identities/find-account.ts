import { emailSchema } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { endKeys } from "#server/domain/keys/end-keys.ts";
import { hasOpenInviteFor } from "#server/domain/members/find-open-invite.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";
import { endAccount } from "#server/platform/oidc/end-browser-session.ts";
import type { ProviderIdentity } from "#server/platform/oidc/identify-by-code.ts";

import {
  deletePassword,
  insertAccount,
  insertIdentity,
  lockAccountByEmail,
  selectUserOfIdentity,
} from "./identities.store.ts";

type AccountDependencies = Pick<Ctx, "wholeDb" | "settings" | "now" | "newId">;
type NewIdentity = Omit<ProviderIdentity, "email"> & { email: string };

const maxNameLength = 50;

/**
 * The userId of a person known to another provider. The first time it is the account with the address that the provider
 * vouches for, or a new one; after that issuer and subject alone decide, even if the address changes.
 */
export async function findAccount(ctx: AccountDependencies, identity: ProviderIdentity): Promise<string> {
  const known = await selectUserOfIdentity(ctx.wholeDb, identity);
  if (known) return known;
  const parsed = emailSchema.safeParse(identity.email);
  if (!parsed.success) {
    const message = "The sign-in server did not tell your e-mail address, which an account here needs.";
    throw new AppError("forbidden", { message });
  }
  const newcomer = { ...identity, email: parsed.data };
  try {
    return await addIdentity(ctx, newcomer);
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    // The same person signed in twice at this moment: the other request made the account.
    return (await selectUserOfIdentity(ctx.wholeDb, identity)) ?? (await addIdentity(ctx, newcomer));
  }
}

/** Links or makes the account. Throws a unique violation when somebody else was faster. */
async function addIdentity(ctx: AccountDependencies, identity: NewIdentity): Promise<string> {
  const { email, issuer, subject } = identity;
  return ctx.wholeDb.transaction(async (tx) => {
    const account = await lockAccountByEmail(tx, email);
    // While this one waited for the lock, the same identity may have been linked.
    const linked = account && (await selectUserOfIdentity(tx, identity));
    if (linked) return linked;
    if (account) requireProof(identity, account);
    else await requireOpenSignUp(ctx, email);
    const userId = account?.userId ?? ctx.newId();
    const createdAt = ctx.now();
    if (account) await takeOver(tx, userId);
    else await insertAccount(tx, { userId, email, ...tidyNames(identity), createdAt });
    await insertIdentity(tx, { issuer, subject, userId, createdAt });
    return userId;
  });
}

function requireProof(identity: NewIdentity, account: { hasIdentity: boolean }): void {
  if (identity.isEmailVerified && !account.hasIdentity) return;
  const message = identity.isEmailVerified
    ? "An account with this e-mail address belongs to another sign-in already."
    : "An account with this e-mail address exists, and the sign-in server has not verified that the address is yours.";
  throw new AppError("conflict", { message });
}

async function requireOpenSignUp(ctx: AccountDependencies, email: string): Promise<void> {
  if (ctx.settings.server.signup === "open" || (await hasOpenInviteFor(ctx, email))) return;
  const message = "New accounts are made by invitation only here. Ask somebody in your team to invite you.";
  throw new AppError("forbidden", { message });
}

/**
 * The person who made the account with a password never proved that the address was theirs; the provider does. All
 * earlier sign-ins and keys end, so that nobody can register a foreign address and wait inside for its owner.
 */
async function takeOver(tx: Db, userId: string): Promise<void> {
  await deletePassword(tx, userId);
  await endAccount(tx, userId, { exceptGrantId: null });
  await endKeys(tx, userId);
}

/** What a provider says of names is shown to others: no control characters, no more than our own forms take. */
function tidyNames(identity: NewIdentity): { firstName: string | null; lastName: string | null } {
  const tidy = (name: string | null) =>
    Array.from((name ?? "").replaceAll(/\p{Cc}/gu, "").trim())
      .slice(0, maxNameLength)
      .join("")
      .trim() || null;
  return { firstName: tidy(identity.firstName), lastName: tidy(identity.lastName) };
}
