import { AppError } from "@cairn/contract/errors";

import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

import type { PhaseWork } from "./run-phase.ts";
import { runRef } from "./run-refs.ts";

/** The commit that a change begins at: where its base branch stands now. */
export async function findBase({ row, directory, ctx }: PhaseWork): Promise<string> {
  const base = await resolveCommit(directory, row.baseBranch, { signal: ctx.signal });
  if (base !== null) return base;
  throw new AppError("conflict", { message: `The repository has no branch “${row.baseBranch}” any more.` });
}

/**
 * The commit that a change stands on, for whoever goes on with its files: on a newer one they would take back what came to
 * the branch since.
 */
export async function findOwnBase(work: PhaseWork): Promise<string> {
  return work.row.baseOid ?? (await findBase(work));
}

/** A run that goes on may begin at another commit than the one before it, so the ref is moved from wherever it is. */
export async function keepBase(work: PhaseWork, base: string): Promise<void> {
  await keepRef(work, "base", base);
}

/** The same for where the change stands. */
export async function keepRef({ ctx, row, directory }: PhaseWork, name: "base" | "head", oid: string): Promise<void> {
  const ref = runRef(row.implementationId, name);
  const expected = await readRef(directory, ref, ctx);
  if (await moveRef(directory, { ref, oid, expected, signal: ctx.signal })) return;
  throw new AppError("unavailable", { message: "Somebody else works on this implementation." });
}
