import type { Architecture } from "@cairn/contract/architecture";
import type { Service } from "@cairn/contract/services";
import { useEffect, useReducer, useRef, useState } from "react";

import { loadArchitectureDraft, saveArchitectureDraft } from "#web/lib/browser/storage.ts";

import { rememberSaid } from "./model/deleted-nodes.ts";
import type { SaidLines } from "./model/deleted-nodes.ts";
import { beginDraft, changeDraft } from "./model/draft.ts";
import type { Draft, DraftChange } from "./model/draft.ts";
import { listStoredDrawn } from "./model/drawn-node.ts";
import type { DrawnValues } from "./model/drawn-node.ts";
import { parseKept, serializeKept } from "./model/kept-draft.ts";

/** From the last key press to the check of what was typed. */
const checkDebounceMs = 100;

export interface Restored {
  nodes: number;
  lines: number;
}

export interface DraftWork {
  draft: Draft;
  change: (change: DraftChange) => void;
  /** How many came back from the last visit. */
  restored: Restored;
}

/** The draft of a product's architecture: checked while it is typed, kept in this browser, following the server. */
export function useDraft(
  { userId, projectId }: { userId: string; projectId: string },
  { services, architecture }: { services: readonly Service[]; architecture: Architecture | undefined },
  isSaving: boolean,
): DraftWork {
  const [kept] = useState(() => parseKept(loadArchitectureDraft(userId, projectId)));
  const restored = {
    nodes: kept.nodes.length + Object.keys(kept.drawn ?? {}).length,
    lines: kept.lines.length,
  };
  const [draft, change] = useReducer(changeDraft, undefined, () => beginDraft(services, kept.moved, kept));
  const { nodes, lines, drawn, moved } = draft.present;

  useEffect(() => {
    const checkLater = () => change({ kind: "checked" });
    // Each change of the nodes begins the wait anew.
    const timer = nodes.length > 0 ? setTimeout(checkLater, checkDebounceMs) : undefined;
    return () => clearTimeout(timer);
  }, [nodes]);

  const said = useRef<SaidLines>(new Map());
  const shownDrawn = useRef<ReadonlyMap<string, DrawnValues>>(new Map());
  useEffect(() => {
    if (!architecture) return;
    said.current = rememberSaid(said.current, architecture);
    if (isSaving) return;
    const stored = listStoredDrawn(architecture.nodes);
    const gone = [...shownDrawn.current].filter(([nodeId]) => !stored.has(nodeId));
    shownDrawn.current = stored;
    if (gone.length > 0) change({ kind: "drawn-deleted", gone: Object.fromEntries(gone), said: said.current });
  }, [architecture, isSaving]);

  useEffect(() => {
    // Services that were loaded before a save ended do not have what it made.
    if (!isSaving) change({ kind: "loaded", services, said: said.current });
  }, [services, isSaving]);

  const text = serializeKept({ nodes, lines, drawn, moved });
  const [hadAny, setHadAny] = useState(restored.nodes + restored.lines > 0);
  if (text !== null && !hadAny) setHadAny(true);
  useEffect(() => {
    // A window that changed nothing leaves what another one keeps.
    if (hadAny) saveArchitectureDraft(userId, projectId, text);
  }, [text, hadAny, userId, projectId]);

  return { draft, change, restored };
}
