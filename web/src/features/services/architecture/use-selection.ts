import { useState } from "react";

import { findAskField, findNode, findPanelStart, findTemplate, focusWhenDrawn } from "./parts/focus-when-drawn.ts";

/** A node, a module or a connection that comes into the window; another object each time it is to come. */
export interface Brought {
  id: string;
}

export interface NodeSelection {
  selectedId: string | null;
  /**
   * What was chosen away from the canvas, which brings it into its window, each time anew; null for what was chosen there.
   */
  brought: Brought | null;
  /** The templates are open over a narrow window. */
  isAdding: boolean;
  /** Beside the canvas changes are asked for, wherever nothing is selected. */
  isAsking: boolean;
  /** What is asked for is a text of another tool. */
  isImporting: boolean;
  /** The selected node tells what is missing, also in fields that nobody was in. */
  isStrict: boolean;
  select: (nodeId: string | null) => void;
  /** Goes on to its first field. */
  open: (nodeId: string) => void;
  openStrictly: (nodeId: string) => void;
  /** Back to the node, which is no longer selected. */
  close: () => void;
  startAdding: () => void;
  startAsking: () => void;
  startImporting: () => void;
}

/** Which node or connection is selected, and where the focus goes with it. */
export function useSelection(): NodeSelection {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [brought, setBrought] = useState<Brought | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const [isStrict, setIsStrict] = useState(false);
  const set = (nodeId: string | null, strict = false) => {
    setSelectedId(nodeId);
    setBrought(null);
    setIsStrict(strict);
    setIsAdding(false);
  };
  const ask = (importing: boolean) => {
    set(null);
    setIsAsking(true);
    setIsImporting(importing);
    focusWhenDrawn(findAskField);
  };
  return {
    selectedId,
    brought,
    isAdding,
    isAsking,
    isImporting,
    isStrict,
    select: (nodeId) => set(nodeId),
    open: (nodeId) => {
      set(nodeId);
      setBrought({ id: nodeId });
      focusWhenDrawn(findPanelStart);
    },
    openStrictly: (nodeId) => set(nodeId, true),
    close: () => {
      const nodeId = selectedId;
      set(null);
      if (nodeId === null) setIsAsking(false);
      else focusWhenDrawn(() => findNode(nodeId));
    },
    startAsking: () => ask(false),
    startImporting: () => ask(true),
    startAdding: () => {
      set(null);
      setIsAsking(false);
      setIsAdding(true);
      focusWhenDrawn(findTemplate);
    },
  };
}
