import type { Architecture } from "@cairn/contract/architecture";
import { useEffect, useRef } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { useMoveNodes } from "./architecture.api.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import type { DraftChange } from "./model/draft.ts";
import type { CanvasPoint } from "./model/layout.ts";
import { listOwnMoves, listTheirMoves, moveKey } from "./model/place-changes.ts";

interface SharedPlaces {
  project: ProjectKey;
  architecture: Architecture | undefined;
  nodes: readonly CanvasNode[];
  moved: Readonly<Record<string, CanvasPoint>>;
  change: (change: DraftChange) => void;
}

/** Arrow keys move a node step by step; the server hears of where they end. */
const sendDebounceMs = 250;

/** Where people put nodes, by the server's names. */
export function listKeptPlaces(architecture: Architecture | undefined): Record<string, CanvasPoint> {
  const positions = (architecture?.nodes ?? []).flatMap(({ nodeId, position }) =>
    position ? [[nodeId, position] as const] : [],
  );
  return Object.fromEntries(positions);
}

/** Keeps where nodes stand, and follows where others put them. */
export function useSharedPlaces({ project, architecture, nodes, moved, change }: SharedPlaces): void {
  const { mutate } = useMoveNodes(project);
  /** Where the server had nodes when it was last asked, by its own names; and where it has them by what was sent. */
  const loaded = useRef<Record<string, CanvasPoint>>({});
  const kept = useRef<Record<string, CanvasPoint>>({});
  const sent = useRef(new Set<string>());

  useEffect(() => {
    const now = listKeptPlaces(architecture);
    const theirs = listTheirMoves({ before: loaded.current, now, nodes, ownMoves: sent.current });
    loaded.current = now;
    Object.assign(kept.current, theirs.byGraphId);
    if (Object.keys(theirs.byNodeId).length > 0) change({ kind: "placed", places: theirs.byNodeId });
    // oxlint-disable-next-line react/exhaustive-deps -- only what the server says is news
  }, [architecture]);

  useEffect(() => {
    if (!architecture) return undefined;
    const timer = setTimeout(() => {
      const own = listOwnMoves({ kept: kept.current, moved, nodes });
      if (own.length === 0) return;
      for (const { nodeId, position } of own) {
        kept.current[nodeId] = position;
        sent.current.add(moveKey(nodeId, position));
      }
      mutate(own);
    }, sendDebounceMs);
    return () => clearTimeout(timer);
  }, [architecture, moved, nodes, mutate]);
}
