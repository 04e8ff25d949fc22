import type { Architecture } from "@cairn/contract/architecture";
import { createService, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { outcomes } from "@cairn/contract/texts";
import { useEffect, useRef } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { toServiceChange, toServiceInput } from "#web/features/services/service-values.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { showToast, toastManager } from "#web/lib/toasts/toast-manager.ts";

import { refreshArchitecture, saveDrawn, saveLine } from "./architecture.api.ts";
import type { DraftLine } from "./model/canvas-content.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import { explainFirst } from "./model/contract-begin.ts";
import { listLeaving, listUnsaved } from "./model/draft.ts";
import type { DraftChange } from "./model/draft.ts";
import { drawnName } from "./model/drawn-node.ts";
import type { DrawnSave, DrawnValues } from "./model/drawn-node.ts";
import { saveInOrder } from "./model/save-order.ts";
import { nodeName } from "./model/service-node.ts";
import type { ServiceNode } from "./model/service-node.ts";

interface DrawnNodeToSave {
  nodeId: string;
  values: DrawnValues | null;
}

interface SaveRun {
  project: ProjectKey;
  services: readonly Service[];
  /** As it was before all of this. */
  architecture: Architecture | undefined;
  nodes: readonly ServiceNode[];
  /** What is said of connections and not saved; it is sent after the nodes, which it may need. */
  lines: readonly DraftLine[];
  /** What else was drawn, which is no service; it is sent after these. */
  drawn: readonly DrawnNodeToSave[];
  /** What keeps any of them from being saved. */
  invalidCount: number;
  canvasNodes: readonly CanvasNode[];
  change: (change: DraftChange) => void;
  isSaving: boolean;
  setIsSaving: (isSaving: boolean) => void;
  /** All else is saved: these are still to be deleted, which is asked for each. */
  onLeaving: (nodeIds: string[]) => void;
  /** All nodes are saved and loaded again. */
  onSaved?: () => void;
}

/** Saves what is not saved, node by node and then line by line. Only while nothing is in the way. */
export function useSave(run: SaveRun): () => void {
  const { project, services, nodes, lines, drawn, invalidCount, canvasNodes, change, isSaving, setIsSaving } = run;
  const { architecture, onLeaving, onSaved } = run;
  // What is typed while others are being saved is sent when its turn comes.
  const latest = useRef({ nodes, services, canvasNodes });
  useEffect(() => {
    latest.current = { nodes, services, canvasNodes };
  });
  const madeIds = useRef(new Map<string, string>());
  /** What the last attempt failed with, until the next one begins. */
  const failureId = useRef<string | null>(null);
  const tellFailure = (title: string, description: string) => {
    failureId.current = crypto.randomUUID();
    showToast({ kind: "error", id: failureId.current, title, description });
  };

  const saveOne = async (nodeId: string): Promise<boolean> => {
    const node = latest.current.nodes.find((one) => one.nodeId === nodeId);
    if (!node) return true;
    change({ kind: "saving", nodeId });
    try {
      const service = await sendNode(project, node, latest.current.services);
      madeIds.current.set(nodeId, service.serviceId);
      change({ kind: "saved", nodeId, service, sent: node.values });
      return true;
    } catch (error) {
      const message = errorMessage(error);
      change({ kind: "failed", nodeId, message });
      tellFailure(outcomes.serviceSave.failure, `${nodeName(node)}: ${message}`);
      return false;
    }
  };

  const saveOneDrawn = async ({ nodeId, values }: DrawnNodeToSave): Promise<boolean> => {
    const tell = (save: DrawnSave) => values && change({ kind: "drawn-sending", nodeId, save });
    tell({ state: "saving" });
    try {
      await saveDrawn(project, nodeId, values);
      madeIds.current.set(nodeId, nodeId);
      tell({ state: "saved" });
      return true;
    } catch (error) {
      tell({ state: "error", failure: errorMessage(error) });
      const name = values && drawnName(values);
      const description = name ? `${name}: ${errorMessage(error)}` : errorMessage(error);
      tellFailure(values ? "Could not save node" : "Could not remove node", description);
      return false;
    }
  };

  const serverId = (nodeId: string): string | null => {
    const shown = latest.current.canvasNodes.find((one) => one.nodeId === nodeId);
    return madeIds.current.get(nodeId) ?? shown?.graphId ?? null;
  };
  const saveOneLine = async (line: DraftLine): Promise<boolean> => {
    const [sourceId, targetId] = [serverId(line.sourceId), serverId(line.targetId)];
    change({ kind: "line-sending", line, save: "saving" });
    try {
      if (sourceId && targetId) await saveLine(project, { sourceId, targetId, stance: line.stance });
      change({ kind: "line-sending", line, save: "saved" });
      return true;
    } catch (error) {
      change({ kind: "line-sending", line, save: undefined });
      tellFailure("Could not save connection", errorMessage(error));
      return false;
    }
  };

  /** The ends of what was allowed or forbidden, by the server's names. */
  const listSaid = (sent: readonly DraftLine[]) =>
    sent.flatMap(({ sourceId, targetId, stance }) => {
      const ends = { sourceId: serverId(sourceId), targetId: serverId(targetId) };
      return stance === null || ends.sourceId === null || ends.targetId === null
        ? []
        : [{ sourceId: ends.sourceId, targetId: ends.targetId }];
    });

  const saveAll = async () => {
    const unsaved = listUnsaved(nodes);
    const leaving = listLeaving(nodes).map(({ nodeId }) => nodeId);
    if (isSaving || unsaved.length + drawn.length + lines.length + leaving.length === 0 || invalidCount > 0) return;
    setIsSaving(true);
    if (failureId.current !== null) toastManager.close(failureId.current);
    const { saved, failedId } = await saveInOrder(
      unsaved.map(({ nodeId }) => nodeId),
      saveOne,
    );
    const sentDrawn = failedId === null ? await sendUntilFailure(drawn, saveOneDrawn) : [];
    const isDrawn = failedId === null && sentDrawn.length === drawn.length;
    const sentLines = isDrawn ? await sendUntilFailure(lines, saveOneLine) : [];
    const areLinesSaved = isDrawn && sentLines.length === lines.length;
    await Promise.all([refreshServices(project), sentDrawn.length + lines.length > 0 && refreshArchitecture()]).catch(
      () => {},
    );
    // From here on the server's own show them.
    for (const sent of sentDrawn) change({ kind: "drawn-saved", ...sent });
    for (const line of sentLines) change({ kind: "line-saved", line });
    setIsSaving(false);
    if (!areLinesSaved) return;
    if (saved + drawn.length + lines.length > 0) {
      showToast({
        kind: "success",
        title: countSaved(saved, drawn.length, lines.length),
        description: explainFirst(architecture, listSaid(sentLines)),
      });
    }
    if (leaving.length > 0) onLeaving(leaving);
    else onSaved?.();
  };
  return () => void saveAll();
}

/** Those that were sent: the first that fails stops it. */
async function sendUntilFailure<One>(all: readonly One[], sendOne: (one: One) => Promise<boolean>): Promise<One[]> {
  const sent: One[] = [];
  for (const one of all) {
    if (!(await sendOne(one))) break;
    sent.push(one);
  }
  return sent;
}

function countSaved(services: number, drawn: number, lines: number): string {
  const said = [
    services === 0 ? [] : services === 1 ? ["Service"] : [`${services} services`],
    drawn === 0 ? [] : drawn === 1 ? ["node"] : [`${drawn} nodes`],
    lines === 0 ? [] : lines === 1 ? ["connection"] : [`${lines} connections`],
  ].flat();
  const last = said.pop() ?? "";
  const text = said.length === 0 ? last : `${said.join(", ")} and ${last}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} saved`;
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
