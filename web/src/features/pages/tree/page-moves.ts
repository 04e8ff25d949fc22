import type { PagePosition } from "#web/features/pages/api/page-position.ts";

import { siblingPosition } from "./page-tree.ts";
import type { PageRow } from "./page-tree.ts";

/** One way to move a page, and its announcement for screen readers. */
export interface PageMove {
  position: PagePosition;
  announcement: string;
}

/** The moves that the menu of a row offers; null for those that would change nothing. */
export interface PageMoves {
  up: PageMove | null;
  down: PageMove | null;
  /** Below the page above it. */
  inward: PageMove | null;
  /** Out of its parent, to the position after it. */
  outward: PageMove | null;
  /** To the very beginning. */
  top: PageMove | null;
}

export function listMoves(row: PageRow, rows: readonly PageRow[]): PageMoves {
  const { node, siblings, parentArtifactId } = row;
  const { artifactId } = node.page;
  const index = siblings.indexOf(node);
  const up = siblingPosition(row, -1);
  const down = siblingPosition(row, 1);
  const previous = siblings[index - 1]?.page;
  const parent = rows.find((one) => one.node.page.artifactId === parentArtifactId);
  const first = rows[0]?.node.page;
  return {
    up: up && { position: up, announcement: `moved up, ${index} of ${siblings.length}` },
    down: down && { position: down, announcement: `moved down, ${index + 2} of ${siblings.length}` },
    inward: previous
      ? {
          position: { artifactId, parentArtifactId: previous.artifactId, beforeArtifactId: null },
          announcement: `moved below ${previous.title}`,
        }
      : null,
    outward: parent
      ? {
          position: {
            artifactId,
            parentArtifactId: parent.parentArtifactId,
            beforeArtifactId: parent.siblings[parent.siblings.indexOf(parent.node) + 1]?.page.artifactId ?? null,
          },
          announcement: `moved out of ${parent.node.page.title}`,
        }
      : null,
    top:
      first && first.artifactId !== artifactId
        ? {
            position: { artifactId, parentArtifactId: null, beforeArtifactId: first.artifactId },
            announcement: "moved to the top",
          }
        : null,
  };
}

/** The move of Alt with an arrow key; null where it does nothing. */
export function moveByKey(row: PageRow, rows: readonly PageRow[], key: string): PageMove | null {
  const moves = listMoves(row, rows);
  switch (key) {
    case "ArrowUp":
      return moves.up;
    case "ArrowDown":
      return moves.down;
    case "ArrowRight":
      return moves.inward;
    case "ArrowLeft":
      return moves.outward;
    default:
      return null;
  }
}
