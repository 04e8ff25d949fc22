import { planItemSchema, planSchema, type Plan, type PlanItem } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { toEntity } from "#server/to-entity.ts";

import { listItems, type WholeItem } from "./plan-items.store.ts";
import { planTitle } from "./plan-title.ts";
import type { NamedPlanRow } from "./plans.store.ts";

/** A plan as the contract shows it to this actor. */
export async function describePlan(ctx: Pick<Ctx, "actor">, db: Db, row: NamedPlanRow): Promise<Plan> {
  const items = (await listItems(db, row)).map((item) => describeItem(item, row.taskKey));
  return toEntity(planSchema, { ...row, title: planTitle(row.goal), origin: originOf(ctx, row), items });
}

/** Nobody but its owner hears of a chat. */
function originOf({ actor }: Pick<Ctx, "actor">, row: NamedPlanRow): Plan["origin"] {
  if (row.origin === "page") return { kind: "page", page: row.page };
  if (row.origin === null) return null;
  const isOwn = actor.kind === "user" && actor.userId === row.createdBy;
  return { kind: "chat", sessionId: isOwn ? row.sessionId : null };
}

function describeItem(item: WholeItem, taskKey: string | null): PlanItem {
  const locations = item.locations.map(({ repositoryId, path, startLine, endLine, symbol, why }) => {
    return { repositoryId, path, startLine, endLine, symbol, why };
  });
  return toEntity(planItemSchema, { ...item, locations, accepted: acceptedOf(item, taskKey) });
}

function acceptedOf(item: WholeItem, taskKey: string | null): PlanItem["accepted"] {
  const { taskId, projectTaskId, acceptedAt, task } = item;
  if (taskId === null || projectTaskId === null || acceptedAt === null) return null;
  return {
    taskId,
    name: nameTask({ taskKey, projectTaskId }),
    title: task?.title ?? item.title,
    state: task?.state ?? null,
    acceptedAt: acceptedAt.toISOString(),
  };
}
