import { AppError } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";

import { countOwners } from "./members.store.ts";

/** Throws when an Owner who is about to stop being one is the only one. Holds only under the organization's lock. */
export async function refuseLastOwner(tx: Db, organizationId: string): Promise<void> {
  if ((await countOwners(tx, organizationId)) > 1) return;
  throw new AppError("conflict", { message: "An organization needs at least one Owner" });
}
