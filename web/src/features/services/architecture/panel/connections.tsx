import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";

import { lineSaveLabel } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { nameApart } from "#web/features/services/architecture/model/equal-names.ts";
import { proposalLabels } from "#web/features/services/architecture/model/proposal-mark.ts";
import { EdgeLookMark } from "#web/features/services/architecture/parts/edge-look-mark.tsx";
import { cx } from "#web/ui/cx.ts";
import { SearchSelect } from "#web/ui/form/search-select.tsx";

interface ConnectionsProps {
  node: CanvasNode;
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  onOpen: (edgeId: string) => void;
  onConnect: (sourceId: string, targetId: string) => void;
}

/** What a node is connected with, and how to connect it without drawing. */
export function Connections({ node, nodes, edges, onOpen, onConnect }: ConnectionsProps) {
  const own = edges.filter(({ sourceId, targetId }) => sourceId === node.nodeId || targetId === node.nodeId);
  const connected = new Set(own.filter(({ edge }) => edge.stance !== null).map(({ targetId }) => targetId));
  const targets = nodes.filter(({ nodeId }) => nodeId !== node.nodeId && !connected.has(nodeId));
  return (
    <section aria-label="Connections" className="flex flex-col gap-3 border-t border-line-subtle pt-4">
      <h3 className="text-sm font-medium text-ink">Connections</h3>
      {own.length > 0 && <EdgeList edges={own} nodeId={node.nodeId} onOpen={onOpen} />}
      <SearchSelect
        label="Connect to…"
        placeholder="Choose a node"
        searchPlaceholder="Find a node"
        emptyText="No other node"
        value={null}
        items={targets.map((target) => ({ key: target.nodeId, label: nameApart(target, nodes) }))}
        onValueChange={(targetId) => onConnect(node.nodeId, targetId)}
      />
    </section>
  );
}

interface EdgeListProps {
  edges: readonly CanvasEdge[];
  /** The node whose connections they are; absent where they are those of the product. */
  nodeId?: string;
  onOpen: (edgeId: string) => void;
}

/** Connections in words, each opening its own panel. */
export function EdgeList({ edges, nodeId, onOpen }: EdgeListProps) {
  return (
    <ul className="flex flex-col rounded-lg border border-line bg-surface-2">
      {edges.map(({ edgeId, name, look, targetId, proposal, isUnsaved, save }) => (
        <li key={edgeId} className="border-t border-line-subtle first:border-t-0">
          <button
            type="button"
            data-connection-row={edgeId}
            onClick={() => onOpen(edgeId)}
            className="flex min-h-9 w-full items-center gap-2 px-3 py-1.5 text-left text-sm text-ink-2 hover:bg-surface-3 hover:text-ink"
          >
            {nodeId !== undefined && targetId === nodeId && <ArrowLeftIcon aria-hidden className="size-4 shrink-0" />}
            {nodeId !== undefined && targetId !== nodeId && <ArrowRightIcon aria-hidden className="size-4 shrink-0" />}
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            {proposal || isUnsaved ? (
              <span className={cx("shrink-0 text-xs font-medium", proposal && "text-ai-text")}>
                {proposal ? proposalLabels[proposal] : lineSaveLabel({ save })}
              </span>
            ) : (
              <EdgeLookMark look={look} />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
