import type { Db } from "#server/platform/db/open-db.ts";

import { replaceTargets } from "./forget-person.store.ts";

/**
 * Takes name and address of a person out of the audit logs of all organizations, within the transaction `tx`; what
 * happened stays. To be called before the user's row goes, because events know people by it.
 */
export async function forgetPerson(tx: Db, person: { userId: string; email: string }): Promise<void> {
  await replaceTargets(tx, person, "Deleted user");
}
