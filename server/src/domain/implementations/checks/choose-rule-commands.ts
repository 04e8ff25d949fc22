import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { checkChange } from "#server/domain/implementations/rule-checks/check-change.ts";
import { holdsFor } from "#server/domain/implementations/rule-checks/check-commits.ts";
import { listCommandRules } from "#server/domain/rules/list-command-rules.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";

/** Commands of the rules that a change has to keep to, oldest rule first. `isRequiredAlone`: of rules that forbid a merge. */
export async function chooseRuleCommands(
  { ctx, row, directory }: Pick<PhaseWork, "ctx" | "row" | "directory">,
  { isRequiredAlone = false }: { isRequiredAlone?: boolean } = {},
): Promise<string[]> {
  const { baseOid: base, headOid: head } = row;
  const all = await listCommandRules(ctx.db, row);
  const rules = all.filter((rule) => holdsFor(rule, row) && (rule.isRequired || !isRequiredAlone));
  if (rules.length === 0 || base === null || head === null) return [];
  const diff = await diffCommits(directory, { base, head, contextLines: 0, maxLines: 0, signal: ctx.signal });
  const change = { files: diff.files, isWhole: !diff.isTruncated };
  const applied = rules.filter(({ check }) => checkChange(check, change).verdict !== "not-applied");
  return [...new Set(applied.map(({ check }) => check.command))];
}
