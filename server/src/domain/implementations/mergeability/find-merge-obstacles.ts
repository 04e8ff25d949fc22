import { AppError } from "@cairn/contract/errors";
import { phaseNames, type ImplementationStep, type MergeObstacle } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { describeGrant, isPushable, nameTarget } from "#server/domain/implementations/publishing/push-target.ts";
import type { FindConnections } from "#server/domain/implementations/rule-checks/check-commits.ts";
import { findBrokenRules } from "#server/domain/implementations/rule-checks/find-broken-rules.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { RequiredRule } from "#server/domain/rules/list-required-rules.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { isHeldBy } from "./ask-history.ts";
import { countDropped } from "./count-dropped.ts";
import { sayPull } from "./say-pull.ts";
import { tryMerge } from "./try-merge.ts";

/** Names of files that are said in one sentence. */
const namedFiles = 3;

interface MergeQuestion {
  /** The step that is under way. */
  openStep: ImplementationStep | null;
  /** Of its project at least. */
  requiredRules: readonly RequiredRule[];
  /** Null in a list, which has no time for it. */
  findConnections: FindConnections | null;
}

/**
 * Why this cannot be merged now, in words; empty when it can. What the implementation itself says comes first; only then
 * the repository is looked at.
 */
export async function findMergeObstacles(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal" | "log">,
  row: NamedImplementationRow,
  { openStep, requiredRules, findConnections }: MergeQuestion,
): Promise<MergeObstacle[]> {
  const own = findOwnObstacle(row, openStep);
  if (own !== null) return [own];
  const red: MergeObstacle[] =
    row.proof?.state === "red" ? [{ kind: "red-check", message: `A required check is red. ${row.proof.summary}` }] : [];
  const elsewhere = findObstacleElsewhere(row);
  if (elsewhere !== null) return [...red, (await isMergedThere(ctx, row)) ? sayMergedThere(row) : elsewhere];
  try {
    const [code, rules] = await Promise.all([
      findObstaclesOfCode(ctx, row),
      findBrokenRules(ctx, row, { required: requiredRules, findConnections }),
    ]);
    // What is known comes before what is not.
    const { pending = [], broken = [] } = Object.groupBy(rules, ({ kind }) =>
      kind === "rule-pending" ? "pending" : "broken",
    );
    return [...red, ...broken, ...code, ...pending];
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ error, implementationId: row.implementationId }, "whether this merges could not be found out");
    const why = error instanceof AppError ? ` ${error.message}` : "";
    return [...red, { kind: "branch", message: `The repository cannot be read at the moment.${why}` }];
  }
}

/** Where this server cannot merge: repositories whose host lets it write are merged as its own are. */
function findObstacleElsewhere({ repository, isPublished }: NamedImplementationRow): MergeObstacle | null {
  const { connection, slug, canPush } = repository;
  if (connection.type === "internal") return null;
  if (!isPushable(connection)) {
    const message = `“${slug}” is read from a folder of this server's machine; changes are merged there.`;
    return { kind: "hosted-elsewhere", message };
  }
  // Whether GitHub lets this server write is asked when it is pushed: an account's owner may allow it any moment.
  if (isPublished && (canPush || connection.type === "github")) return null;
  const { host } = nameTarget(connection);
  const message = canPush
    ? `The change has no branch at ${host} yet. Push it there first.`
    : `${describeGrant(connection)} Until then changes are merged there.`;
  return { kind: "hosted-elsewhere", message };
}

/** Whether the base branch holds the change by now, as this server has fetched it. */
async function isMergedThere(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  { headOid: oid, baseBranch, repository }: NamedImplementationRow,
): Promise<boolean> {
  const directory = codeDirectory(ctx, repository);
  const { signal } = ctx;
  // What cannot be read is said where the code is shown.
  const tip = await resolveCommit(directory, baseBranch, { signal }).catch(() => null);
  if (tip === null || oid === null) return false;
  return await unlessAborted(isHeldBy(directory, { head: oid, tip }), signal).catch(() => false);
}

function sayMergedThere({ baseBranch, repository }: NamedImplementationRow): MergeObstacle {
  const message = `“${baseBranch}” of “${repository.slug}” holds this change by now: it was merged where it is hosted. Move its task to Done.`;
  return { kind: "hosted-elsewhere", message };
}

/** What stands in the way whatever the code is. */
function findOwnObstacle(row: NamedImplementationRow, openStep: ImplementationStep | null): MergeObstacle | null {
  if (row.state === "merged") return { kind: "decided", message: "This implementation is merged already" };
  if (row.state === "discarded") return { kind: "decided", message: "This implementation was discarded" };
  switch (row.runState) {
    case "waiting":
      return { kind: "running", message: "Nothing was pushed yet" };
    case "queued":
      return { kind: "running", message: "Still running: it waits in line" };
    case "running": {
      const phase = openStep === null ? phaseNames["task-implementation"] : phaseNames[openStep];
      return { kind: "running", message: `Still running: ${phase}` };
    }
    case "paused":
      return { kind: "running", message: "Paused: it waits for more tokens" };
    case "failed":
      return { kind: "unfinished", message: "This implementation failed" };
    case "stopped":
      return { kind: "unfinished", message: "This implementation was stopped" };
    case "completed":
      if (row.pull !== null && row.pull.state !== "closed") {
        return { kind: "pull-request", message: sayPull(row.pull) };
      }
      return row.headOid === null ? { kind: "unfinished", message: "There is no change to merge" } : null;
  }
}

async function findObstaclesOfCode(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  row: NamedImplementationRow,
): Promise<MergeObstacle[]> {
  const { headOid: head, baseBranch, workingBranch, isPublished } = row;
  const directory = codeDirectory(ctx, row.repository);
  const { signal } = ctx;
  const tip = await resolveCommit(directory, baseBranch, { signal });
  if (tip === null || head === null) {
    return [{ kind: "branch", message: `The repository has no branch “${baseBranch}” any more.` }];
  }
  if (isPublished) {
    const pushed = await resolveCommit(directory, workingBranch, { signal });
    if (pushed !== null && pushed !== head) {
      return [{ kind: "branch", message: `“${workingBranch}” has other commits by now, which nobody has checked.` }];
    }
  }
  const dropped = await countDropped(directory, { base: row.baseOid ?? tip, tip });
  if (dropped > 0) return [{ kind: "branch", message: sayDropped(baseBranch, dropped) }];
  const merged = await tryMerge(directory, { tip, head });
  switch (merged.kind) {
    case "clean":
      return [];
    case "unrelated":
      return [{ kind: "branch", message: `It has no commit in common with ${baseBranch} any more.` }];
    case "conflict":
      return [
        {
          kind: "conflict",
          message: sayConflicts(
            baseBranch,
            merged.files.map(({ path }) => path),
          ),
        },
      ];
  }
}

/** What somebody took out of the branch would come back with the change, and its diff does not show it. */
function sayDropped(baseBranch: string, dropped: number): string {
  const commits = dropped === 1 ? "a commit that this stands on is" : `${dropped} commits that this stands on are`;
  const them = dropped === 1 ? "it" : "them";
  return `“${baseBranch}” was rewritten: ${commits} gone from it, and merging would bring ${them} back. Put the change on top of “${baseBranch}” as it is now, by a revision that is pushed.`;
}

/** "Conflicts with main in a.ts, b.ts and 2 more files" */
function sayConflicts(baseBranch: string, paths: readonly string[]): string {
  const named = paths.slice(0, namedFiles).join(", ");
  const more = paths.length - namedFiles;
  const rest = more > 0 ? ` and ${more} more ${more === 1 ? "file" : "files"}` : "";
  return `Conflicts with ${baseBranch} in ${named}${rest}`;
}
