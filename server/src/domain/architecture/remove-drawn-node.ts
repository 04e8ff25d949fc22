import type { removeDrawnNode as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { deleteNode } from "./architecture.store.ts";

/** Takes a drawn node away, with what was said of its connections; of one that is gone already nothing changes. */
export async function removeDrawnNode(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  await deleteNode(ctx.db, project, input.nodeId);
}
