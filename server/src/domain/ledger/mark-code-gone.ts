import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { markAllFactRows } from "./facts.store.ts";
import { markAllChanged, type CodeKey } from "./ledger.store.ts";

/** Notes, within `db`, that a repository or external context is gone: nothing that sections say of it can be checked. */
export async function markCodeGone(ctx: Pick<Ctx, "now">, db: Db, key: CodeKey): Promise<void> {
  await markAllChanged(db, key, ctx.now());
  await markAllFactRows(db, key, ctx.now());
}
