import type { Architecture, EdgeStance } from "@cairn/contract/architecture";
import type { ServiceType } from "@cairn/contract/services";
import { lazy, Suspense, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { listOtherServices } from "#web/features/services/architecture/model/equal-names.ts";
import type { ChosenModule } from "#web/features/services/architecture/model/list-modules.ts";
import type { ServiceNode } from "#web/features/services/architecture/model/service-node.ts";
import type { Drawing } from "#web/features/services/architecture/use-drawn.ts";
import type { ServiceValues } from "#web/features/services/service-values.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { AddNode } from "./add-node.tsx";
import { Connections } from "./connections.tsx";
import { DrawnSettings } from "./drawn-settings.tsx";
import { Drift } from "./drift.tsx";
import { EdgeSettings } from "./edge-settings.tsx";
import { Findings } from "./findings.tsx";
import type { FindingsProps } from "./findings.tsx";
import { FoundNode } from "./found-node.tsx";
import { NodeSettings } from "./node-settings.tsx";
import { SaidHistory } from "./said-history.tsx";

export interface Connecting {
  edges: readonly CanvasEdge[];
  isBusy: boolean;
  connect: (sourceId: string, targetId: string) => void;
  setStance: (edge: CanvasEdge, stance: EdgeStance | null) => void;
  /** Allows what the code has today. */
  allowAll: () => void;
}

const ChangeHistory = lazy(() => import("./change-history.tsx").then((module) => ({ default: module.ChangeHistory })));
const ModuleFacts = lazy(() => import("./module-facts.tsx").then((module) => ({ default: module.ModuleFacts })));
const NodeModules = lazy(() => import("./node-modules.tsx").then((module) => ({ default: module.NodeModules })));

interface PanelContentProps {
  project: ProjectKey;
  architecture: Architecture | undefined;
  nodes: readonly CanvasNode[];
  connecting: Connecting;
  selectedService: ServiceNode | null;
  selectedNode: CanvasNode | null;
  drawing: Drawing;
  selectedModule: ChosenModule | null;
  selectedEdge: CanvasEdge | null;
  /** Whether the picture is there, and what of it is open. */
  opening: { isOpen: (nodeId: string) => boolean; toggle: (nodeId: string) => void } | null;
  isStrict: boolean;
  importHref: string;
  analysis: Omit<FindingsProps, "project">;
  onAdd: (type: ServiceType) => void;
  onEdit: (nodeId: string, values: ServiceValues) => void;
  onRevert: (nodeId: string) => void;
  onDelete: (nodeId: string) => void;
  onOpen: (id: string) => void;
}

/** Of a selected service its form, of another node or a connection what is known; else the templates and the drift. */
export function PanelContent(props: PanelContentProps) {
  const { project, architecture, nodes, connecting, selectedService, selectedNode, selectedEdge, onOpen } = props;
  const { selectedModule, opening } = props;
  const { selected: selectedDrawn, add: onDraw, edit: onEditDrawn } = props.drawing;
  if (selectedEdge) {
    return (
      <EdgeSettings
        project={project}
        edge={selectedEdge}
        isBusy={connecting.isBusy}
        onStance={(stance) => connecting.setStance(selectedEdge, stance)}
      />
    );
  }
  if (selectedModule) {
    return (
      <Suspense fallback={null}>
        <ModuleFacts project={project} chosen={selectedModule} nodes={nodes} onOpen={onOpen} />
      </Suspense>
    );
  }
  const connections = selectedNode && (
    <Connections
      node={selectedNode}
      nodes={nodes}
      edges={connecting.edges}
      onOpen={onOpen}
      onConnect={connecting.connect}
    />
  );
  if (selectedService) {
    const { nodeId } = selectedService;
    return (
      <NodeSettings
        project={project}
        node={selectedService}
        others={listOtherServices(nodes, nodeId)}
        isStrict={props.isStrict}
        onEdit={(values) => props.onEdit(nodeId, values)}
        onDelete={() => props.onDelete(nodeId)}
        onRevert={() => props.onRevert(nodeId)}
      >
        {connections}
        {selectedService.serviceId !== null && (
          <Suspense fallback={null}>
            <NodeModules
              key={nodeId}
              project={project}
              serviceId={selectedService.serviceId}
              nodes={nodes}
              showing={opening && { isOpen: opening.isOpen(nodeId), onToggle: () => opening.toggle(nodeId) }}
            />
          </Suspense>
        )}
      </NodeSettings>
    );
  }
  if (selectedDrawn) {
    const { nodeId } = selectedDrawn;
    return (
      <DrawnSettings
        node={selectedDrawn}
        isStrict={props.isStrict}
        onEdit={(values) => onEditDrawn(nodeId, values)}
        onDelete={() => props.onDelete(nodeId)}
      >
        {connections}
      </DrawnSettings>
    );
  }
  if (selectedNode) {
    const found = architecture?.nodes.find(({ nodeId }) => nodeId === selectedNode.graphId);
    return (
      <FoundNode project={project} node={selectedNode} found={found}>
        {connections}
      </FoundNode>
    );
  }
  const drift = architecture && (
    <Drift
      project={project}
      architecture={architecture}
      edges={connecting.edges}
      isBusy={connecting.isBusy}
      onOpen={onOpen}
      onBaseline={connecting.allowAll}
    />
  );
  return (
    <div className="flex flex-col gap-6">
      <AddNode onAdd={props.onAdd} onDraw={onDraw} importHref={props.importHref} />
      {drift}
      {nodes.length > 0 && <Findings project={project} {...props.analysis} />}
      {nodes.length > 0 && <History project={project} edges={connecting.edges} />}
    </div>
  );
}

/** Looked for on demand: most who open the panel want to add something. */
function History({ project, edges }: { project: ProjectKey; edges: readonly CanvasEdge[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return (
      <Suspense fallback={<Skeleton className="h-20" />}>
        <ChangeHistory project={project} />
        <SaidHistory edges={edges} />
      </Suspense>
    );
  }
  return (
    <section aria-label="What changed" className="flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">What changed</h3>
      <p className="text-sm text-ink-3">
        Connections that pushes brought into the code and took away, and who allowed or forbade which.
      </p>
      <Button size="sm" className="self-start" onClick={() => setIsOpen(true)}>
        Show what changed
      </Button>
    </section>
  );
}
