import type { CheckedRule } from "@cairn/contract/rule-checks";
import type { JudgedCheck } from "@cairn/contract/run-checks";

/** What the command of a rule said of a change that the rule is about. `verdicts`: of its run; null before there are any. */
export function judgeRuleCommand(command: string, verdicts: readonly JudgedCheck[] | null): CheckedRule {
  const ran = verdicts?.find(({ kind, title }) => kind === "rule" && title === command);
  if (ran === undefined) return notKnown("Its command has not been run for this change.");
  const { verdict, reason } = ran;
  if (verdict === "passed") return { verdict, broken: [], note: null };
  const isBroken = verdict === "broken" || verdict === "fewer-tests";
  if (!isBroken) return notKnown(reason);
  return { verdict: "broken", broken: [{ text: `\`${command}\`: ${reason}`, lines: null }], note: null };
}

function notKnown(note: string): CheckedRule {
  return { verdict: "unknown", broken: [], note };
}
