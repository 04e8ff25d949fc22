import { useState } from "react";

import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { matchNodes, nextOrder, sortNodes } from "#web/features/services/architecture/model/sort-nodes.ts";
import type { NodeColumn, NodeOrder } from "#web/features/services/architecture/model/sort-nodes.ts";
import type { Opened } from "#web/features/services/architecture/use-opened.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { FilterField } from "#web/ui/form/filter-field.tsx";
import { DataTable } from "#web/ui/list/data-table.tsx";
import { useGrowingRows } from "#web/ui/list/use-growing-rows.ts";

import { NodeRow } from "./node-row.tsx";

interface NodeTableProps {
  nodes: readonly CanvasNode[];
  selectedId: string | null;
  opened: Opened;
  onSelect: (nodeId: string) => void;
  onDelete: (nodeId: string) => void;
}

const columns: readonly { title: string; column: NodeColumn; className?: string }[] = [
  { title: "Name", column: "name" },
  { title: "Type", column: "type" },
  { title: "State", column: "state" },
  { title: "Code", column: "code", className: "@max-3xl:hidden" },
];

/** The nodes as a table: everything that the canvas can do, without it. */
export function NodeTable({ nodes, selectedId, opened, onSelect, onDelete }: NodeTableProps) {
  // On a narrow window rows are cards without heads.
  const isNarrow = useIsNarrow();
  const [query, setQuery] = useState("");
  const [order, setOrder] = useState<NodeOrder | null>(null);
  const matching = matchNodes(nodes, query);
  const all = order === null ? matching : sortNodes(matching, order);
  const selectedAt = all.findIndex(({ nodeId }) => nodeId === selectedId);
  const { count, endRef } = useGrowingRows(all.length, selectedAt + 1);
  const heads = columns.map(({ title, column, className }) => {
    const direction = order?.isDescending ? ("descending" as const) : ("ascending" as const);
    const sorting = {
      order: order?.column === column ? direction : ("none" as const),
      onSort: () => setOrder(nextOrder(order, column)),
    };
    return { title, className, ...(!isNarrow && { sorting }) };
  });
  return (
    <div className="@container flex flex-col gap-3">
      {nodes.length >= fewestFiltered && <FilterField label="Filter nodes" value={query} onValueChange={setQuery} />}
      {all.length === 0 && <p className="text-sm text-ink-3">No node is called so.</p>}
      <DataTable label="Nodes" columns={[...heads, { title: "Actions", isHidden: true }]}>
        {all.slice(0, count).map((node) => (
          <NodeRow
            key={node.nodeId}
            node={node}
            nodes={nodes}
            columnCount={columns.length + 1}
            selectedId={selectedId}
            opened={opened}
            onSelect={onSelect}
            onDelete={onDelete}
          />
        ))}
      </DataTable>
      {count < all.length && (
        <p ref={endRef} className="text-sm text-ink-3">
          {count} of {all.length} nodes are shown. More come while you scroll.
        </p>
      )}
    </div>
  );
}

/** Fewer are seen at once. */
const fewestFiltered = 8;
