import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";

import { formLabel, isFoundNode } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { describePeople } from "#web/features/services/architecture/model/canvas-people.ts";
import { proposalLabels } from "#web/features/services/architecture/model/proposal-mark.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { DataCell, DataRow, DataTable } from "#web/ui/list/data-table.tsx";

import { PeopleAtNode } from "./canvas-people.tsx";
import { FindingMark } from "./finding-mark.tsx";
import { FormIcon } from "./form-icon.tsx";
import { NodeStateMark } from "./node-state-mark.tsx";

interface NodeTableProps {
  nodes: readonly CanvasNode[];
  selectedId: string | null;
  onSelect: (nodeId: string) => void;
  onDelete: (nodeId: string) => void;
}

const columns = [
  { title: "Name" },
  { title: "Type" },
  { title: "State" },
  { title: "Code", className: "max-lg:hidden" },
  { title: "Actions", isHidden: true },
];

/** The nodes as a table: everything that the canvas can do, without it. */
export function NodeTable({ nodes, selectedId, onSelect, onDelete }: NodeTableProps) {
  return (
    <DataTable label="Nodes" columns={columns}>
      {nodes.map((node) => (
        <DataRow key={node.nodeId}>
          <DataCell className="min-w-0 max-sm:grow max-sm:basis-4/5">
            <button
              type="button"
              data-node-row={node.nodeId}
              aria-pressed={node.nodeId === selectedId}
              onClick={() => onSelect(node.nodeId)}
              className={cx(
                "min-h-6 rounded-sm text-left font-medium wrap-anywhere hover:underline",
                node.nodeId === selectedId ? "text-accent-text" : "text-ink",
              )}
            >
              {node.name}
            </button>
            {node.findings !== undefined && (
              <FindingMark
                count={node.findings}
                className={cx("ml-2 align-middle", node.isPointedAt && "rounded-sm bg-warning-subtle px-1")}
              />
            )}
            {node.people && (
              <span className="ml-2 inline-flex max-w-full align-middle">
                <PeopleAtNode people={node.people} />
                <span className="sr-only">{describePeople(node.people)}</span>
              </span>
            )}
          </DataCell>
          <DataCell className="whitespace-nowrap max-sm:order-2">
            <span className="inline-flex items-center gap-1.5 text-ink-2">
              <FormIcon form={node.form} />
              {formLabel(node.form)}
            </span>
          </DataCell>
          <DataCell className="max-sm:order-3">
            {node.proposal ? (
              <span className="text-xs font-medium text-ai-text">{proposalLabels[node.proposal]}</span>
            ) : (
              node.state && <NodeStateMark state={node.state} className="text-ink-2" />
            )}
          </DataCell>
          <DataCell className="font-mono text-xs wrap-anywhere text-ink-3 max-lg:hidden">{node.detail}</DataCell>
          <DataCell className="w-px text-right max-sm:order-1 max-sm:ml-auto max-sm:w-auto">
            {!isFoundNode(node) && node.proposal !== "added" && (
              <IconButton
                label={`Delete ${node.name}`}
                icon={<TrashIcon className="size-4" />}
                onClick={() => onDelete(node.nodeId)}
              />
            )}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}
