import type { User } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";
import { forgetPerson } from "#server/domain/audit/forget-person.ts";
import { forgetUser } from "#server/domain/members/forget-user.ts";
import { deleteUserRecord } from "#server/domain/users/delete-user-record.ts";
import { endAccount } from "#server/platform/oidc/end-browser-session.ts";

/**
 * Deletes an account with everything that belongs to its person alone, and removes the person from shared data. All or
 * nothing: the result names the organizations that would be left without an Owner, and then nothing was deleted. Checks
 * no right.
 */
export async function removeUser(ctx: Ctx, user: Pick<User, "userId" | "email">): Promise<{ lastOwnerOf: string[] }> {
  return ctx.wholeDb.transaction(async (tx) => {
    const lastOwnerOf = await forgetUser(ctx, tx, user);
    if (lastOwnerOf.length > 0) return { lastOwnerOf };
    await forgetPerson(tx, user);
    await endAccount(tx, user.userId, { exceptGrantId: null });
    await deleteUserRecord(tx, user.userId);
    return { lastOwnerOf };
  });
}
