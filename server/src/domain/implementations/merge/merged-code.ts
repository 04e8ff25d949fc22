import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { MergeIntentRow, MergedRepository } from "#server/domain/implementations/store/merges.store.ts";

/** A merge that was written down, with what it is of. */
export interface MergedCode {
  row: ImplementationRow;
  repository: MergedRepository;
  intent: MergeIntentRow;
}
