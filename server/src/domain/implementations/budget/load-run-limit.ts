import type { Ctx } from "#server/ctx.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { loadUsualTokenLimit } from "#server/domain/implementations/store/usual-budget.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { serverTokenLimit } from "./get-usual-run-budget.ts";

/** What a new implementation of an organization begins with, in tokens; null where nothing limits a run. */
export async function loadNewLimit(ctx: Pick<Ctx, "settings">, tx: Db, organizationId: string): Promise<number | null> {
  return (await loadUsualTokenLimit(tx, organizationId)) ?? serverTokenLimit(ctx);
}

/** What another run may take: what the implementation has, or the usual where a branch was put in review without a limit. */
export async function loadRunLimit(
  ctx: Pick<Ctx, "settings">,
  tx: Db,
  { engine, tokenLimit, organizationId }: Pick<ImplementationRow, "engine" | "tokenLimit" | "organizationId">,
): Promise<number | null> {
  return engine === "own-machine" && tokenLimit === null ? await loadNewLimit(ctx, tx, organizationId) : tokenLimit;
}
