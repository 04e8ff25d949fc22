import type { CardSide } from "#web/features/services/architecture/model/line-sides.ts";

/** As large as the one that React Flow draws, in widths of the line. */
const [arrowLength, arrowBreadth] = [4, 3.2];

/** A filled arrow whose tip touches that side of a card. */
export function arrowAt({ x, y }: { x: number; y: number }, side: CardSide, width: number): string {
  const [far, wide] = [arrowLength * width, arrowBreadth * width];
  const isAcross = side === "left" || side === "right";
  const back = side === "left" || side === "top" ? -far : far;
  const base = isAcross ? `l${back} ${-wide} v${2 * wide}` : `l${-wide} ${back} h${2 * wide}`;
  return `M${x} ${y} ${base}z`;
}
