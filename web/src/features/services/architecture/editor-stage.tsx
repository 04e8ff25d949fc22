import { lazy, Suspense } from "react";

import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { ArchitectureLists } from "./panel/architecture-lists.tsx";
import type { EditorView } from "./parts/editor-toolbar.tsx";
import { EmptyCanvas } from "./parts/empty-canvas.tsx";
import type { Editing } from "./use-editing.ts";

const ArchitectureCanvas = lazy(() =>
  import("./canvas/architecture-canvas.tsx").then((module) => ({ default: module.ArchitectureCanvas })),
);

interface EditorStageProps {
  editing: Editing;
  view: EditorView;
  importHref: string;
}

/** What is being edited: the canvas or the list of it, or how to begin. */
export function EditorStage({ editing, view, importHref }: EditorStageProps) {
  const { loading, canvasNodes, connecting, selection, deletion } = editing;
  if (loading.isPending) return <CanvasPlaceholder />;
  if (canvasNodes.length === 0) return <EmptyCanvas importHref={importHref} onAdd={editing.add} />;
  if (view === "list") {
    return (
      <ArchitectureLists
        nodes={canvasNodes}
        edges={connecting.edges}
        selectedId={selection.selectedId}
        onOpen={selection.open}
        onDelete={deletion.ask}
      />
    );
  }
  return (
    <Suspense fallback={<CanvasPlaceholder />}>
      <ArchitectureCanvas
        nodes={canvasNodes}
        edges={connecting.edges}
        selectedId={selection.selectedId}
        onSelect={(id, how) => (id !== null && how === "keyboard" ? selection.open(id) : selection.select(id))}
        onMove={editing.move}
        onDelete={deletion.ask}
        onConnect={connecting.connect}
        arrangedCount={editing.arrangedCount}
      />
    </Suspense>
  );
}

function CanvasPlaceholder() {
  return (
    <Loading what="canvas">
      <Skeleton className="m-6 h-60" />
    </Loading>
  );
}
