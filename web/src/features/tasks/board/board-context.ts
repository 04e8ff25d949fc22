import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { createContext, useContext } from "react";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

export type CardMenuKind = "actions" | "states";

/** A card that is to get the focus; another number is another wish. */
export interface FocusRequest {
  taskId: string;
  number: number;
}

/** The product that a card is of. */
export interface CardProduct {
  key: ProjectKey;
  /** Null where all cards are of one. */
  name: string | null;
}

/** `note` is null where no run works on the task, and `action` where there is nothing to do with it by a run. */
export type RenderRun = (card: TaskCard, key: ProjectKey) => { note: ReactNode; action: ReactNode };

/** What the cards of a board can ask of it. */
export interface BoardActions {
  /** Null where the board has tasks of several products: they are then only moved between lanes. */
  project: ProjectKey | null;
  productOf: (card: TaskCard) => CardProduct;
  /** What a card offers to do with its task, and what it says of the run that works on it. */
  renderRun: RenderRun;
  /** Some task is selected. */
  isSelecting: boolean;
  /** The tasks that an action on this card is about: the selected ones if it is one of them. */
  listActedOn: (taskId: string) => TaskCard[];
  /** The names of the open tasks that a card waits for. */
  listBlockers: (card: TaskCard) => string[];
  /** It has the focus now. */
  onFocus: (taskId: string) => void;
  onSelect: (taskId: string, way: "toggle" | "range") => void;
  /** Null closes the open menu. */
  onMenu: (menu: { taskId: string; kind: CardMenuKind } | null) => void;
  onMoveTo: (taskId: string, state: TaskState) => void;
  onMoveWithin: (taskId: string, place: "top" | "bottom") => void;
  onDelete: (taskId: string) => void;
}

export const BoardContext = createContext<BoardActions | null>(null);

export function useBoardActions(): BoardActions {
  const actions = useContext(BoardContext);
  if (!actions) throw new Error("A card is shown outside of a board");
  return actions;
}
