import { createHash } from "node:crypto";

import type { CheckSide, CheckToRun } from "./check-to-run.ts";
import type { ProofRun } from "./proof-run.ts";

/**
 * Stands for everything that the outcome of a check depends on, but for the machine: who finds an outcome of the same key
 * in the same repository knows what would come of it.
 */
export function keyOfCheck(
  { commands, commits }: Pick<ProofRun, "commands" | "commits">,
  { check, side, repetition }: { check: CheckToRun; side: CheckSide; repetition: number },
): string {
  const { kind, criterionId, command, expected, file } = check;
  const { folder, install, build } = commands;
  const parts = [
    1,
    commits[side],
    folder,
    install,
    build,
    kind,
    criterionId,
    command,
    expected,
    file,
    side,
    repetition,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
