import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { MergeIntentRow, MergedRepository } from "#server/domain/implementations/store/merges.store.ts";

export type GithubConnection = Extract<MergedRepository["connection"], { type: "github" }>;

/** A merge that was written down, with what it is of. */
export interface MergedCode {
  row: ImplementationRow;
  repository: MergedRepository;
  intent: MergeIntentRow;
}

/**
 * "elsewhere": the base branch stands elsewhere by now, and the merge rests on what is past. "refused": whoever hosts it does
 * not take it, and will not by being asked again; `reason` is a sentence for the reviewer. "waiting": for a pull request.
 */
export type MovedBase = { kind: "moved" | "elsewhere" | "waiting" } | { kind: "refused"; reason: string };
