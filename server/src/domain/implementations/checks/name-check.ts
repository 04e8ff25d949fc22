import { runCheckKindNames } from "@cairn/contract/run-checks";

import type { CheckToRun } from "./check-to-run.ts";
import type { ProofRun } from "./proof-run.ts";

const maxLength = 80;

/** What people read of a check: "Test", "Rule “npm run licences”", or the criterion in quotes. */
export function nameCheck({ work }: Pick<ProofRun, "work">, { kind, criterionId, command }: CheckToRun): string {
  if (kind === "rule") return `${runCheckKindNames.rule} “${shorten(command)}”`;
  if (kind !== "criterion") return runCheckKindNames[kind];
  const { text = "" } = work.row.brief.acceptanceCriteria.find(({ id }) => id === criterionId) ?? {};
  return `“${shorten(text)}”`;
}

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
