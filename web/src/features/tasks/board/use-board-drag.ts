import { taskStateSchema } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import type { DragDropProvider } from "@dnd-kit/react";
import { useState } from "react";
import type { ComponentProps } from "react";

import { refusalOfMove } from "#web/features/tasks/state/allowed-states.ts";

import type { LaneDrop } from "./lane.tsx";

interface DragState {
  /** The card under the pointer first. */
  taskIds: ReadonlySet<string>;
  over: { state: TaskState; index: number } | null;
}

type ProviderProps = ComponentProps<typeof DragDropProvider>;
type DragHandlers = Required<Pick<ProviderProps, "onDragStart" | "onDragMove" | "onDragEnd">>;

interface BoardDragOptions {
  /** The tasks that are dragged with a card. */
  listActedOn: (taskId: string) => TaskCard[];
  onDrop: (taskIds: readonly string[], place: { state: TaskState; index: number }) => void;
}

/** Dragging cards: which are dragged, over which lane, and what each lane says to them. */
export function useBoardDrag({ listActedOn, onDrop }: BoardDragOptions) {
  const [drag, setDrag] = useState<DragState | null>(null);
  const handlers: DragHandlers = {
    onDragStart: ({ operation }) => {
      const sourceId = String(operation.source?.id);
      const tasks = listActedOn(sourceId);
      setDrag({ taskIds: new Set([sourceId, ...tasks.map(({ taskId }) => taskId)]), over: null });
    },
    onDragMove: ({ nativeEvent }) => {
      const over = nativeEvent instanceof PointerEvent ? placeAt(nativeEvent.clientX, nativeEvent.clientY) : null;
      setDrag((before) => (before && !isSamePlace(before.over, over) ? { ...before, over } : before));
    },
    onDragEnd: ({ canceled, operation }) => {
      setDrag(null);
      if (canceled || !drag?.over) return;
      const tasks = listActedOn(String(operation.source?.id));
      if (tasks.length === 0 || refusalOfMove(tasks, drag.over.state) !== null) return;
      onDrop(
        tasks.map(({ taskId }) => taskId),
        drag.over,
      );
    },
  };
  // As they are now: others may move or delete some of them meanwhile.
  const [heldId] = drag?.taskIds ?? [];
  const dragged = heldId === undefined ? [] : listActedOn(heldId);
  const dropOf = (state: TaskState): LaneDrop | null =>
    drag && {
      refusal: refusalOfMove(dragged, state),
      isOver: drag.over?.state === state,
      index: drag.over?.state === state ? drag.over.index : 0,
    };
  return { draggedIds: drag?.taskIds ?? none, dropOf, handlers };
}

const none: ReadonlySet<string> = new Set();

/** The lane under the pointer, and the index of the first card whose middle is below it. */
function placeAt(x: number, y: number): { state: TaskState; index: number } | null {
  const lane = document
    .elementsFromPoint(x, y)
    .map((one) => one.closest<HTMLElement>("[data-lane]"))
    .find((one) => one !== null);
  const state = taskStateSchema.safeParse(lane?.dataset.lane).data;
  if (!lane || !state) return null;
  const cards = [...lane.querySelectorAll<HTMLElement>("[data-card]")];
  const below = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  const last = cards.at(-1);
  return { state, index: below ? Number(below.dataset.index) : last ? Number(last.dataset.index) + 1 : 0 };
}

function isSamePlace(one: DragState["over"], other: DragState["over"]): boolean {
  return one?.state === other?.state && one?.index === other?.index;
}
