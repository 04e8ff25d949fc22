import type { CanvasViewer } from "@cairn/contract/presence";
import type { Service } from "@cairn/contract/services";
import { lazy, Suspense, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { LeaveDialog } from "#web/ui/confirmation/leave-dialog.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { useAnalyseArchitecture, useExportArchitecture } from "./architecture.api.ts";
import { DeleteNodeDialog } from "./delete-node-dialog.tsx";
import { EditorStage } from "./editor-stage.tsx";
import { savePng, saveSvg } from "./export-picture.ts";
import { withPeople } from "./model/canvas-people.ts";
import { drawSvg } from "./model/draw-svg.ts";
import { EditorPanel } from "./panel/editor-panel.tsx";
import type { FindingsProps } from "./panel/findings.tsx";
import { PanelContent } from "./panel/panel-content.tsx";
import { CanvasPeople, EditedByOthers } from "./parts/canvas-people.tsx";
import { DeletedNote } from "./parts/deleted-note.tsx";
import { EditorNotices } from "./parts/editor-notices.tsx";
import { EditorToolbar } from "./parts/editor-toolbar.tsx";
import type { EditorView } from "./parts/editor-toolbar.tsx";
import { FindNode } from "./parts/find-node.tsx";
import { findAddButton, findHistoryButton, focusWhenDrawn } from "./parts/focus-when-drawn.ts";
import { Island } from "./parts/island.tsx";
import { PictureMenu } from "./parts/picture-menu.tsx";
import { RestoredNote } from "./parts/restored-note.tsx";
import { useCanvasPresence } from "./use-canvas-presence.ts";
import { useEditing } from "./use-editing.ts";
import type { Editing } from "./use-editing.ts";
import { useLeaving } from "./use-leaving.ts";

const EditWithAi = lazy(() => import("./panel/edit-with-ai.tsx").then((module) => ({ default: module.EditWithAi })));

const ArchitectureHistory = lazy(() =>
  import("./history/architecture-history.tsx").then((module) => ({ default: module.ArchitectureHistory })),
);

const screenHeight =
  "flex h-[calc(100dvh-3rem)] min-h-0 flex-col max-md:h-[calc(100dvh-6.5rem-env(safe-area-inset-bottom))]";

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
  const [isHistory, setIsHistory] = useState(false);
  const [isFolded, setIsFolded] = useState(false);
  const editing = useEditing({ userId, projectId, project, services, isPaused: isHistory, onSaved });
  const { draft, selection, deletion, unsavedCount, invalid, loading, canvasNodes, connecting, proposals } = editing;
  const others = useCanvasPresence(editing.selectedNode);
  const analysis = useFindings(project);
  const [isRestoredShown, setIsRestoredShown] = useState(editing.restored.nodes + editing.restored.lines > 0);
  const leaving = useLeaving(unsavedCount + invalid.length + proposals.pending.length > 0);
  const importHref = `${href("setupArchitecture", { ...project })}/import`;
  const isEmpty = proposals.nodes.length === 0;
  const isDirty = unsavedCount + invalid.length > 0;
  const selected = editing.selectedService ?? editing.selectedNode ?? editing.selectedEdge ?? editing.selectedModule;
  const isAsking = selection.isAsking && selected === null;
  const isPutAway = isFolded && !isNarrow && !selection.isAdding;
  const title = selected ? selectedTitle(editing) : isAsking ? askTitle(selection) : "Add Node";

  const closeHistory = () => {
    setIsHistory(false);
    focusWhenDrawn(findHistoryButton);
  };
  if (isHistory) {
    return (
      <div className={screenHeight}>
        <Suspense fallback={<Skeleton className="m-6 h-60" />}>
          <ArchitectureHistory project={project} architecture={loading.data} onClose={closeHistory} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={screenHeight}>
      <EditorToolbar
        view={view}
        onView={setView}
        canUndo={draft.past.length > 0}
        canRedo={draft.future.length > 0}
        onUndo={editing.undo}
        onRedo={editing.redo}
        onAdd={(isNarrow || isFolded) && !isEmpty ? selection.startAdding : null}
        onAsk={isEmpty || isDirty ? selection.startAsking : null}
        onImport={isEmpty ? null : selection.startImporting}
        onArrange={isEmpty ? null : editing.arrangeAll}
        onHistory={isEmpty ? null : () => setIsHistory(true)}
        find={view === "canvas" && !isEmpty && <FindNode nodes={canvasNodes} onFound={selection.open} />}
        people={<CanvasPeople others={others} nodes={canvasNodes} />}
      >
        {!isEmpty && <Pictures project={project} editing={editing} />}
      </EditorToolbar>
      <EditorNotices project={project} services={services} loading={loading} />
      {isRestoredShown && (
        <RestoredNote
          restored={editing.restored}
          onKeep={() => setIsRestoredShown(false)}
          onDiscard={() => {
            editing.change({ kind: "discarded" });
            setIsRestoredShown(false);
          }}
        />
      )}
      <div className="flex min-h-0 flex-1">
        <div className="relative min-h-0 min-w-0 flex-1">
          <EditorStage
            project={project}
            editing={editing}
            others={others}
            view={view}
            importHref={importHref}
            shown={{ findings: analysis.findings ?? [], chosen: analysis.chosen }}
          />
          {!isEmpty && <EditorIsland editing={editing} />}
        </div>
        {((!isEmpty && !isPutAway) || selected || isAsking) && (
          <EditorPanel
            title={title}
            isSheet={isNarrow}
            isOpen={selected !== null || selection.isAdding || isAsking}
            onClose={selected || isAsking || isNarrow ? () => selection.close(editing.selectedEdge?.sourceId) : null}
            onFold={() => {
              setIsFolded(true);
              selection.close();
              focusWhenDrawn(findAddButton);
            }}
          >
            <OthersDoing editing={editing} others={others} />
            {isAsking ? (
              <AskPanel editing={editing} />
            ) : (
              <PanelContent
                project={project}
                architecture={loading.data}
                nodes={canvasNodes}
                connecting={connecting}
                selectedService={editing.selectedService}
                selectedNode={editing.selectedNode}
                drawing={editing.drawing}
                selectedModule={editing.selectedModule}
                selectedEdge={editing.selectedEdge}
                opening={view === "canvas" ? editing.opened : null}
                isStrict={selection.isStrict}
                analysis={analysis}
                importHref={importHref}
                onAdd={editing.add}
                onEdit={editing.edit}
                onRevert={editing.revert}
                onDelete={editing.remove}
                onOpen={selection.open}
              />
            )}
          </EditorPanel>
        )}
      </div>
      <Announcement>{editing.said}</Announcement>
      <DeleteNodeDialog {...deletion.dialog} />
      {leaving && <LeaveQuestion leaving={leaving} isStored={proposals.pending.length === 0} />}
    </div>
  );
}

/** What others do to the node that is chosen. */
function OthersDoing({ editing, others }: { editing: Editing; others: readonly CanvasViewer[] }) {
  const { selectedNode, deletedNode } = editing;
  const people = selectedNode ? (withPeople([selectedNode], others)[0]?.people ?? []) : [];
  return (
    <>
      <EditedByOthers people={people} />
      {deletedNode && <DeletedNote node={deletedNode} />}
    </>
  );
}

function EditorIsland({ editing }: { editing: Editing }) {
  const { unsavedCount, invalid, proposals, selection } = editing;
  return (
    // Beside the buttons for the zoom, which lie at the left; in a narrow window these lie above.
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-4 *:pointer-events-auto md:pl-34">
      <Island
        unsavedCount={unsavedCount}
        invalidCount={invalid.length}
        proposedCount={proposals.pending.length}
        isSaving={editing.isSaving}
        onSave={editing.save}
        onAsk={selection.startAsking}
        onShowInvalid={editing.showInvalid}
      />
    </div>
  );
}

function selectedTitle({ selectedEdge, selectedModule }: Editing): string {
  if (selectedModule) return "Module";
  return selectedEdge ? "Connection" : "Settings";
}

function askTitle({ isImporting }: Pick<Editing["selection"], "isImporting">): string {
  return isImporting ? "Import" : "Edit with AI";
}

/** The picture or what it says, as a file. */
function Pictures({ project, editing }: { project: ProjectKey; editing: Editing }) {
  const exporting = useExportArchitecture(project);
  const name = `${project.projectId}-architecture`;
  const draw = () => drawSvg(editing.canvasNodes, editing.connecting.edges);
  return (
    <PictureMenu
      onExport={exporting.mutate}
      onSvg={() => saveSvg(draw(), name)}
      onPng={() => void savePng(draw(), name)}
    />
  );
}

interface LeaveQuestionProps {
  leaving: NonNullable<ReturnType<typeof useLeaving>>;
  /** What is proposed and not accepted lasts as long as the screen. */
  isStored: boolean;
}

function LeaveQuestion({ leaving, isStored }: LeaveQuestionProps) {
  return (
    <LeaveDialog
      title="Leave without saving?"
      returnAction="edit the architecture"
      isDraftStored={isStored}
      onStay={leaving.stay}
      onLeave={leaving.leave}
    />
  );
}

/** What stands out in it, looked for on demand, and what of it is chosen. */
function useFindings(project: ProjectKey): Omit<FindingsProps, "project"> {
  const { data, isPending, mutate } = useAnalyseArchitecture(project);
  const [chosen, onChoose] = useState<FindingsProps["chosen"]>(null);
  const isWhole = data !== undefined && data.isFresh && !data.isCutOff;
  const onLook = () => {
    onChoose(null);
    mutate();
  };
  return { findings: data?.findings ?? null, isWhole, isBusy: isPending, onLook, chosen, onChoose };
}

/** Changes in words, and those that are proposed. */
function AskPanel({ editing: { asking, proposals, canvasNodes, selection } }: { editing: Editing }) {
  // What is there is called as it is, also where another name is proposed.
  const names = new Map([...proposals.nodes, ...canvasNodes].map(({ nodeId, name }) => [nodeId, name]));
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <EditWithAi
        // What was typed for one is no text for the other.
        key={String(selection.isImporting)}
        asking={asking}
        isImporting={selection.isImporting}
        pending={proposals.pending}
        nameOf={(nodeId) => names.get(nodeId) ?? "a node that is gone"}
        onAccept={proposals.accept}
        onRefuse={proposals.refuse}
        onAcceptAll={proposals.acceptAll}
        onRefuseAll={proposals.refuseAll}
      />
    </Suspense>
  );
}
