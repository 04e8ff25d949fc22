import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";

import { formLabel, isFoundNode } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { describePeople } from "#web/features/services/architecture/model/canvas-people.ts";
import { proposalLabels } from "#web/features/services/architecture/model/proposal-mark.ts";
import { canOpen } from "#web/features/services/architecture/use-opened.ts";
import type { Opened } from "#web/features/services/architecture/use-opened.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { BrokenPath } from "#web/ui/display/broken-path.tsx";
import { DataCell, DataRow } from "#web/ui/list/data-table.tsx";

import { PeopleAtNode } from "./canvas-people.tsx";
import { FindingMark } from "./finding-mark.tsx";
import { FormIcon } from "./form-icon.tsx";
import { ModuleRows } from "./module-rows.tsx";
import { NodeStateMark } from "./node-state-mark.tsx";

export interface NodeRowProps {
  node: CanvasNode;
  /** All of them: modules of this one are connected with others. */
  nodes: readonly CanvasNode[];
  columnCount: number;
  selectedId: string | null;
  opened: Opened;
  onSelect: (nodeId: string) => void;
  onDelete: (nodeId: string) => void;
}

/** A node in the table, with what it is made of below it. */
export function NodeRow({ node, nodes, columnCount, selectedId, opened, onSelect, onDelete }: NodeRowProps) {
  return (
    <>
      <DataRow>
        <DataCell className="min-w-0 max-sm:grow max-sm:basis-4/5 md:min-w-52">
          <OpenToggle node={node} opened={opened} />
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
          {/* Where there is no room for a column of its own. */}
          {node.detail !== null && (
            <p className="font-mono text-xs wrap-anywhere text-ink-3 @3xl:hidden">
              <BrokenPath path={node.detail} />
            </p>
          )}
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
        <DataCell className="font-mono text-xs wrap-anywhere text-ink-3 @max-3xl:hidden">
          {node.detail !== null && <BrokenPath path={node.detail} />}
        </DataCell>
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
      {opened.isOpen(node.nodeId) && (
        <ModuleRows node={node} nodes={nodes} opened={opened} columnCount={columnCount} onSelect={onSelect} />
      )}
    </>
  );
}

/** Shows below the row what the service is made of. */
function OpenToggle({ node, opened }: { node: CanvasNode; opened: Opened }) {
  if (!canOpen(node) || node.proposal === "added") return null;
  const isOpen = opened.isOpen(node.nodeId);
  const Icon = isOpen ? CaretDownIcon : CaretRightIcon;
  return (
    <IconButton
      size="sm"
      className="mr-1 -ml-1.5 align-middle"
      label={`Modules of ${node.name}`}
      aria-expanded={isOpen}
      aria-busy={opened.isLoading(node.nodeId)}
      icon={<Icon className="size-3.5" />}
      onClick={() => opened.toggle(node.nodeId)}
    />
  );
}
