import { useRef, useState } from "react";

import {
  findAddButton,
  findAskButton,
  findAskField,
  findConnection,
  findNode,
  findPanelStart,
  findTemplate,
  focusWhenDrawn,
} from "./parts/focus-when-drawn.ts";

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
  /** Back to where it was opened: the node or the row in a list; where that is gone, to the node named or the templates. */
  close: (nearId?: string) => void;
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
  /** The node in whose panel a connection was chosen. */
  const cameFrom = useRef<string | null>(null);
  const set = (nodeId: string | null, strict = false) => {
    cameFrom.current = null;
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
      const fromId = selectedId;
      set(nodeId);
      cameFrom.current = fromId;
      setBrought({ id: nodeId });
      focusWhenDrawn(findPanelStart);
    },
    openStrictly: (nodeId) => set(nodeId, true),
    close: (nearId) => {
      const ways = { id: selectedId, fromId: cameFrom.current, nearId: nearId ?? null };
      set(null);
      if (ways.id !== null) focusWhenDrawn(() => findWayBack(ways));
      else {
        if (isAsking) focusWhenDrawn(findAskButton);
        setIsAsking(false);
      }
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

interface WaysBack {
  id: string | null;
  /** The node in whose panel it was chosen. */
  fromId: string | null;
  /** A node that stands near it. */
  nearId: string | null;
}

/** Where something was opened, if that is still shown; else what is nearest to it, and at last where all begins. */
function findWayBack({ id, fromId, nearId }: WaysBack): HTMLElement | null {
  const find = (nodeId: string | null) => (nodeId === null ? null : findNode(nodeId));
  const opener = find(id) ?? find(fromId) ?? (id === null ? null : findConnection(id));
  return opener ?? find(nearId) ?? findTemplate() ?? findAddButton();
}
