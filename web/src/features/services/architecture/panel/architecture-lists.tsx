import type { ReactNode } from "react";

import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { NodeTable } from "#web/features/services/architecture/parts/node-table.tsx";
import type { Opened } from "#web/features/services/architecture/use-opened.ts";

import { EdgeList } from "./connections.tsx";

interface ArchitectureListsProps {
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  selectedId: string | null;
  opened: Opened;
  /** Where code and lines differ, if no panel beside the list says so. */
  drift: ReactNode;
  onOpen: (id: string) => void;
  onDelete: (nodeId: string) => void;
}

/** Nodes and connections without the canvas. */
export function ArchitectureLists({
  nodes,
  edges,
  selectedId,
  opened,
  drift,
  onOpen,
  onDelete,
}: ArchitectureListsProps) {
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto px-4 pt-4 pb-24 md:px-6">
      <NodeTable nodes={nodes} selectedId={selectedId} opened={opened} onSelect={onOpen} onDelete={onDelete} />
      {drift}
      {edges.length > 0 && (
        <section aria-labelledby="connections-heading">
          <h2 id="connections-heading" className="mb-2 text-base font-semibold">
            Connections
          </h2>
          <EdgeList edges={edges} onOpen={onOpen} />
        </section>
      )}
    </div>
  );
}
