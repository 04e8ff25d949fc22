import { AppError } from "@cairn/contract/errors";

import { selectMergeIntent, type MergeIntentRow } from "#server/domain/implementations/store/merges.store.ts";
import { selectOpenPull } from "#server/domain/implementations/store/pull-requests.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { sayPull } from "./say-pull.ts";

/** Throws `conflict` while an implementation, which must be locked, is being merged. */
export async function requireNoMerge(
  tx: Db,
  key: Pick<MergeIntentRow, "organizationId" | "implementationId">,
): Promise<void> {
  if ((await selectMergeIntent(tx, key)) === null) return;
  const pull = await selectOpenPull(tx, key);
  const message =
    pull === null ? "It is being merged at the moment." : `${sayPull(pull)}. Close that to go on with it here.`;
  throw new AppError("conflict", { message });
}
