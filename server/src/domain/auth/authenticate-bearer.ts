import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { type TokenUser, verifyAccessToken } from "#server/platform/oidc/verify-access-token.ts";

type BearerAuthDependencies = Pick<Ctx, "wholeDb" | "secrets" | "settings" | "now">;

/** The user of an Authorization header; null when it is missing, of another scheme, refused, or the user is gone. */
export async function authenticateBearer(
  ctx: BearerAuthDependencies,
  authorization: string | undefined,
): Promise<TokenUser | null> {
  const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? "")?.[1];
  return token ? findTokenUser(ctx, token) : null;
}

/** The user of an access token; null when it is refused or the user is gone. */
export async function findTokenUser(ctx: BearerAuthDependencies, accessToken: string): Promise<TokenUser | null> {
  const parts = { ...ctx, db: ctx.wholeDb };
  const tokenUser = await verifyAccessToken(parts, accessToken);
  return tokenUser && (await findUser(parts, tokenUser.userId)) ? tokenUser : null;
}
