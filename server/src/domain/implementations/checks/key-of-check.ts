import { createHash } from "node:crypto";

import type { Mutation } from "#server/domain/implementations/mutations/choose-mutations.ts";

import type { CheckSide, CheckToRun } from "./check-to-run.ts";
import type { ProofRun } from "./proof-run.ts";

interface KeyedCheck {
  check: CheckToRun;
  side: CheckSide;
  repetition: number;
  /** What was spoilt in the commit's files. */
  mutation?: Pick<Mutation, "path" | "content">;
}

/**
 * Stands for everything that the outcome of a check depends on, but for the machine: who finds an outcome of the same key
 * in the same repository knows what would come of it.
 */
export function keyOfCheck(
  { commands, commits }: Pick<ProofRun, "commands" | "commits">,
  { check, side, repetition, mutation }: KeyedCheck,
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
    ...(mutation === undefined ? [] : [mutation.path, mutation.content]),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
