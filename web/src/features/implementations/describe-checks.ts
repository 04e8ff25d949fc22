import type { Implementation } from "@cairn/contract/implementations";
import { runCheckKindNames, type ProofState, type RunCheck } from "@cairn/contract/run-checks";

import type { StateKind } from "#web/ui/feedback/state-icon.tsx";

/** How it shows what checking a change came to. */
export const proofKinds: Record<ProofState, StateKind> = { green: "done", red: "failed", none: "attention" };

/** "2 of 3 checked criteria are proven: red before the change, green with it". Others are judged by people. */
export function sayEnough({ proven, total }: NonNullable<Implementation["proof"]>["criteria"]): string {
  if (proven === 0)
    return total === 1 ? "The checked criterion is not proven" : `None of the ${total} checked criteria is proven`;
  const which =
    total === 1 ? "The checked criterion is" : `${proven} of ${total} checked criteria ${proven === 1 ? "is" : "are"}`;
  return `${which} proven: red before the change, green with it`;
}

const sides = { base: "before the change", result: "with the change" } as const;

/** "Test, with the change, run 2" */
export function saySide({ kind, side, repetition }: RunCheck): string {
  const name = runCheckKindNames[kind];
  // To see whether it can.
  if (repetition < 0) return `${name}, with the change spoilt on purpose`;
  if (repetition === 0) return `${name}, made to fail on purpose`;
  return `${name}, ${sides[side]}${repetition === 1 ? "" : `, run ${repetition}`}`;
}

/** "1.2 s"; what was not run took none. */
export function sayDuration({ durationMs, outcome, isReused }: RunCheck): string {
  if (isReused) return "known from an earlier run";
  if (outcome === "not-run") return "";
  const seconds = durationMs / 1_000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
