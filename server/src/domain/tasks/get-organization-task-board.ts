import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getOrganizationTaskBoard as endpoint } from "@cairn/contract/organization-tasks";
import { taskStates } from "@cairn/contract/task-states";
import { maxLaneCards } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { listProjectNames } from "#server/domain/projects/list-project-names.ts";

import { countLanes } from "./count-lanes.ts";
import { describeCards } from "./describe-tasks.ts";
import { listCardRows } from "./tasks.store.ts";

/** The lanes of all products of an organization, or of one. A role allows the same in each of its products. */
export async function getOrganizationTaskBoard(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "task.read");
  const { archived, assignee } = input;
  const products = await listProjectNames(ctx.db, organizationId);
  const shown = products.filter(({ projectId }) => (input.projectId ?? projectId) === projectId);
  if (input.projectId !== undefined && shown.length === 0) throw notFound("Product");
  const board = { organizationId, projectIds: shown.map(({ projectId }) => projectId), assignee };
  const states = taskStates.filter((state) => state !== "archived" || archived);
  const rows = Map.groupBy(
    await listCardRows(ctx.db, board, { states, laneLimit: maxLaneCards }),
    ({ projectId }) => projectId,
  );
  // Of each product in its order; what is next, and what waits for what, is a matter of one product.
  const cards = await Promise.all(
    shown.map(({ projectId }) => describeCards(ctx.db, { organizationId, projectId }, rows.get(projectId) ?? [])),
  );
  const byLane = cards.flat().toSorted((one, other) => taskStates.indexOf(one.state) - taskStates.indexOf(other.state));
  return { cards: byLane, totals: await countLanes(ctx.db, board), products };
}
