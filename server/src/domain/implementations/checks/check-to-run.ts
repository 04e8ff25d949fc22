import type { RunCheckKind } from "@cairn/contract/run-checks";

/** A command whose end says whether something holds. */
export interface CheckToRun {
  kind: RunCheckKind;
  /** Null for commands of the service. */
  criterionId: string | null;
  /** One line for `/bin/sh -c`. */
  command: string;
  expected: { exitCode: number; outputContains: string | null };
  /** A test of ours that is put over whatever lies at its path, relative to the service's folder; null where there is none. */
  file: { path: string; content: string } | null;
}

/** Before the change, or with it. */
export type CheckSide = "base" | "result";

export const sideNames: Record<CheckSide, string> = { base: "before the change", result: "with the change" };
