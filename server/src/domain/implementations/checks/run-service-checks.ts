import { commandKinds } from "@cairn/contract/service-commands";

import type { CheckToRun } from "./check-to-run.ts";
import { judgeCommand } from "./judge-command.ts";
import type { CheckResults, ProofRun } from "./proof-run.ts";
import { runInCopy } from "./run-in-copy.ts";

const plainEnd = { exitCode: 0, outputContains: null };

/** The commands of the service as checks, in the order in which they run. */
export function listServiceChecks({ commands }: Pick<ProofRun, "commands">): CheckToRun[] {
  return commandKinds.flatMap((kind) => {
    const command = commands[kind];
    return command === null ? [] : [{ kind, criterionId: null, command, expected: plainEnd, file: null }];
  });
}

/** The commands of rules as checks, each once. */
export function listRuleChecks({ ruleCommands }: Pick<ProofRun, "ruleCommands">): CheckToRun[] {
  const common = { kind: "rule", criterionId: null, expected: plainEnd, file: null } as const;
  return [...new Set(ruleCommands)].map((command) => ({ ...common, command }));
}

/** What must have happened in a work copy before something else is run there. */
export function listPreparations(run: Pick<ProofRun, "commands">): CheckToRun[] {
  return listServiceChecks(run).filter(({ kind }) => kind === "install" || kind === "build");
}

const mostRepetitions = 3;

/**
 * Runs the commands of the service, and of rules, before the change and with it. What seems broken by the change is run again on both
 * sides, until it is clear whether it always is.
 */
export async function runServiceChecks(run: ProofRun): Promise<CheckResults> {
  const checks = [...listServiceChecks(run), ...listRuleChecks(run)];
  await runInCopy(run, { side: "base", repetition: 1, checks, before: [] });
  let results = await runInCopy(run, { side: "result", repetition: 1, checks, before: [] });
  for (let repetition = 2; repetition <= mostRepetitions; repetition += 1) {
    const doubted = checks.filter((check) => judgeCommand(check, results).isDoubtful);
    if (doubted.length === 0) break;
    for (const side of ["result", "base"] as const) {
      for (const check of doubted) results = await runAgain(run, { check, side, repetition });
    }
  }
  return results;
}

async function runAgain(
  run: ProofRun,
  { check, side, repetition }: { check: CheckToRun; side: "base" | "result"; repetition: number },
): Promise<CheckResults> {
  const all = listPreparations(run);
  const at = all.findIndex(({ kind }) => kind === check.kind);
  const before = at === -1 ? all : all.slice(0, at);
  return await runInCopy(run, { side, repetition, checks: [check], before });
}
