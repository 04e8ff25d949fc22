import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";

import type { StandingNode } from "./flow-elements.ts";

/** The node on whose box a line is dropped, anywhere on it or on a module in it; null where none takes it. */
export function findDropTarget(standing: readonly StandingNode[], { x, y }: CanvasPoint): string | null {
  const boxes = standing.filter(
    ({ place, width, height }) => x >= place.x && x <= place.x + width && y >= place.y && y <= place.y + height,
  );
  // What was drawn later lies above.
  const box = boxes.findLast(({ node }) => node !== null) ?? null;
  const isTaking = box?.node && box.node.proposal === undefined && box.node.state !== "leaving";
  return isTaking ? box.nodeId : null;
}
