import { createHash } from "node:crypto";

import type { CheckedRule, RuleCheck } from "@cairn/contract/rule-checks";
import { LRUCache } from "lru-cache";

import type { Ctx } from "#server/ctx.ts";
import type { ChangeConnections } from "#server/domain/implementations/connections/find-change-connections.ts";
import { readChange, stoppedTtlMs } from "#server/domain/implementations/flags/read-change.ts";
import type {
  ImplementationRow,
  NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";
import { createSemaphore } from "#server/platform/limits/semaphore.ts";

import { checkChange } from "./check-change.ts";
import { linesBeside } from "./find-lacking.ts";
import { judgeConnections } from "./judge-connections.ts";
import { judgeRuleCommand } from "./judge-rule-command.ts";

interface CheckedCommits {
  directory: string;
  base: string;
  head: string;
  checks: readonly RuleCheck[];
}

/** Each diff is a program of its own, and a list may ask for one of each open change. */
const programs = createSemaphore({ atOnce: 4, longestMs: 60_000 });

/** Of all repositories together; two commits and the same checks always come to the same. */
const checked = new LRUCache<string, readonly CheckedRule[], CheckedCommits>({
  max: 2_000,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context, options }) => await checkDiff(context, options),
});

/** Looks for the connections that a change brings. */
export type FindConnections = () => Promise<ChangeConnections>;

/**
 * What each check says of an implementation, in their order; of one without a change, null. Commands are not run here: their
 * run did. `findConnections` takes a while, and is asked where a check needs it.
 */
export async function checkCommits(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  row: NamedImplementationRow,
  { checks, findConnections }: { checks: readonly RuleCheck[]; findConnections: FindConnections | null },
): Promise<readonly CheckedRule[] | null> {
  const { baseOid: base, headOid: head } = row;
  if (base === null || head === null) return null;
  const directory = codeDirectory(ctx, row.repository);
  const hash = createHash("sha256").update(JSON.stringify(checks)).digest("base64");
  const context = { directory, base, head, checks };
  const read = await unlessAborted(checked.forceFetch(`${directory} ${base} ${head} ${hash}`, { context }), ctx.signal);
  const needsConnections = read.some(
    (one, at) => isLeft(one, checks[at]) && checks[at]?.kind === "forbidden-connection",
  );
  const connections = needsConnections ? ((await findConnections?.()) ?? null) : null;
  return read.map((one, at) => {
    const check = checks[at];
    if (check === undefined || !isLeft(one, check)) return one;
    if (check.kind === "command") return judgeRuleCommand(check.command, row.proof?.verdicts ?? null);
    return check.kind === "forbidden-connection" ? judgeConnections(check, connections) : one;
  });
}

/**
 * The lines of the change break nothing, and the check is about it. Connections are compared, and commands were run, whether all
 * lines were read or not.
 */
const isLeft = ({ verdict }: CheckedRule, check: RuleCheck | undefined) =>
  verdict === "passed" ||
  (verdict === "unknown" && (check?.kind === "forbidden-connection" || check?.kind === "command"));

async function checkDiff(
  { directory, base, head, checks }: CheckedCommits,
  options: { ttl?: number },
): Promise<CheckedRule[]> {
  const leave = await programs.acquire();
  try {
    const diff = await readChange({ directory, base, head }, { contextLines: linesBeside });
    if (diff.isStopped === true) options.ttl = stoppedTtlMs;
    return checks.map((check) => checkChange(check, { files: diff.files, isWhole: !diff.isTruncated }));
  } finally {
    leave();
  }
}

/** Whether a rule holds for an implementation: one of a service holds for this service alone. */
export function holdsFor(rule: { serviceId: string | null }, row: Pick<ImplementationRow, "serviceId">): boolean {
  return rule.serviceId === null || rule.serviceId === row.serviceId;
}
