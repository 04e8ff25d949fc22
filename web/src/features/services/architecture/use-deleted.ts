import { drawnNodeUuid } from "@cairn/contract/architecture";
import { displayName } from "@cairn/contract/auth";
import { useEffect, useRef } from "react";

import { findWhoDeleted } from "#web/lib/live/who-deleted.ts";
import { showToast, toastManager } from "#web/lib/toasts/toast-manager.ts";

import type { CanvasContent } from "./model/canvas-content.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import type { DraftChange } from "./model/draft.ts";

interface DeletedGround {
  content: CanvasContent;
  nodes: readonly CanvasNode[];
  change: (change: DraftChange) => void;
  /** Takes a node that is only here away. */
  onDrop: (nodeId: string) => void;
}

/** A node that somebody else deleted while something of it was not saved here. */
export interface DeletedNode {
  nodeId: string;
  name: string;
  /** Who deleted it, as a sentence begins. */
  by: string;
  /** So many connections come back with it. */
  lineCount: number;
  /** Goes on with it: the next save makes it again. */
  keep: () => void;
  drop: () => void;
}

/** Tells at once that somebody deleted what is not saved here, and answers what can be done with each. */
export function useDeleted({ content, nodes, change, onDrop }: DeletedGround): readonly DeletedNode[] {
  const ids = new Set(content.deletedIds);
  const deleted = nodes
    .filter(({ nodeId, graphId }) => graphId === null && ids.has(nodeId))
    .map(({ nodeId, name }): DeletedNode => {
      const lines = content.lines.filter(
        ({ sourceId, targetId, stance }) => stance !== null && (sourceId === nodeId || targetId === nodeId),
      );
      return {
        nodeId,
        name,
        by: nameDeleter(content, nodeId),
        lineCount: lines.length,
        keep: () => change({ kind: "kept", nodeId }),
        drop: () => onDrop(nodeId),
      };
    });
  const told = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(deleted.map(({ nodeId }) => nodeId));
    for (const { nodeId, name, by, lineCount } of deleted) {
      if (told.current.has(nodeId)) continue;
      // As what went wrong it stays until somebody has seen it, or decided.
      const said = { title: `${by} deleted ${name}`, description: againText(lineCount) };
      showToast({ kind: "error", id: toastOf(nodeId), ...said });
    }
    for (const nodeId of told.current) if (!now.has(nodeId)) toastManager.close(toastOf(nodeId));
    told.current = now;
  });
  return deleted;
}

function nameDeleter({ nodes }: CanvasContent, nodeId: string): string {
  const deletedId = drawnNodeUuid(nodeId) ?? nodes.find((node) => node.nodeId === nodeId)?.deletedId;
  const by = deletedId ? findWhoDeleted(deletedId) : null;
  return by ? displayName(by) : "Somebody";
}

function toastOf(nodeId: string): string {
  return `deleted-${nodeId}`;
}

/** What the next save does with it. */
export function againText(lineCount: number): string {
  const lines =
    lineCount === 0 ? "" : lineCount === 1 ? ", with its connection" : `, with its ${lineCount} connections`;
  return `What you changed is not saved yet. Saving makes it again${lines}.`;
}
