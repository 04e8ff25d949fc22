import type { Service } from "@cairn/contract/services";
import { lazy, Suspense, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { LeaveDialog } from "#web/ui/confirmation/leave-dialog.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { DeleteNodeDialog } from "./delete-node-dialog.tsx";
import { listCanvasNodes } from "./model/canvas-node.ts";
import { AddNode } from "./panel/add-node.tsx";
import { EditorPanel } from "./panel/editor-panel.tsx";
import { NodeSettings } from "./panel/node-settings.tsx";
import { EditorToolbar } from "./parts/editor-toolbar.tsx";
import type { EditorView } from "./parts/editor-toolbar.tsx";
import { EmptyCanvas } from "./parts/empty-canvas.tsx";
import { Island } from "./parts/island.tsx";
import { NodeTable } from "./parts/node-table.tsx";
import { RestoredNote } from "./parts/restored-note.tsx";
import { useEditing } from "./use-editing.ts";
import { useLeaving } from "./use-leaving.ts";

const ArchitectureCanvas = lazy(() =>
  import("./canvas/architecture-canvas.tsx").then((module) => ({ default: module.ArchitectureCanvas })),
);

export interface ArchitectureEditorProps {
  userId: string;
  projectId: string;
  project: ProjectKey;
  services: readonly Service[];
  /** All nodes were saved. */
  onSaved?: () => void;
}

/** The services of a product as nodes that can be added, described, moved and saved, on a canvas or in a list. */
export function ArchitectureEditor({ userId, projectId, project, services, onSaved }: ArchitectureEditorProps) {
  const isNarrow = useIsNarrow();
  const [chosenView, setView] = useState<EditorView | null>(null);
  const view = chosenView ?? (isNarrow ? "list" : "canvas");
  const editing = useEditing({ userId, projectId, project, services, onSaved });
  const { draft, change, selection, deletion, selected, unsaved, invalid } = editing;
  const [isRestoredShown, setIsRestoredShown] = useState(editing.restoredCount > 0);
  const canvasNodes = listCanvasNodes(draft.present, services);
  const leaving = useLeaving(unsaved.length + invalid.length > 0);
  const importHref = `${href("setupArchitecture", { ...project })}/import`;
  const { add } = editing;

  const isEmpty = draft.present.nodes.length === 0;
  const settings = selected && (
    <NodeSettings
      project={project}
      node={selected}
      isStrict={selection.isStrict}
      onEdit={(values) => change({ kind: "edited", nodeId: selected.nodeId, values })}
      onDelete={() => deletion.ask(selected.nodeId)}
      onRevert={() => selected.stored && change({ kind: "reverted", nodeId: selected.nodeId })}
    />
  );
  return (
    <div className="flex h-[calc(100dvh-3rem)] min-h-0 flex-col max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]">
      <EditorToolbar
        view={view}
        onView={setView}
        canUndo={draft.past.length > 0}
        canRedo={draft.future.length > 0}
        onUndo={editing.undo}
        onRedo={editing.redo}
        onAdd={isNarrow && !isEmpty ? selection.startAdding : null}
      />
      {isRestoredShown && (
        <RestoredNote
          count={editing.restoredCount}
          onKeep={() => setIsRestoredShown(false)}
          onDiscard={() => {
            change({ kind: "discarded" });
            setIsRestoredShown(false);
          }}
        />
      )}
      <div className="flex min-h-0 flex-1">
        <div className="relative min-h-0 min-w-0 flex-1">
          {isEmpty && <EmptyCanvas importHref={importHref} onAdd={add} />}
          {!isEmpty && view === "canvas" && (
            <Suspense fallback={<CanvasPlaceholder />}>
              <ArchitectureCanvas
                nodes={canvasNodes}
                selectedId={selection.selectedId}
                onSelect={(nodeId, how) =>
                  nodeId !== null && how === "keyboard" ? selection.open(nodeId) : selection.select(nodeId)
                }
                onMove={editing.move}
                onDelete={deletion.ask}
              />
            </Suspense>
          )}
          {!isEmpty && view === "list" && (
            <div className="h-full overflow-y-auto px-4 pt-4 pb-24 md:px-6">
              <NodeTable
                nodes={canvasNodes}
                selectedId={selection.selectedId}
                onSelect={selection.open}
                onDelete={deletion.ask}
              />
            </div>
          )}
          {!isEmpty && (
            <div className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-4 *:pointer-events-auto">
              <Island
                unsavedCount={unsaved.length}
                invalidCount={invalid.length}
                isSaving={editing.isSaving}
                onSave={editing.save}
                onAdd={selection.startAdding}
                onShowInvalid={editing.showInvalid}
              />
            </div>
          )}
        </div>
        {(!isEmpty || selected) && (
          <EditorPanel
            title={selected ? "Settings" : "Add Node"}
            isSheet={isNarrow}
            isOpen={selected !== null || selection.isAdding}
            onClose={selected || isNarrow ? selection.close : null}
          >
            {settings ?? <AddNode onAdd={add} importHref={importHref} />}
          </EditorPanel>
        )}
      </div>
      <Announcement>{editing.said}</Announcement>
      <DeleteNodeDialog {...deletion.dialog} />
      {leaving && (
        <LeaveDialog
          title="Leave without saving?"
          returnAction="edit the architecture"
          isDraftStored
          onStay={leaving.stay}
          onLeave={leaving.leave}
        />
      )}
    </div>
  );
}

function CanvasPlaceholder() {
  return (
    <Loading what="canvas">
      <Skeleton className="m-6 h-60" />
    </Loading>
  );
}
