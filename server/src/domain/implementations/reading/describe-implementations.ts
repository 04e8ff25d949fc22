import {
  implementationSchema,
  runBudgetSchema,
  runOutcomes,
  type Implementation,
  type ImplementationEvent,
  type RunOutcome,
} from "@cairn/contract/implementations";
import { proofSummarySchema } from "@cairn/contract/run-checks";

import type { Ctx } from "#server/ctx.ts";
import { countComments } from "#server/domain/implementations/store/comments.store.ts";
import {
  listStepRows,
  type NamedImplementationRow,
  type RunStepRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { findPositions } from "#server/domain/implementations/store/line.store.ts";
import { sumRunCalls } from "#server/domain/implementations/store/run-calls.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { nameAgent } from "#server/platform/agent-protocol/find-agent.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { toEntity } from "#server/to-entity.ts";

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
  const sumsOf = await sumRunCalls(ctx.db, first.organizationId, ids);
  return await Promise.all(
    rows.map(async (row) =>
      toEntity(implementationSchema, {
        ...row,
        ...describeRun(row),
        agent: row.agent === null ? null : { slug: row.agent, name: nameAgent(row.agent) },
        waitsForPush: row.runState === "waiting",
        pushUntil: pushesUntil(row),
        budget: toEntity(runBudgetSchema, { ...sumsOf(row.implementationId), tokenLimit: row.tokenLimit }),
        position: positions.get(row.implementationId) ?? null,
        repository: { repositoryId: row.repository.repositoryId, slug: row.repository.slug },
        base: row.baseOid,
        head: row.headOid,
        proof: row.proof === null ? null : toEntity(proofSummarySchema, row.proof),
        canMerge: await canMerge(ctx, row),
        comments: comments.get(row.implementationId) ?? { total: 0, open: 0 },
        events: (steps.get(row.implementationId) ?? []).map(toEvent),
        task: {
          taskId: row.task.taskId,
          name: nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId }),
          title: row.task.title,
          state: row.task.state,
        },
        logSequence: row.lastOperation,
      }),
    ),
  );
}

function describeRun({ runState }: NamedImplementationRow): { running: boolean; outcome: RunOutcome | null } {
  const outcome = runOutcomes.find((one) => one === runState) ?? null;
  return { running: outcome === null, outcome };
}

/** One that was decided upon takes none, whatever its key says. */
function pushesUntil({ state, pushUntil }: NamedImplementationRow): string | null {
  return state === "created" ? (pushUntil?.toISOString() ?? null) : null;
}

/** A base branch that moved may still take the change; nobody has tried, so it is not said. */
async function canMerge(ctx: Ctx, row: NamedImplementationRow): Promise<boolean> {
  if (row.state !== "created" || row.runState !== "completed" || row.headOid === null || row.proof?.state === "red")
    return false;
  const directory = codeDirectory(ctx, row.repository);
  const tip = await resolveCommit(directory, row.baseBranch, { signal: ctx.signal }).catch(() => null);
  return tip === row.baseOid;
}

function toEvent(step: RunStepRow): ImplementationEvent {
  return {
    type: step.step,
    state: step.state,
    startedAt: step.startedAt.toISOString(),
    completedAt: step.completedAt?.toISOString() ?? null,
    summary: step.summary,
  };
}
