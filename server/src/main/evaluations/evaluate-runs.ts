import type { CheckVerdict } from "@cairn/contract/run-checks";

import { evaluateAgents } from "./evaluate-agents.ts";
import { implementFix } from "./implement-fix.ts";
import { replayPastFixes, type PastFix } from "./past-fixes.ts";
import type { ScratchProduct } from "./scratch-product.ts";

/** What a run said of a change that was made once already. */
interface ReplayedFix {
  repository: string;
  commit: string;
  title: string;
  isRedBefore: boolean;
  isGreenAfter: boolean;
  verdict: CheckVerdict | "failed";
  reason: string;
  /** Times that the change was spoilt on purpose. */
  mutations: number;
  seconds: number;
  /** What came of a change that leaves the code as it was. */
  withheld: CheckVerdict | "failed";
}

interface RunsWanted {
  /** The file of cases. */
  directory: string;
  /** Who writes the changes anew, as `evaluateAgents` names them; null: they are applied as they were made. */
  engine: string | null;
  isJson: boolean;
  isVerbose: boolean;
}

/**
 * Replays past commits as tasks: each with the diff of its commit but for its test, which is the criterion, on the commit
 * before it; and once more with the diff withheld. RUN_REGISTRY_HOSTS and the other settings of runs are those of the environment.
 */
export async function evaluateRuns({ directory, engine, isJson, isVerbose }: RunsWanted): Promise<string> {
  if (engine !== null) return await evaluateAgents({ file: directory, engine, isJson });
  const replayed = await replayPastFixes(directory, async (product, fix) => {
    const one = await replayFix(product, fix);
    if (isVerbose) process.stderr.write(`${report(one)}\n`);
    return one;
  });
  if (isJson) return replayed.map((one) => JSON.stringify(one)).join("\n");
  return table(replayed).join("\n");
}

async function replayFix(product: ScratchProduct, fix: PastFix): Promise<ReplayedFix> {
  const implement = (diff: string) =>
    implementFix(product, fix, {
      description: `\`\`\`\`diff\n${diff}\n\`\`\`\`\n`,
      engine: { engine: "diff" },
      starter: product.ctx,
      equip: (ctx) => ctx,
    });
  const startedAt = performance.now();
  const { verdict, reason, runs, isRedBefore, isGreenAfter } = await implement(fix.patch);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const withheld = (await implement(nothing)).verdict;
  const { name: repository, commit, title } = fix;
  const mutations = runs.filter(({ repetition }) => repetition < 0).length;
  return { repository, commit, title, isRedBefore, isGreenAfter, verdict, reason, mutations, seconds, withheld };
}

/** A change that no test is about. */
const nothing = ["--- /dev/null", "+++ b/cairn-withheld.txt", "@@ -0,0 +1 @@", "+The fix is withheld.", ""].join("\n");

const isGreen = ({ withheld }: ReplayedFix) => withheld === "proven" || withheld === "weak";

function table(replayed: readonly ReplayedFix[]): string[] {
  const rows = [...Map.groupBy(replayed, ({ repository }) => repository), ["all", replayed] as const];
  return rows.map(([name, own]) => {
    const count = (is: (one: ReplayedFix) => boolean) => own.filter(is).length;
    const both = count(({ isRedBefore, isGreenAfter }) => isRedBefore && isGreenAfter);
    const proven = count(({ verdict }) => verdict === "proven");
    const weak = count(({ verdict }) => verdict === "weak");
    const spoilt = own.map(({ mutations }) => mutations).reduce((sum, times) => sum + times, 0);
    return `${name}: ${own.length} commits, ${both} red before and green after (${proven} proven, ${weak} weak), ${count(isGreen)} green with the diff withheld; spoilt on purpose ${spoilt} times`;
  });
}

function report({ repository, commit, title, verdict, reason, seconds, withheld, ...sides }: ReplayedFix): string {
  const said = `${sides.isRedBefore ? "red" : "NOT RED"} before, ${sides.isGreenAfter ? "green" : "NOT GREEN"} after`;
  return `${repository} ${commit.slice(0, 9)} ${title}\n  ${said}, ${verdict}, withheld: ${withheld}, ${seconds} s. ${reason}`;
}
