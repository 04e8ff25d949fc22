import { ArrowsOutSimpleIcon } from "@phosphor-icons/react/dist/csr/ArrowsOutSimple";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { Handle, Position } from "@xyflow/react";
import type { Node, NodeProps } from "@xyflow/react";
import { memo, use } from "react";

import { formLabel, isFoundNode } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import type { Difference } from "#web/features/services/architecture/model/difference.ts";
import { proposalLabels } from "#web/features/services/architecture/model/proposal-mark.ts";
import type { ProposalMark } from "#web/features/services/architecture/model/proposal-mark.ts";
import type { NodeState } from "#web/features/services/architecture/model/service-node.ts";
import { BrokenName } from "#web/features/services/architecture/parts/broken-name.tsx";
import { PeopleAtNode } from "#web/features/services/architecture/parts/canvas-people.tsx";
import { DifferenceMark } from "#web/features/services/architecture/parts/difference-mark.tsx";
import { FindingMark } from "#web/features/services/architecture/parts/finding-mark.tsx";
import { FormIcon } from "#web/features/services/architecture/parts/form-icon.tsx";
import { NodeStateMark } from "#web/features/services/architecture/parts/node-state-mark.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { OpeningContext } from "./opening.ts";

/** A node as React Flow keeps it. */
export type CardNode = Node<{ node: CanvasNode }, "card">;

/** Each state has a border of its own, beside its icon and word. */
const borders: Record<NodeState, string> = {
  unconfigured: "border-dashed border-line-control",
  unsaved: "border-dashed border-warning-text",
  invalid: "border-2 border-danger-text",
  saved: "border-success-text",
  saving: "border-2 border-accent-text",
  error: "border-2 border-dashed border-danger-text",
  leaving: "border-2 border-dotted border-danger-text",
};

/** What is proposed looks like nothing that is there, and each differs by more than its colour. */
const proposals: Record<ProposalMark, string> = {
  added: "border-2 border-dashed border-ai-text bg-ai-subtle",
  changed: "border-2 border-ai-text bg-surface-2",
  removed: "border-2 border-dotted border-ai-text bg-surface-2",
};

/** Between two commits, likewise. */
const differences: Record<Difference, string> = {
  added: "border-2 border-success-text bg-success-subtle",
  changed: "border-2 border-dashed border-warning-text bg-warning-subtle",
  removed: "border-2 border-dotted border-danger-text bg-surface-2",
};

/** Where lines leave and arrive; dragging from one draws a new line. */
export const cardSides = [
  ["top", Position.Top],
  ["right", Position.Right],
  ["bottom", Position.Bottom],
  ["left", Position.Left],
] as const;

/** A node on the canvas. */
export const NodeCard = memo(function NodeCard({ data: { node }, selected, isConnectable }: NodeProps<CardNode>) {
  return (
    <div
      className={cx(
        "group/card flex size-full flex-col justify-center rounded-lg px-3",
        lookOf(node),
        node.isPointedAt && "ring-4 ring-warning-text ring-offset-2 ring-offset-surface-1",
        selected && "ring-2 ring-accent-text ring-offset-2 ring-offset-surface-1",
      )}
    >
      <span className="card-sign pointer-events-none rounded-sm bg-surface-1">
        <FormIcon form={node.form} />
      </span>
      {node.people?.[0] && (
        <>
          <span
            aria-hidden
            className="pointer-events-none absolute -inset-2 rounded-xl border-2"
            style={{ borderColor: node.people[0].color }}
          />
          <PeopleAtNode
            people={node.people}
            className="card-note pointer-events-none absolute -top-5 left-0 origin-bottom-left"
          />
        </>
      )}
      {node.findings !== undefined && (
        <FindingMark
          count={node.findings}
          className="card-note pointer-events-none absolute right-2 bottom-full mb-0.5 origin-bottom-right rounded-sm border border-line bg-surface-2 px-1"
        />
      )}
      {node.state && (
        <span className="card-state pointer-events-none absolute top-full left-1/2 -mt-1.5 origin-top -translate-x-1/2 rounded-sm border border-line bg-surface-2 px-1">
          <NodeStateMark state={node.state} className="text-ink-2" />
        </span>
      )}
      <div className="card-more flex items-center gap-1.5 text-xs text-ink-3">
        <FormIcon form={node.form} />
        <span className="min-w-0 flex-1 truncate">{formLabel(node.form)}</span>
        {node.difference ? (
          <DifferenceMark difference={node.difference} className="text-ink-2" />
        ) : node.proposal ? (
          <ProposalSign proposal={node.proposal} />
        ) : (
          node.state && <NodeStateMark state={node.state} className="text-ink-2" />
        )}
        <OpenButton node={node} />
      </div>
      <p
        dir="auto"
        className={cx(
          "card-name mt-1 font-medium text-ink",
          (node.proposal === "removed" || node.difference === "removed" || node.state === "leaving") && "line-through",
        )}
      >
        <span className="card-beginning">
          <BrokenName name={node.name.slice(0, node.sharedLength ?? 0)} />
        </span>
        <wbr />
        <BrokenName name={node.name.slice(node.sharedLength ?? 0)} />
      </p>
      {node.detail && <p className="card-more truncate font-mono text-xs text-ink-3">{node.detail}</p>}
      {cardSides.map(([id, position]) => (
        <Handle
          key={id}
          id={id}
          type="source"
          position={position}
          isConnectable={isConnectable && node.proposal === undefined && node.state !== "leaving"}
          className="card-handle size-3! border-0! bg-transparent!"
        />
      ))}
    </div>
  );
});

/** Shows what a service is made of. By keyboard the node itself has a key for it. */
function OpenButton({ node: { nodeId, name } }: { node: CanvasNode }) {
  const opening = use(OpeningContext);
  if (!opening?.canOpen(nodeId)) return null;
  const isLoading = opening.isLoading(nodeId);
  return (
    <IconButton
      size="sm"
      className="nodrag nopan -my-1 -mr-1.5"
      label={isLoading ? `Opening ${name}…` : `Open ${name}`}
      tabIndex={-1}
      aria-expanded={false}
      aria-busy={isLoading}
      icon={isLoading ? <Spinner className="size-4" /> : <ArrowsOutSimpleIcon className="size-4" />}
      onClick={(event) => {
        event.stopPropagation();
        opening.toggle(nodeId);
      }}
    />
  );
}

function lookOf(node: CanvasNode): string {
  if (node.difference) return differences[node.difference];
  return node.proposal ? proposals[node.proposal] : `border bg-surface-2 ${borderOf(node)}`;
}

function borderOf(node: CanvasNode): string {
  if (node.state) return borders[node.state];
  return isFoundNode(node) ? "border-dotted border-line-control" : "border-line";
}

function ProposalSign({ proposal }: { proposal: ProposalMark }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs font-medium whitespace-nowrap text-ai-text">
      <SparkleIcon aria-hidden className="size-3.5" />
      {proposalLabels[proposal]}
    </span>
  );
}
