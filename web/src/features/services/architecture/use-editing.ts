import { isDrawnNode } from "@cairn/contract/architecture";
import type { Service, ServiceType } from "@cairn/contract/services";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { ServiceValues } from "#web/features/services/service-values.ts";
import { useModKey, useScreenKey } from "#web/ui/keyboard/shortcuts.ts";

import { architectureQuery } from "./architecture.api.ts";
import { arrange } from "./model/arrange.ts";
import { listInvalid, listLeaving, listUnsaved } from "./model/draft.ts";
import type { CanvasPoint } from "./model/layout.ts";
import { findModule } from "./model/list-modules.ts";
import { placeBeside } from "./model/place-beside.ts";
import { useAsking } from "./use-asking.ts";
import { useConnections } from "./use-connections.ts";
import { useDelete } from "./use-delete.ts";
import { useDeleted } from "./use-deleted.ts";
import { useDraft } from "./use-draft.ts";
import { useDrawn } from "./use-drawn.ts";
import { useNextFocus } from "./use-next-focus.ts";
import { useOpened } from "./use-opened.ts";
import { useSharedPlaces } from "./use-places.ts";
import { usePlacedNodes } from "./use-placing.ts";
import { useProposals } from "./use-proposals.ts";
import { useSaid } from "./use-said.ts";
import { useSave } from "./use-save.ts";
import { useSelection } from "./use-selection.ts";
import { useTelling } from "./use-telling.ts";

const missTexts = {
  nothing: "Nothing was connected: the line ended on no node",
  itself: "Nothing was connected: the line ended on the node it began at",
};

interface EditedArchitecture {
  userId: string;
  projectId: string;
  project: ProjectKey;
  services: readonly Service[];
  /** Something else is shown in its place, so that its keys rest. */
  isPaused: boolean;
  onSaved?: () => void;
}

/** The draft and all that can be done with it. */
export type Editing = ReturnType<typeof useEditing>;

/** The draft with what can be done with it, by pointer and by keys. */
export function useEditing({ userId, projectId, project, services, isPaused, onSaved }: EditedArchitecture) {
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useSaid();
  const [arrangedCount, setArrangedCount] = useState(0);
  const loading = useQuery(architectureQuery(project));
  const architecture = loading.data;
  const { draft, change, restored } = useDraft({ userId, projectId }, { services, architecture }, isSaving);
  const selection = useSelection();
  const { nodes, lines, moved } = draft.present;
  const ground = { content: draft.present, services, architecture, change };
  const { nodes: canvasNodes, placed, isPending: isPlacing } = usePlacedNodes(ground);
  const opened = useOpened(project, canvasNodes, setSaid);
  const telling = useTelling({ project, draft, change, onSay: setSaid });
  const connecting = useConnections({ architecture, nodes: canvasNodes, lines, change, telling, onSay: setSaid });
  useSharedPlaces({ project, architecture, nodes: canvasNodes, moved, change });
  const { onGone, findNext } = useNextFocus(canvasNodes, selection);
  const drawing = useDrawn({
    architecture,
    drawn: draft.present.drawn,
    saves: draft.present.drawnSaves,
    selectedId: selection.selectedId,
    change,
    onOpen: (nodeId) => openNew(nodeId),
    onGone,
    onSay: setSaid,
  });
  const invalid = [...listInvalid(nodes), ...drawing.invalid];
  const deletion = useDelete({ project, nodes, change, onGone, onSay: setSaid, findNext });
  const onLeaving = deletion.askAll;
  // A line whose node is gone is nobody's any more.
  const present = new Set(canvasNodes.map(({ nodeId }) => nodeId));
  const savedLines = lines.filter(({ sourceId, targetId }) => present.has(sourceId) && present.has(targetId));
  const waitingCount = savedLines.filter(({ save }) => save !== "saved").length;
  const unsaved = { nodes, lines: savedLines, drawn: drawing.unsaved, invalidCount: invalid.length };
  const save = useSave({ project, ...ground, ...unsaved, canvasNodes, isSaving, setIsSaving, onLeaving, onSaved });
  const proposals = useProposals({
    ...ground,
    nodes: canvasNodes,
    edges: connecting.edges,
    placed,
    onArranged: () => setArrangedCount((count) => count + 1),
    onSay: setSaid,
  });
  const asking = useAsking(project, proposals, setSaid);

  /** Beside what stands there, where that stands in no rows. */
  const openNew = (nodeId: string) => {
    change({ kind: "placed", places: placeBeside([nodeId], proposals.nodes) });
    selection.open(nodeId);
  };
  const add = (type: ServiceType) => {
    const nodeId = `new-${crypto.randomUUID()}`;
    change({ kind: "added", nodeId, type });
    openNew(nodeId);
  };
  const move = (places: Record<string, CanvasPoint>) => {
    change({ kind: "moved", places });
    const [nodeId = "", place] = Object.entries(places)[0] ?? [];
    const node = canvasNodes.find((one) => one.nodeId === nodeId);
    if (node && place) setSaid(`${node.name} moved to ${place.x}, ${place.y}`);
  };
  const showInvalid = () => {
    const at = invalid.findIndex(({ nodeId }) => nodeId === selection.selectedId);
    const next = invalid[(at + 1) % invalid.length];
    if (next) selection.openStrictly(next.nodeId);
  };
  const arrangeAll = async () => {
    change({ kind: "moved", places: await arrange(canvasNodes, connecting.edges) });
    setArrangedCount((count) => count + 1);
    setSaid("All nodes were arranged");
  };
  const { undo, redo } = telling;

  const unlessPaused = (run: () => void) => () => (isPaused ? undefined : run());
  useModKey("mod+s", unlessPaused(invalid.length > 0 ? showInvalid : save));
  useModKey("mod+z", unlessPaused(undo));
  useModKey("mod+shift+z,mod+y", unlessPaused(redo));
  useScreenKey("n", unlessPaused(selection.startAdding));

  const remove = (nodeId: string) => (isDrawnNode(nodeId) ? drawing.remove(nodeId) : deletion.ask(nodeId));
  const deleted = useDeleted({ content: draft.present, nodes: canvasNodes, change, onDrop: remove });

  const { selectedId } = selection;
  return {
    draft,
    change,
    restored,
    loading,
    isPlacing,
    canvasNodes,
    connecting,
    selection,
    deletion,
    drawing,
    opened,
    remove,
    deletedNode: deleted.find(({ nodeId }) => nodeId === selectedId) ?? null,
    selectedService: nodes.find(({ nodeId }) => nodeId === selectedId) ?? null,
    selectedNode: canvasNodes.find(({ nodeId }) => nodeId === selectedId) ?? null,
    selectedModule: findModule(opened.services, selectedId),
    selectedEdge: connecting.edges.find(({ edgeId }) => edgeId === selectedId) ?? null,
    unsavedCount: listUnsaved(nodes).length + drawing.unsaved.length + waitingCount + listLeaving(nodes).length,
    proposals,
    asking,
    invalid,
    isSaving,
    said,
    add,
    move,
    tellMiss: (where: "nothing" | "itself") => setSaid(missTexts[where]),
    arrangedCount,
    arrangeAll: () => void arrangeAll(),
    edit: (nodeId: string, values: ServiceValues) => change({ kind: "edited", nodeId, values }),
    revert: (nodeId: string) => change({ kind: "reverted", nodeId }),
    showInvalid,
    save,
    undo,
    redo,
  };
}
