import { newDrawnNodeId } from "@cairn/contract/architecture";
import type { Architecture, DrawnNodeKind } from "@cairn/contract/architecture";

import { showToast } from "#web/lib/toasts/toast-manager.ts";

import type { DraftChange } from "./model/draft.ts";
import { drawnName, drawnProblem, listStoredDrawn, listUnsavedDrawn } from "./model/drawn-node.ts";
import type { DrawnChanges, DrawnSave, DrawnSaves, DrawnValues } from "./model/drawn-node.ts";

interface DrawnGround {
  architecture: Architecture | undefined;
  drawn: DrawnChanges | undefined;
  saves: DrawnSaves | undefined;
  selectedId: string | null;
  change: (change: DraftChange) => void;
  onOpen: (nodeId: string) => void;
  onGone: (nodeId: string) => void;
  onSay: (text: string) => void;
}

/** A node that people drew, with what can be done with it. */
export interface SelectedDrawn {
  nodeId: string;
  values: DrawnValues;
  /** Undefined before it is saved for the first time. */
  stored: DrawnValues | undefined;
  /** Undefined where it was not sent since it was changed. */
  save: DrawnSave | undefined;
}

/** What can be done with all of them. */
export type Drawing = ReturnType<typeof useDrawn>;

/** Stores, queues and outside services that people draw: apart from services, which are real ones once they are saved. */
export function useDrawn({
  architecture,
  drawn = {},
  saves = {},
  selectedId,
  change,
  onOpen,
  onGone,
  onSay,
}: DrawnGround) {
  const stored = listStoredDrawn(architecture?.nodes ?? []);
  const unsaved = listUnsavedDrawn(drawn, stored);
  const valuesOf = (nodeId: string) => (nodeId in drawn ? drawn[nodeId] : stored.get(nodeId)) ?? null;
  const values = selectedId === null ? null : valuesOf(selectedId);
  const selected: SelectedDrawn | null =
    selectedId !== null && values
      ? { nodeId: selectedId, values, stored: stored.get(selectedId), save: saves[selectedId] }
      : null;
  return {
    invalid: unsaved.filter((one) => one.values !== null && drawnProblem(one.values) !== null),
    unsaved: unsaved.filter((one) => one.values === null || drawnProblem(one.values) === null),
    selected,
    add: (kind: DrawnNodeKind) => {
      const nodeId = newDrawnNodeId(crypto.randomUUID());
      change({ kind: "drawn", nodeId, values: { kind, name: "", technology: "" } });
      onOpen(nodeId);
    },
    edit: (nodeId: string, edited: DrawnValues) => change({ kind: "drawn", nodeId, values: edited }),
    /** At once, with a way back; from the server it goes with the next save. */
    remove: (nodeId: string) => {
      const gone = valuesOf(nodeId);
      if (!gone) return;
      change({ kind: "drawn", nodeId, values: null });
      onGone(nodeId);
      onSay(`${drawnName(gone)} removed`);
      showToast({
        kind: "success",
        title: `${drawnName(gone)} removed`,
        action: { label: "Undo", onSelect: () => change({ kind: "undone" }) },
      });
    },
  };
}
