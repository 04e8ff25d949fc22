import type { PagePosition } from "#web/features/pages/api/page-position.ts";

import { siblingPosition } from "./page-tree.ts";
import type { PageRow } from "./page-tree.ts";

/** One way to move a page, and what is said once it was. */
export interface PageMove {
  place: PagePosition;
  said: string;
}

/** The ways a row can be moved by its menu; null for those that would change nothing. */
export interface PageMoves {
  up: PageMove | null;
  down: PageMove | null;
  /** Below the page above it. */
  inward: PageMove | null;
  /** Out of the page it lies below, behind it. */
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
    up: up && { place: up, said: `moved up, ${index} of ${siblings.length}` },
    down: down && { place: down, said: `moved down, ${index + 2} of ${siblings.length}` },
    inward: previous
      ? {
          place: { artifactId, parentArtifactId: previous.artifactId, beforeArtifactId: null },
          said: `moved below ${previous.title}`,
        }
      : null,
    outward: parent
      ? {
          place: {
            artifactId,
            parentArtifactId: parent.parentArtifactId,
            beforeArtifactId: parent.siblings[parent.siblings.indexOf(parent.node) + 1]?.page.artifactId ?? null,
          },
          said: `moved out of ${parent.node.page.title}`,
        }
      : null,
    top:
      first && first.artifactId !== artifactId
        ? {
            place: { artifactId, parentArtifactId: null, beforeArtifactId: first.artifactId },
            said: "moved to the top",
          }
        : null,
  };
}

/** What Alt with an arrow key does; null where it does nothing. */
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
