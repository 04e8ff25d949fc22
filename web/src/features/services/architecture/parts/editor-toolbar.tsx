import { ArrowUUpLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpLeft";
import { ArrowUUpRightIcon } from "@phosphor-icons/react/dist/csr/ArrowUUpRight";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";
import type { ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";

export type EditorView = "canvas" | "list";

const views = [
  { value: "canvas", label: "Canvas" },
  { value: "list", label: "List" },
] as const;

interface ArchitectureToolbarProps {
  view: EditorView;
  onView: (view: EditorView) => void;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  /** Opens the templates; null where they are shown anyway. */
  onAdd: (() => void) | null;
  /** Opens the panel in which changes are asked for; null where another button does. */
  onAsk: (() => void) | null;
  /** Opens the panel that takes texts of other tools; null where another button does. */
  onImport: (() => void) | null;
  /** Places all nodes by what connects them; null where there is nothing to place. */
  onArrange: (() => void) | null;
  /** Shows former commits; null where there is nothing to show. */
  onHistory: (() => void) | null;
  /** Who else is here. */
  people: ReactNode;
  /** Looks for a node; null where the view has a field of its own. */
  find: ReactNode;
  children?: ReactNode;
}

/** The bar above the canvas: what it shows, and steps back and forth. */
export function EditorToolbar(props: ArchitectureToolbarProps) {
  const { view, onView, canUndo, canRedo, onUndo, onRedo, onAdd, onAsk, onImport, onArrange, onHistory, people, find } =
    props;
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-subtle px-4 py-1.5 md:px-6">
      <h1 tabIndex={-1} className="mr-auto text-base font-semibold">
        Architecture
      </h1>
      {people}
      <div className="flex items-center">
        <IconButton
          label="Undo"
          icon={<ArrowUUpLeftIcon className="size-4" />}
          disabledReason={canUndo ? undefined : "Nothing to undo"}
          onClick={onUndo}
        />
        <IconButton
          label="Redo"
          icon={<ArrowUUpRightIcon className="size-4" />}
          disabledReason={canRedo ? undefined : "Nothing to redo"}
          onClick={onRedo}
        />
      </div>
      <div className="flex items-center">
        {find}
        {onAsk && (
          <IconButton label="Edit with AI" icon={<SparkleIcon className="size-4" />} data-ask onClick={onAsk} />
        )}
        {onArrange && (
          <IconButton label="Arrange" icon={<TreeStructureIcon className="size-4" />} onClick={onArrange} />
        )}
        {onHistory && (
          <IconButton
            label="History"
            icon={<ClockCounterClockwiseIcon className="size-4" />}
            data-history
            onClick={onHistory}
          />
        )}
        {onImport && (
          <IconButton
            label="Import a compose file or Structurizr DSL"
            icon={<DownloadSimpleIcon className="size-4" />}
            onClick={onImport}
          />
        )}
        {props.children}
      </div>
      <SegmentedControl label="View" size="sm" options={views} value={view} onValueChange={onView} />
      {onAdd && (
        <Button size="sm" data-add-node icon={<PlusIcon aria-hidden className="size-4" />} onClick={onAdd}>
          Add Node
        </Button>
      )}
    </div>
  );
}
