import { taskStates } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskBoard, TaskCard } from "@cairn/contract/tasks";
import { DragDropProvider, DragOverlay } from "@dnd-kit/react";
import { useId, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { linkDragSensors, withoutAnnouncements } from "#web/ui/drag/drag-settings.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { ArchivedStrip } from "./archived-strip.tsx";
import { BoardContext } from "./board-context.ts";
import type { CardProduct, RenderRun } from "./board-context.ts";
import { DeleteTasksDialog } from "./delete-tasks-dialog.tsx";
import { LaneTabs } from "./lane-tabs.tsx";
import { Lane } from "./lane.tsx";
import { listLanes } from "./lanes.ts";
import type { Mover } from "./move-tasks.api.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { noSelection } from "./selection.ts";
import { useBoardDrag } from "./use-board-drag.ts";
import { useBoardKeys } from "./use-board-keys.ts";
import { useBoard } from "./use-board.ts";

interface BoardProps {
  /** Null where the board has tasks of several products. */
  project: ProjectKey | null;
  productOf: (card: TaskCard) => CardProduct;
  renderRun: RenderRun;
  mover: Mover;
  /** All of the board, in order. */
  cards: readonly TaskCard[];
  /** Whether the filter shows a card. */
  isShown: (card: TaskCard) => boolean;
  /** The only lane that is shown; null for all. */
  onlyState: TaskState | null;
  totals: TaskBoard["totals"];
  isArchiveOpen: boolean;
  onOpenArchive: () => void;
}

/** The tasks of a product, a lane for each state. */
export function Board(props: BoardProps) {
  const { project, productOf, renderRun, mover, cards, isShown, totals, isArchiveOpen, onOpenArchive } = props;
  const isNarrow = useIsNarrow();
  const panelId = useId();
  const [tab, setTab] = useState<TaskState>(props.onlyState ?? "todo");
  const hasTabs = isNarrow && props.onlyState === null;
  const onlyState = hasTabs ? tab : props.onlyState;
  const states = taskStates.filter((state) => isStateShown(state, { onlyState, isArchiveOpen }));
  const shown = cards.filter(isShown);
  const lanes = listLanes(shown, states);
  const board = useBoard({ project, productOf, renderRun, mover, cards, lanes });
  const { actions, moves, selection, onSelection, activeId, wanted, menu, deleting } = board;
  const { draggedIds, dropOf, handlers } = useBoardDrag({
    listActedOn: actions.listActedOn,
    onDrop: (taskIds, { state, index }) => {
      const lane = lanes.find((one) => one.state === state);
      if (lane) moves.toIndex(taskIds, lane, index);
      else moves.toState(taskIds, state);
      onSelection(noSelection);
    },
  });
  const onKeyDown = useBoardKeys({
    lanes,
    selection,
    onSelection,
    onFocus: board.focusCard,
    onStates: (taskId) => actions.onMenu({ taskId, kind: "states" }),
    onMoveBy: board.moveBy,
    onDelete: actions.onDelete,
    onUndo: moves.undo,
  });
  const [firstSelected] = selection.taskIds;
  const selected = firstSelected ? actions.listActedOn(firstSelected) : [];
  const recommendedIds = new Set(listRecommended(cards).map(({ taskId }) => taskId));
  // What a filter leaves of the archive is not known until it was loaded.
  const countShown = (state: TaskState) =>
    shown.length === cards.length ? totals[state] : shown.filter((card) => card.state === state).length;
  const showTab = (state: TaskState) => {
    setTab(state);
    if (state === "archived") onOpenArchive();
  };
  return (
    <BoardContext value={actions}>
      <DragDropProvider sensors={linkDragSensors} plugins={withoutAnnouncements} {...handlers}>
        {hasTabs && (
          <LaneTabs
            lanes={taskStates.map((state) => ({ state, count: countShown(state) }))}
            current={tab}
            onChange={showTab}
            panelId={panelId}
          />
        )}
        <div className="relative flex min-h-80 flex-1 flex-col">
          {/* Keys of the cards bubble here. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div
            id={panelId}
            role={hasTabs ? "tabpanel" : undefined}
            onKeyDown={onKeyDown}
            className="flex min-h-0 flex-1 gap-1.5 overflow-x-auto px-2 max-md:pt-2 md:px-4"
          >
            {lanes.map((lane) => (
              <Lane
                key={lane.state}
                lane={lane}
                total={totals[lane.state]}
                recommendedIds={recommendedIds}
                activeId={activeId}
                wanted={wanted}
                selectedIds={selection.taskIds}
                draggedIds={draggedIds}
                drop={dropOf(lane.state)}
                menu={menu}
                isHeadHidden={hasTabs}
                createHref={project && isStart(lane.state) ? href("taskCreate", { ...project }) : null}
              />
            ))}
            {onlyState === null && !isArchiveOpen && (
              <ArchivedStrip total={totals.archived} drop={dropOf("archived")} onOpen={onOpenArchive} />
            )}
          </div>
          {project && selected.length > 0 && (
            <SelectionBar
              project={project}
              tasks={selected}
              onMoveTo={(state) => firstSelected && actions.onMoveTo(firstSelected, state)}
              onDelete={() => firstSelected && actions.onDelete(firstSelected)}
              onClear={() => onSelection(noSelection)}
            />
          )}
        </div>
        <DragOverlay dropAnimation={null}>
          {(source) => <DraggedCard cards={cards} taskId={String(source.id)} count={draggedIds.size} />}
        </DragOverlay>
        <Announcement>{moves.announcement}</Announcement>
        {project && deleting && (
          <DeleteTasksDialog
            project={project}
            tasks={deleting}
            onClose={() => board.onDeleting(null)}
            onDeleted={board.onDeleted}
            finalFocus={board.findFocus}
          />
        )}
      </DragDropProvider>
    </BoardContext>
  );
}

/** Of each product the first task of Todo that nothing blocks. */
function listRecommended(cards: readonly TaskCard[]): TaskCard[] {
  const open = Map.groupBy(
    cards.filter(({ state, isBlocked }) => state === "todo" && !isBlocked),
    ({ projectId }) => projectId,
  );
  return [...open.values()].flatMap(([first]) => first ?? []);
}

/** The lanes that new tasks come to. */
function isStart(state: TaskState): boolean {
  return state === "backlog" || state === "todo";
}

function isStateShown(
  state: TaskState,
  { onlyState, isArchiveOpen }: { onlyState: TaskState | null; isArchiveOpen: boolean },
): boolean {
  if (onlyState !== null) return state === onlyState;
  return state !== "archived" || isArchiveOpen;
}

function DraggedCard({ cards, taskId, count }: { cards: readonly TaskCard[]; taskId: string; count: number }) {
  const card = cards.find((one) => one.taskId === taskId);
  return (
    <div className="pointer-events-none w-max max-w-60 rounded-lg border border-accent-line bg-surface-3 px-3 py-2 text-sm shadow-pop">
      <span className="block text-xs text-ink-3">{count > 1 ? `${count} tasks` : card?.name}</span>
      <span className="line-clamp-2 font-medium">{card?.title}</span>
    </div>
  );
}
