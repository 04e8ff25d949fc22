import type { CanvasViewer } from "@cairn/contract/presence";
import { lazy, Suspense } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { withPeople } from "./model/canvas-people.ts";
import { openEdges } from "./model/open-edges.ts";
import { pointAtEdges, pointAtNodes } from "./model/point-at.ts";
import type { ShownFindings } from "./model/point-at.ts";
import { ArchitectureLists } from "./panel/architecture-lists.tsx";
import { Drift } from "./panel/drift.tsx";
import type { EditorView } from "./parts/editor-toolbar.tsx";
import { EmptyCanvas } from "./parts/empty-canvas.tsx";
import type { Editing } from "./use-editing.ts";
import { canOpen } from "./use-opened.ts";

const ArchitectureCanvas = lazy(() =>
  import("./canvas/architecture-canvas.tsx").then((module) => ({ default: module.ArchitectureCanvas })),
);

interface EditorStageProps {
  project: ProjectKey;
  editing: Editing;
  /** Who else has the canvas open. */
  others: readonly CanvasViewer[];
  view: EditorView;
  importHref: string;
  shown: ShownFindings;
}

/** What is being edited: the canvas or the list of it, or how to begin. */
export function EditorStage({ project, editing, others, view, importHref, shown }: EditorStageProps) {
  const isNarrow = useIsNarrow();
  const { loading, connecting, selection, remove, opened } = editing;
  const edges = pointAtEdges(editing.proposals.edges, shown);
  const nodes = pointAtNodes(withPeople(editing.proposals.nodes, others), shown);
  /** What is proposed has nothing to edit yet: it is accepted or refused. */
  const isProposed = (id: string) =>
    nodes.some(({ nodeId, proposal }) => nodeId === id && proposal === "added") ||
    edges.some(({ edgeId, proposal }) => edgeId === id && proposal !== undefined);
  const isOpenable = (id: string) => nodes.some((node) => node.nodeId === id && canOpen(node));
  const open = (id: string) => (isProposed(id) ? selection.startAsking() : selection.open(id));
  const select = (id: string | null) =>
    id !== null && isProposed(id) ? selection.startAsking() : selection.select(id);
  if (loading.isPending || editing.isPlacing) return <CanvasPlaceholder />;
  if (nodes.length === 0)
    return (
      <EmptyCanvas
        importHref={importHref}
        onImport={selection.startImporting}
        onAdd={editing.add}
        onDraw={editing.drawing.add}
      />
    );
  if (view === "list") {
    return (
      <ArchitectureLists
        nodes={nodes}
        edges={edges}
        selectedId={selection.selectedId}
        opened={opened}
        drift={
          isNarrow && loading.data ? (
            <Drift
              project={project}
              architecture={loading.data}
              edges={edges}
              isBusy={connecting.isBusy}
              onOpen={open}
              onBaseline={connecting.allowAll}
            />
          ) : null
        }
        onOpen={open}
        onDelete={remove}
      />
    );
  }
  return (
    <Suspense fallback={<CanvasPlaceholder />}>
      <ArchitectureCanvas
        nodes={nodes}
        edges={openEdges(edges, nodes, opened.services)}
        selectedId={selection.selectedId}
        brought={selection.brought}
        frames={opened.frames}
        opening={{ ...opened, canOpen: isOpenable }}
        onSelect={(id, how) => (id !== null && how === "keyboard" ? open(id) : select(id))}
        editing={{ onMove: editing.move, onDelete: remove, onConnect: connecting.connect, onMiss: editing.tellMiss }}
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
