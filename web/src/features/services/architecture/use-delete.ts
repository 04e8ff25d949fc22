import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useDeleteService } from "#web/features/services/services.api.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import type { DraftChange } from "./model/draft.ts";
import { nodeName } from "./model/service-node.ts";
import type { ServiceNode } from "./model/service-node.ts";

interface Deletion {
  project: ProjectKey;
  nodes: readonly ServiceNode[];
  change: (change: DraftChange) => void;
  onGone: (nodeId: string) => void;
  /** What the focus goes on to once a node is gone; null where none is. */
  findNext: () => HTMLElement | null;
  /** What screen readers are told. */
  onSay: (text: string) => void;
}

/** Takes a node that is only here away at once, with a way back; one that the server has is asked about first. */
export function useDelete({ project, nodes, change, onGone, onSay, findNext }: Deletion) {
  /** One after another: the first is asked about. */
  const [askedIds, setAskedIds] = useState<readonly string[]>([]);
  const [askedId = null] = askedIds;
  const remove = useDeleteService(project);
  const asked = nodes.find(({ nodeId }) => nodeId === askedId) ?? null;

  const ask = (nodeId: string) => {
    const node = nodes.find((one) => one.nodeId === nodeId);
    if (!node || node.state === "saving") return;
    if (node.serviceId !== null) return setAskedIds([nodeId]);
    change({ kind: "removed", nodeId });
    onGone(nodeId);
    onSay(`${nodeName(node)} removed`);
    showToast({
      kind: "success",
      title: `${nodeName(node)} removed`,
      action: { label: "Undo", onSelect: () => change({ kind: "undone" }) },
    });
  };
  const confirm = (serviceId: string) => {
    if (askedId === null) return;
    change({ kind: "deleting", nodeId: askedId });
    remove.mutate(serviceId, {
      onSuccess: () => {
        change({ kind: "deleted", nodeId: askedId });
        setAskedIds((current) => current.slice(1));
        onGone(askedId);
      },
    });
  };
  return {
    ask,
    /** Each is asked about; closing a question leaves it and those after it where they are. */
    askAll: (nodeIds: readonly string[]) => setAskedIds(nodeIds),
    dialog: { node: asked, isBusy: remove.isPending, onClose: () => setAskedIds([]), onConfirm: confirm, findNext },
  };
}
