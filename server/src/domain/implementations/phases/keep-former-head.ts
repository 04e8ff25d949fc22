import type { Ctx } from "#server/ctx.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

import { runRef } from "./run-refs.ts";

/** Keeps what the branch stands at before a run replaces it: whoever moves it then knows what they replace. */
export async function keepFormerHead(ctx: Ctx, row: NamedImplementationRow): Promise<void> {
  if (row.headOid === null) return;
  const directory = codeDirectory(ctx, row.repository);
  const ref = runRef(row.implementationId, "former");
  const expected = await readRef(directory, ref, ctx);
  await moveRef(directory, { ref, oid: row.headOid, expected, signal: ctx.signal });
}
