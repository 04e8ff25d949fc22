import type { Db } from "#server/platform/db/open-db.ts";

import { replaceTargets } from "./forget-person.store.ts";

/**
 * Removes name and address of a person from the audit logs of all organizations, within the transaction `tx`; what
 * happened stays. Call it before the user's row is deleted, because events refer to it.
 */
export async function forgetPerson(tx: Db, person: { userId: string; email: string }): Promise<void> {
  await replaceTargets(tx, person, "Deleted user");
}
