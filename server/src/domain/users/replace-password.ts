import type { Db } from "#server/platform/db/open-db.ts";

import { updatePasswordHash } from "./users.store.ts";

/**
 * Stores another password, as its hash. `checked` is the hash that the old password was checked against: where somebody
 * changed it since, nothing happens and the answer is false. Without it the old password does not matter.
 */
export async function replacePassword(
  db: Db,
  input: { userId: string; passwordHash: string; checked?: string },
): Promise<boolean> {
  return updatePasswordHash(db, input.userId, { from: input.checked, to: input.passwordHash });
}
