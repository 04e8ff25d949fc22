import { displayName } from "@cairn/contract/auth";
import {
  implementationSchema,
  pullRequestSchema,
  runBudgetSchema,
  runOutcomes,
  type Implementation,
  type ImplementationEvent,
  type PullRequest,
  type RunOutcome,
} from "@cairn/contract/implementations";
import { proofSummarySchema } from "@cairn/contract/run-checks";

import type { Ctx } from "#server/ctx.ts";
import { findChangeConnections } from "#server/domain/implementations/connections/find-change-connections.ts";
import { findMergeObstacles } from "#server/domain/implementations/mergeability/find-merge-obstacles.ts";
import { findCommitObstacle } from "#server/domain/implementations/publishing/find-commit-obstacle.ts";
import { sayHost } from "#server/domain/implementations/publishing/say-host.ts";
import { countComments } from "#server/domain/implementations/store/comments.store.ts";
import { isDiscard } from "#server/domain/implementations/store/discards.store.ts";
import {
  listStepRows,
  type NamedImplementationRow,
  type RunStepRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { findPositions } from "#server/domain/implementations/store/line.store.ts";
import { sumRunCalls } from "#server/domain/implementations/store/run-calls.store.ts";
import { listRequiredRules } from "#server/domain/rules/list-required-rules.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { nameAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { toEntity } from "#server/to-entity.ts";

import { describeQueuedMerges } from "./describe-queued-merges.ts";

/** Implementations of one organization as the contract shows them, in the order of the rows. */
export async function describeImplementations(
  ctx: Ctx,
  rows: readonly NamedImplementationRow[],
): Promise<Implementation[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ implementationId }) => implementationId);
  const steps = Map.groupBy(await listStepRows(ctx.db, first.organizationId, ids), (step) => step.implementationId);
  const comments = await countComments(ctx.db, first.organizationId, ids);
  const waiting = rows.filter((row) => row.runState === "queued").map((row) => row.implementationId);
  const positions = await findPositions(ctx.wholeDb, waiting);
  const queuedMerges = await describeQueuedMerges(ctx.db, rows);
  const sumsOf = await sumRunCalls(ctx.db, first.organizationId, ids);
  const projectIds = [...new Set(rows.map(({ projectId }) => projectId))];
  const requiredRules = await listRequiredRules(ctx.db, first.organizationId, projectIds);
  return await Promise.all(
    rows.map(async (row) => {
      const own = steps.get(row.implementationId) ?? [];
      const openStep =
        own.findLast(({ state, step }) => state === null && step !== "task-implementation")?.step ?? null;
      // Who looks at one alone decides upon it.
      const findConnections = rows.length === 1 ? () => findChangeConnections(ctx, row) : null;
      const mergeObstacles = await findMergeObstacles(ctx, row, { openStep, requiredRules, findConnections });
      return toEntity(implementationSchema, {
        ...row,
        ...describeRun(row),
        agent: row.agent === null ? null : { slug: row.agent, name: nameAgent(row.agent) },
        waitsForPush: row.runState === "waiting",
        pushUntil: pushesUntil(row),
        commitObstacle: findCommitObstacle(row),
        budget: toEntity(runBudgetSchema, { ...sumsOf(row.implementationId), tokenLimit: row.tokenLimit }),
        position: positions.get(row.implementationId) ?? null,
        repository: {
          repositoryId: row.repository.repositoryId,
          slug: row.repository.slug,
          hostedAt: sayHost(row.repository),
        },
        base: row.baseOid,
        head: row.headOid,
        proof: row.proof === null ? null : toEntity(proofSummarySchema, row.proof),
        canMerge: mergeObstacles.length === 0,
        mergeObstacles,
        mergeQueue: queuedMerges.get(row.implementationId) ?? null,
        pullRequest: describePull(row),
        merge: describeMerge(row),
        comments: comments.get(row.implementationId) ?? { total: 0, open: 0 },
        events: own.map((step) => toEvent(step, row)),
        task: {
          taskId: row.task.taskId,
          name: nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId }),
          title: row.task.title,
          state: row.task.state,
        },
        logSequence: row.lastOperation,
      });
    }),
  );
}

function describeRun({ runState }: NamedImplementationRow): { running: boolean; outcome: RunOutcome | null } {
  const outcome = runOutcomes.find((one) => one === runState) ?? null;
  return { running: outcome === null, outcome };
}

/** One that was decided upon takes none, whatever its key says; to branches that lie elsewhere, people push there. */
function pushesUntil({ state, pushUntil, repository }: NamedImplementationRow): string | null {
  if (state !== "created" || repository.connection.type !== "internal") return null;
  return pushUntil?.toISOString() ?? null;
}

function describeMerge({ mergedOid, mergedAt, merger }: NamedImplementationRow): Implementation["merge"] {
  return mergedOid === null || mergedAt === null
    ? null
    : { commit: mergedOid, mergedAt: mergedAt.toISOString(), mergedBy: merger };
}

/** What was said of another change says nothing of this one. */
function describePull({ state, pull, headOid }: NamedImplementationRow): PullRequest | null {
  if (state !== "created" || pull === null || pull.headOid !== headOid) return null;
  const hasOtherCommits = pull.hostedOid !== null && pull.hostedOid !== pull.headOid;
  return toEntity(pullRequestSchema, { ...pull, hasOtherCommits });
}

/** Names of people are read anew, as they go with their accounts. */
function sayStep(step: RunStepRow, { discarder }: NamedImplementationRow): string | null {
  if (!isDiscard(step)) return step.summary;
  return `Discarded by ${discarder === null ? "somebody who left" : displayName(discarder)}. ${step.summary ?? ""}`;
}

function toEvent(step: RunStepRow, row: NamedImplementationRow): ImplementationEvent {
  return {
    type: step.step,
    state: step.state,
    startedAt: step.startedAt.toISOString(),
    completedAt: step.completedAt?.toISOString() ?? null,
    summary: sayStep(step, row),
  };
}
