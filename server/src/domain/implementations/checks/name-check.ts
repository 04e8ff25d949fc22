import { commandKindNames } from "@cairn/contract/service-commands";

import type { CheckToRun } from "./check-to-run.ts";
import type { ProofRun } from "./proof-run.ts";

const maxLength = 80;

/** What people read of a check: "Test", or the criterion in quotes. */
export function nameCheck({ work }: Pick<ProofRun, "work">, { kind, criterionId }: CheckToRun): string {
  if (kind !== "criterion") return commandKindNames[kind];
  const { text = "" } = work.row.brief.acceptanceCriteria.find(({ id }) => id === criterionId) ?? {};
  return `“${text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text}”`;
}
