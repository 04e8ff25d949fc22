import { changedParts, type MetCall } from "@cairn/contract/change-overlaps";

import type { Ctx } from "#server/ctx.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";

import { digestChange, type ChangeDigest } from "./digest-change.ts";
import { findCallsBetween, type CallBetween } from "./find-calls-between.ts";
import { findSharedDeclarations } from "./find-shared-declarations.ts";

/** In what two changes meet beside lines. */
export interface ChangesMet {
  symbols: { path: string; name: string }[];
  calls: MetCall[];
}

type MetChange = Pick<ImplementationRow, "implementationId" | "baseOid" | "headOid">;

interface ChangePair {
  /** For how long it may take. */
  look: AbortSignal;
  /** Of the repository. */
  directory: string;
  /** Null where it was not read yet, and no call is followed. */
  main: IndexedRepository | null;
  one: MetChange;
  other: MetChange;
}

export const noneMet: ChangesMet = { symbols: [], calls: [] };

/** The code that calls are followed through; null for changes of another branch. */
export async function openMainCode(
  ctx: Ctx,
  {
    organizationId,
    repositoryId,
    baseBranch,
  }: Pick<ImplementationRow, "organizationId" | "repositoryId" | "baseBranch">,
): Promise<IndexedRepository | null> {
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  const main = repository && openMainBranch(ctx, repository);
  return main?.branch === baseBranch ? main : null;
}

/**
 * Declarations that both change, and calls that one writes of what the other changes. A change that cannot be read meets
 * none: this is a forecast, and everything else about it is to be seen all the same. Null where the time is over first.
 */
export async function meetChanges(ctx: Ctx, pair: ChangePair): Promise<ChangesMet | null> {
  try {
    return await meet(pair);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    if (pair.look.aborted) return null;
    ctx.log.warn({ error, implementationId: pair.other.implementationId }, "whether two changes meet is not known");
    return noneMet;
  }
}

async function meet({ look: signal, directory, main, one, other }: ChangePair): Promise<ChangesMet> {
  const own = await digestChange(directory, one, { signal });
  const theirs = await digestChange(directory, other, { signal });
  const symbols = findSharedDeclarations(own, theirs).map(sayName);
  if (main === null) return { symbols, calls: [] };
  return { symbols, calls: await meetByCalls(main, own, theirs) };
}

/** Calls that either writes of what the other changes, the most serious first. */
export async function meetByCalls(main: IndexedRepository, one: ChangeDigest, other: ChangeDigest): Promise<MetCall[]> {
  const here = await findCallsBetween(main, { caller: one, changed: other });
  const there = await findCallsBetween(main, { caller: other, changed: one });
  const calls = [...here.map((call) => toMet(call, true)), ...there.map((call) => toMet(call, false))];
  return calls.toSorted((a, b) => changedParts.indexOf(a.part) - changedParts.indexOf(b.part));
}

function toMet(call: CallBetween, isCalledHere: boolean): MetCall {
  return { ...sayName(call), part: call.part, isCalledHere, call: call.caller };
}

/** "Ledger.bookPayment", with its file. */
export function sayName({ path, parent, name }: { path: string; parent: string | null; name: string }) {
  return { path, name: parent === null ? name : `${parent}.${name}` };
}
