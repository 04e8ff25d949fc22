import type { Service, ServiceType } from "@cairn/contract/services";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useModKey, useScreenKey } from "#web/ui/keyboard/shortcuts.ts";

import { listInvalid, listUnsaved } from "./model/draft.ts";
import type { CanvasPoint } from "./model/layout.ts";
import { nodeName } from "./model/service-node.ts";
import { useDelete } from "./use-delete.ts";
import { useDraft } from "./use-draft.ts";
import { useSave } from "./use-save.ts";
import { useSelection } from "./use-selection.ts";

interface EditedArchitecture {
  userId: string;
  projectId: string;
  project: ProjectKey;
  services: readonly Service[];
  onSaved?: () => void;
}

/** The draft with what can be done with it, by pointer and by keys. */
export function useEditing({ userId, projectId, project, services, onSaved }: EditedArchitecture) {
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useState("");
  const { draft, change, restoredCount } = useDraft({ userId, projectId }, services, isSaving);
  const selection = useSelection();
  const { nodes } = draft.present;
  const invalid = listInvalid(nodes);
  const save = useSave({ project, services, nodes, change, isSaving, setIsSaving, onSaved });
  const deletion = useDelete({ project, nodes, change, onGone: () => selection.select(null), onSay: setSaid });

  const add = (type: ServiceType) => {
    const nodeId = `new-${crypto.randomUUID()}`;
    change({ kind: "added", nodeId, type });
    selection.open(nodeId);
  };
  const move = (places: Record<string, CanvasPoint>) => {
    change({ kind: "moved", places });
    const [nodeId = "", place] = Object.entries(places)[0] ?? [];
    const node = nodes.find((one) => one.nodeId === nodeId);
    if (node && place) setSaid(`${nodeName(node)} moved to ${place.x}, ${place.y}`);
  };
  const showInvalid = () => {
    const at = invalid.findIndex(({ nodeId }) => nodeId === selection.selectedId);
    const next = invalid[(at + 1) % invalid.length];
    if (next) selection.openStrictly(next.nodeId);
  };
  const undo = () => change({ kind: "undone" });
  const redo = () => change({ kind: "redone" });

  useModKey("mod+s", () => (invalid.length > 0 ? showInvalid() : save()));
  useModKey("mod+z", undo);
  useModKey("mod+shift+z,mod+y", redo);
  useScreenKey("n", selection.startAdding);

  return {
    draft,
    change,
    restoredCount,
    selection,
    deletion,
    selected: nodes.find(({ nodeId }) => nodeId === selection.selectedId) ?? null,
    unsaved: listUnsaved(nodes),
    invalid,
    isSaving,
    said,
    add,
    move,
    showInvalid,
    save,
    undo,
    redo,
  };
}
