import { ArrowsInSimpleIcon } from "@phosphor-icons/react/dist/csr/ArrowsInSimple";
import { Handle } from "@xyflow/react";
import type { Node, NodeProps } from "@xyflow/react";
import { memo, use } from "react";

import { formLabel } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasModule, OpenedFrame as Frame } from "#web/features/services/architecture/model/opened.ts";
import { FormIcon } from "#web/features/services/architecture/parts/form-icon.tsx";
import { NodeStateMark } from "#web/features/services/architecture/parts/node-state-mark.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

import { cardSides } from "./node-card.tsx";
import { OpeningContext } from "./opening.ts";

/** A service that is open, and a module in it, as React Flow keeps them. */
export type FrameNode = Node<{ node: CanvasNode; frame: Frame }, "frame">;
export type ModuleNode = Node<{ module: CanvasModule }, "module">;

/** A service that is open: its modules stand in it. */
export const OpenedFrame = memo(function OpenedFrame({ data: { node, frame }, selected }: NodeProps<FrameNode>) {
  const opening = use(OpeningContext);
  return (
    <div
      className={cx(
        "flex size-full flex-col rounded-lg border-2 border-line-control bg-surface-1",
        node.isPointedAt && "ring-4 ring-warning-text ring-offset-2 ring-offset-surface-1",
        selected && "ring-2 ring-accent-text ring-offset-2 ring-offset-surface-1",
      )}
    >
      <div className="flex h-10 shrink-0 items-center gap-2 pr-1 pl-3 text-xs text-ink-3">
        <FormIcon form={node.form} />
        <span dir="auto" className="frame-name min-w-0 truncate font-medium text-ink">
          {node.name}
        </span>
        <span className="shrink-0">{formLabel(node.form)}</span>
        <span className="ml-auto shrink-0 tabular-nums">{frame.countText}</span>
        {node.state && <NodeStateMark state={node.state} className="shrink-0 text-ink-2" />}
        {frame.hiddenCount > 0 && (
          <Button size="sm" variant="ghost" className="nodrag nopan" onClick={() => opening?.showAll(node.nodeId)}>
            Show all
          </Button>
        )}
        <IconButton
          size="sm"
          className="nodrag nopan"
          label={`Close ${node.name}`}
          aria-expanded
          icon={<ArrowsInSimpleIcon className="size-4" />}
          onClick={(event) => {
            event.stopPropagation();
            opening?.toggle(node.nodeId);
          }}
        />
      </div>
      {frame.note !== null && (
        <div className="flex min-h-0 flex-1 flex-col items-start gap-2 overflow-y-auto px-3 pb-3 text-sm text-ink-2">
          <p className="wrap-anywhere">{frame.note}</p>
          {frame.hasFailed && (
            <Button size="sm" className="nodrag nopan" onClick={() => opening?.retry(node.nodeId)}>
              Retry
            </Button>
          )}
        </div>
      )}
      <LineEnds />
    </div>
  );
});

/** A module of a service that is open. */
export const ModuleCard = memo(function ModuleCard({ data: { module }, selected }: NodeProps<ModuleNode>) {
  return (
    <div
      className={cx(
        "flex size-full flex-col justify-center rounded-md border border-line bg-surface-2 px-2.5",
        selected && "ring-2 ring-accent-text ring-offset-2 ring-offset-surface-1",
      )}
    >
      <p dir="auto" className="module-name truncate font-mono text-ink">
        {module.name}
      </p>
      <p className="card-more mt-0.5 text-xs text-ink-3">{module.detail}</p>
      <LineEnds />
    </div>
  );
});

/** Where lines end; nobody draws one from here. */
function LineEnds() {
  return cardSides.map(([id, position]) => (
    <Handle key={id} id={id} type="source" position={position} isConnectable={false} className="opacity-0" />
  ));
}
