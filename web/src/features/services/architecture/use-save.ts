import { createService, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { outcomes } from "@cairn/contract/texts";
import { useEffect, useRef } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { toServiceChange, toServiceInput } from "#web/features/services/service-values.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { listInvalid, listUnsaved } from "./model/draft.ts";
import type { DraftChange } from "./model/draft.ts";
import { saveInOrder } from "./model/save-order.ts";
import { nodeName } from "./model/service-node.ts";
import type { ServiceNode } from "./model/service-node.ts";

interface SaveRun {
  project: ProjectKey;
  services: readonly Service[];
  nodes: readonly ServiceNode[];
  change: (change: DraftChange) => void;
  isSaving: boolean;
  setIsSaving: (isSaving: boolean) => void;
  /** All nodes are saved and loaded again. */
  onSaved?: () => void;
}

/** Saves what is not saved, node by node. Only while nothing is in the way. */
export function useSave({ project, services, nodes, change, isSaving, setIsSaving, onSaved }: SaveRun): () => void {
  // What is typed while others are being saved is sent when its turn comes.
  const latest = useRef({ nodes, services });
  useEffect(() => {
    latest.current = { nodes, services };
  });

  const saveOne = async (nodeId: string): Promise<boolean> => {
    const node = latest.current.nodes.find((one) => one.nodeId === nodeId);
    if (!node) return true;
    change({ kind: "saving", nodeId });
    try {
      const service = await sendNode(project, node, latest.current.services);
      change({ kind: "saved", nodeId, service, sent: node.values });
      return true;
    } catch (error) {
      const message = errorMessage(error);
      change({ kind: "failed", nodeId, message });
      showToast({
        kind: "error",
        title: outcomes.serviceSave.failure,
        description: `${nodeName(node)}: ${message}`,
      });
      return false;
    }
  };

  const run = async () => {
    const unsaved = listUnsaved(nodes);
    if (isSaving || unsaved.length === 0 || listInvalid(nodes).length > 0) return;
    setIsSaving(true);
    const { saved, failedId } = await saveInOrder(
      unsaved.map(({ nodeId }) => nodeId),
      saveOne,
    );
    await refreshServices(project).catch(() => {});
    setIsSaving(false);
    if (failedId !== null) return;
    showToast({ kind: "success", title: saved === 1 ? "Service saved" : `${saved} services saved` });
    onSaved?.();
  };
  return () => void run();
}

async function sendNode(
  project: ProjectKey,
  { serviceId, values }: ServiceNode,
  services: readonly Service[],
): Promise<Service> {
  if (serviceId === null) return call(createService, { params: project, body: toServiceInput(values) });
  const stored = services.find((service) => service.serviceId === serviceId);
  const body = stored ? toServiceChange(values, stored) : toServiceInput(values);
  return call(updateService, { params: { ...project, serviceId }, body });
}
