import {
  maxOverviewRows,
  riskLevels,
  riskNames,
  type ChangeOverview,
  type Risk,
} from "@cairn/contract/change-overview";

import { compareFacts } from "./compare-facts.ts";
import { countAuthors } from "./count-authors.ts";
import { findDependencyRisks } from "./dependency-risks.ts";
import { findDiffRisks, type DiffedChange } from "./diff-risks.ts";
import type { ComparedCode } from "./overview-row.ts";
import { readLicences, type Licences } from "./read-licences.ts";
import { findFactRisks, sayFacts } from "./say-facts.ts";
import { saySymbols, sayTests } from "./say-symbols.ts";

/** What is known of a change, whoever asks. */
export type ComparedChange = Omit<ChangeOverview, "head" | "state" | "note" | "coverage">;

/** What the lines of a change tell, as long as nobody compared the code of both sides. */
export function describeLines(change: DiffedChange): ComparedChange {
  return { changes: [], risks: sortRisks(findDiffRisks(change)), usualAuthors: [], formerCommits: 0 };
}

/** What a change does, and what to look at twice, by the code of both sides. `directory`: of the repository. */
export async function workOutOverview(
  code: ComparedCode,
  git: { directory: string; signal: AbortSignal },
): Promise<ComparedChange> {
  const facts = await compareFacts(code);
  const licences = new Map<string, Licences>();
  for (const { path, status } of code.files) {
    if (status === "deleted" || !code.after.facts(path)?.manifest) continue;
    licences.set(path, await readLicences(code.after, { ...git, manifest: path }));
  }
  const risks = [
    ...findFactRisks(facts),
    ...findDependencyRisks(code, (manifest) => licences.get(manifest) ?? new Map()),
    ...findDiffRisks(code),
  ];
  return {
    changes: [...sayFacts(facts), ...saySymbols(code), ...sayTests(code)].slice(0, maxOverviewRows),
    risks: sortRisks(risks),
    ...countAuthors(code.before, code.files),
  };
}

const kinds = Object.keys(riskNames);

/** The worst first; of the same level in the order of their kinds. */
export function sortRisks(risks: readonly Risk[]): Risk[] {
  const rank = ({ level, kind }: Risk) => riskLevels.indexOf(level) * kinds.length + kinds.indexOf(kind);
  return risks.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxOverviewRows);
}
