import type { ArtifactSummary } from "@cairn/contract/pages";
import { DragDropProvider, DragOverlay } from "@dnd-kit/react";
import { useState } from "react";
import type { KeyboardEvent } from "react";

import { useRepositionArtifact } from "#web/features/pages/api/artifacts.api.ts";
import { useDropArtifact, usePinArtifact } from "#web/features/pages/api/outline.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { linkDragSensors, withoutAnnouncements } from "#web/ui/drag/drag-settings.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { keepRowFocus } from "#web/ui/list/list.tsx";

import { DocumentRow } from "./document-row.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { moveByKey, listMoves } from "./page-moves.ts";
import type { PageMove } from "./page-moves.ts";
import { dropPartAtOffset, listPageRows, dropPosition } from "./page-tree.ts";
import type { DropPart, PageNode, PageRow } from "./page-tree.ts";

/** Rows that are rendered at first; a button shows more. A tree with more pages starts folded. */
const maxInitialRows = 200;

function countPages(tree: readonly PageNode[]): number {
  return tree.reduce((sum, node) => sum + 1 + countPages(node.children), 0);
}

interface DocumentsTreeProps {
  project: ProjectKey;
  /** Names the list for screen readers. */
  label: string;
  tree: readonly PageNode[];
  /** With a filter all matches are shown unfolded and no page can be moved. */
  isFiltered: boolean;
}

/** Pages as a tree whose rows fold and can be moved by dragging, by their menu, and with Alt and the arrow keys. */
export function DocumentsTree({ project, label, tree, isFiltered }: DocumentsTreeProps) {
  // Pages may still be loading: only rows that the person toggled are stored, the others follow from the number of pages.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isLong = countPages(tree) > maxInitialRows;
  const isFoldedNow = (artifactId: string) => !isFiltered && toggled.has(artifactId) !== isLong;
  const [shownCount, setShownCount] = useState(maxInitialRows);
  const [drop, setDrop] = useState<{ over: PageRow; part: DropPart } | null>(null);
  const [moving, setMoving] = useState<PageNode | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const reposition = useRepositionArtifact(project.organizationId);
  const pin = usePinArtifact(project.organizationId);
  const remove = useDropArtifact(project.organizationId);
  const allRows = listPageRows(tree, isFoldedNow);
  const rows = allRows.slice(0, shownCount);
  const rowOf = (artifactId: unknown) => rows.find(({ node }) => node.page.artifactId === artifactId);

  const setFold = (artifactId: string, isFolded: boolean) => {
    const next = new Set(toggled);
    if (isFolded === isLong) next.delete(artifactId);
    else next.add(artifactId);
    setToggled(next);
  };
  const apply = (row: PageRow, move: PageMove) => {
    reposition.mutate(move.position);
    setAnnouncement(`${row.node.page.title}: ${move.announcement}`);
    if (move.position.parentArtifactId !== null) setFold(move.position.parentArtifactId, false);
  };
  const pinPage = ({ artifactId, title }: ArtifactSummary, isPinned: boolean) =>
    pin.mutate(
      { artifactId, isPinned },
      { onSuccess: () => setAnnouncement(`${title}: ${isPinned ? "pinned" : "not pinned any more"}`) },
    );
  const dropPage = (artifactId: string) => {
    const focusNext = keepRowFocus(document.querySelector(`[data-page="${artifactId}"]`));
    remove.mutate(artifactId, { onSuccess: focusNext });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-page]") : null;
    const row = rowOf(element?.dataset.page);
    if (!row || isFiltered || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { artifactId } = row.node.page;
    const isFolded = isFoldedNow(artifactId);
    if (event.altKey) {
      const move = moveByKey(row, rows, event.key);
      if (move) apply(row, move);
      else if (!event.key.startsWith("Arrow")) return;
    } else if (event.key === "ArrowRight" && row.node.children.length > 0 && isFolded) setFold(artifactId, false);
    else if (event.key === "ArrowLeft" && row.node.children.length > 0 && !isFolded) setFold(artifactId, true);
    else return;
    event.preventDefault();
  };
  return (
    <DragDropProvider
      sensors={linkDragSensors}
      plugins={withoutAnnouncements}
      onDragMove={({ operation, nativeEvent }) =>
        setDrop(dropTargetAt(nativeEvent, rowOf(operation.source?.id), rowOf))
      }
      onDragEnd={({ operation, canceled }) => {
        const dragged = rowOf(operation.source?.id);
        setDrop(null);
        const to = drop && dragged && !canceled ? dropPosition(dragged, drop.over, drop.part) : null;
        if (to && dragged) apply(dragged, { position: to, announcement: "moved" });
      }}
    >
      {/* It handles keys of its rows, which are links and buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul aria-label={label} onKeyDown={onKeyDown} className="rounded-lg border border-line bg-surface-2 p-1">
        {rows.map((row) => {
          const { artifactId } = row.node.page;
          return (
            <DocumentRow
              key={artifactId}
              project={project}
              row={row}
              hasFolds={tree.some(({ children }) => children.length > 0)}
              isFolded={row.node.children.length === 0 ? null : isFoldedNow(artifactId)}
              onFold={(isFolded) => setFold(artifactId, isFolded)}
              moves={isFiltered ? null : listMoves(row, rows)}
              onMove={(move) => apply(row, move)}
              onMoveElsewhere={() => setMoving(row.node)}
              onPin={(isPinned) => pinPage(row.node.page, isPinned)}
              onDrop={() => dropPage(artifactId)}
              dropPart={drop?.over.node.page.artifactId === artifactId ? drop.part : null}
            />
          );
        })}
      </ul>
      {allRows.length > rows.length && (
        <Button size="sm" className="mt-2" onClick={() => setShownCount(shownCount + maxInitialRows)}>
          Show {Math.min(maxInitialRows, allRows.length - rows.length)} more
        </Button>
      )}
      <DragOverlay dropAnimation={null}>
        {(source) => (
          <div className="pointer-events-none w-max max-w-80 truncate rounded-md border border-accent-line bg-surface-3 px-3 py-1.5 text-sm shadow-pop">
            {rowOf(source.id)?.node.page.title}
          </div>
        )}
      </DragOverlay>
      <Announcement>{announcement}</Announcement>
      {moving && <MoveDialog project={project} page={moving.page} onClose={() => setMoving(null)} />}
    </DragDropProvider>
  );
}

/** The row under the pointer and the part of it; null where the dragged page cannot be dropped. */
function dropTargetAt(
  event: Event | undefined,
  dragged: PageRow | undefined,
  rowOf: (artifactId: unknown) => PageRow | undefined,
): { over: PageRow; part: DropPart } | null {
  if (!(event instanceof PointerEvent) || !dragged) return null;
  const element = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((one) => one.closest<HTMLElement>("[data-page]"))
    .find((one) => one !== null);
  const over = rowOf(element?.dataset.page);
  if (!element || !over) return null;
  const { top, height } = element.getBoundingClientRect();
  const part = dropPartAtOffset(event.clientY - top, height);
  return dropPosition(dragged, over, part) ? { over, part } : null;
}
