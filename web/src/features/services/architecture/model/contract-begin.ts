import type { Architecture, ArchitectureEdge } from "@cairn/contract/architecture";

import { isStartOrder } from "./canvas-edge.ts";

/**
 * The first thing that is said of a line begins the contract: everything else that the code has is drawn as undeclared then.
 * Undefined where nothing begins, or nothing else is there.
 */
export function explainFirst(
  architecture: Architecture | undefined,
  said: readonly Pick<ArchitectureEdge, "sourceId" | "targetId">[],
): string | undefined {
  if (architecture?.hasContract !== false || said.length === 0) return undefined;
  const others = architecture.edges.filter(
    (edge) =>
      edge.derived !== null &&
      !isStartOrder(edge) &&
      !said.some(({ sourceId, targetId }) => sourceId === edge.sourceId && targetId === edge.targetId),
  ).length;
  if (others === 0) return undefined;
  const which =
    others === 1 ? "The other connection of the code is" : `The ${others} other connections of the code are`;
  return `${which} undeclared from now on. “Allow what is there today” allows them.`;
}
