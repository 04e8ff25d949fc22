import { isDrawnNode, maxDrawnNodes, type saveDrawnNode as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { selectStated } from "./architecture.store.ts";
import { writeNodes } from "./write-nodes.ts";

/** Draws a store, a queue or an outside service, or changes one; the last writer wins, and it stays where it stands. */
export async function saveDrawnNode(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  const { nodeId, kind, name, technology } = input;
  const drawn = (await selectStated(ctx.db, project)).nodes.filter((row) => isDrawnNode(row.nodeId));
  if (drawn.length >= maxDrawnNodes && !drawn.some((row) => row.nodeId === nodeId)) throw tooMany();
  const node = { nodeId, kind, name, technology, serviceId: null, type: null, position: null, evidence: [] };
  await writeNodes(ctx, ctx.db, project, [{ node }]);
}

function tooMany(): AppError {
  const message = `At most ${maxDrawnNodes} stores, queues and outside services can be drawn in a product.`;
  return new AppError("unprocessable", { message });
}
