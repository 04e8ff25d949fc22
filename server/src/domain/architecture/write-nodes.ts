import { isDrawnNode, type Architecture, type ArchitectureNode, type NodePosition } from "@cairn/contract/architecture";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { upsertNodes } from "./architecture.store.ts";

/** The node of that id; throws where the architecture has none. */
export function requireNode({ nodes }: Pick<Architecture, "nodes">, nodeId: string): ArchitectureNode {
  const found = nodes.find((node) => node.nodeId === nodeId);
  if (found === undefined) throw notFound("Node");
  return found;
}

/** Keeps rows of nodes, so that lines and places outlive the code that showed them. */
export async function writeNodes(
  ctx: Ctx,
  db: Db,
  { organizationId, projectId }: ProjectKey,
  nodes: readonly { node: ArchitectureNode; position?: NodePosition }[],
): Promise<void> {
  const updatedAt = ctx.now();
  const rows = nodes.map(({ node: { nodeId, kind, name, serviceId, technology }, position }) => ({
    organizationId,
    projectId,
    nodeId,
    kind,
    name,
    // What code says of it is read from the code.
    technology: isDrawnNode(nodeId) ? technology : null,
    serviceId,
    x: position?.x ?? null,
    y: position?.y ?? null,
    updatedAt,
  }));
  await upsertNodes(db, rows);
}
