import type { TaskState } from "@cairn/contract/task-states";

/** What the board needs of a task to place it. */
export interface LaneCard {
  taskId: string;
  state: TaskState;
}

export interface Lane<Card extends LaneCard> {
  state: TaskState;
  /** In their order; the first is the most important. */
  cards: readonly Card[];
}

/** Tasks that are put into a lane together, in this order. */
export interface CardMove {
  taskIds: readonly string[];
  state: TaskState;
  /** The card they stand before; null for the end of the lane. */
  beforeId: string | null;
}

/** Groups cards by their state. Cards keep the order in which they are given. */
export function listLanes<Card extends LaneCard>(cards: readonly Card[], states: readonly TaskState[]): Lane<Card>[] {
  const byState = Map.groupBy(cards, ({ state }) => state);
  return states.map((state) => ({ state, cards: byState.get(state) ?? [] }));
}

/** The cards as they are after the move. Unknown tasks are left out. */
export function applyMove<Card extends LaneCard>(
  cards: readonly Card[],
  { taskIds, state, beforeId }: CardMove,
): readonly Card[] {
  const isMoved = new Set(taskIds);
  const byId = new Map(cards.map((card) => [card.taskId, card]));
  const moved = taskIds.flatMap((taskId) => {
    const card = byId.get(taskId);
    return card ? [{ ...card, state }] : [];
  });
  if (moved.length === 0) return cards;
  const rest = cards.filter(({ taskId }) => !isMoved.has(taskId));
  const at = rest.findIndex(({ taskId }) => taskId === beforeId);
  return at === -1 ? [...rest, ...moved] : rest.toSpliced(at, 0, ...moved);
}

/**
 * The move that puts tasks at an index of a lane as it is shown. A filter may hide cards, so the place is found by the
 * shown neighbour. Null where nothing would change.
 */
export function moveToIndex<Card extends LaneCard>(
  cards: readonly Card[],
  shown: Lane<Card>,
  { taskIds, index }: { taskIds: readonly string[]; index: number },
): CardMove | null {
  const isMoved = new Set(taskIds);
  const isOther = ({ taskId }: LaneCard) => !isMoved.has(taskId);
  const all = cards.filter(({ state }) => state === shown.state);
  const next =
    shown.cards.slice(index).find(isOther) ?? successor(all, shown.cards.slice(0, index).findLast(isOther), isOther);
  const move = { taskIds, state: shown.state, beforeId: next?.taskId ?? null };
  return changesOrder(all, move) ? move : null;
}

/** The card after the given one that the move leaves where it is. */
function successor<Card extends LaneCard>(
  cards: readonly Card[],
  card: Card | undefined,
  isOther: (card: Card) => boolean,
): Card | undefined {
  const at = cards.findIndex(({ taskId }) => taskId === card?.taskId);
  return at === -1 ? undefined : cards.slice(at + 1).find(isOther);
}

function changesOrder(lane: readonly LaneCard[], move: CardMove): boolean {
  const inLane = new Set(lane.map(({ taskId }) => taskId));
  if (move.taskIds.some((taskId) => !inLane.has(taskId))) return true;
  const after = applyMove(lane, move);
  return after.some(({ taskId }, index) => taskId !== lane[index]?.taskId);
}

/** A task and the two that it is put between; null for the start or the end of the lane. */
export interface CardNeighbours {
  taskId: string;
  state: TaskState;
  afterTaskId?: string | null;
  beforeTaskId: string | null;
}

/** Where each task of a move comes to stand, in the order in which they are to be moved. */
export function listPlaces(cards: readonly LaneCard[], move: CardMove): CardNeighbours[] {
  const isMoved = new Set(move.taskIds);
  const lane = applyMove(cards, move).filter(({ state }) => state === move.state);
  return lane.flatMap(({ taskId }, index) => {
    if (!isMoved.has(taskId)) return [];
    // The moved ones that follow are not there yet.
    const next = lane.slice(index + 1).find((card) => !isMoved.has(card.taskId));
    const afterTaskId = lane[index - 1]?.taskId ?? null;
    return [{ taskId, state: move.state, afterTaskId, beforeTaskId: next?.taskId ?? null }];
  });
}

/** The moves that put tasks back to where they stand now, one after the other, because they may stand apart. */
export function reverseMoves(cards: readonly LaneCard[], { taskIds }: Pick<CardMove, "taskIds">): CardMove[] {
  const isMoved = new Set(taskIds);
  // From the end, so that the card each one stood before is at its place already.
  return cards
    .filter(({ taskId }) => isMoved.has(taskId))
    .toReversed()
    .map(({ taskId, state }) => {
      const lane = cards.filter((card) => card.state === state);
      const next = lane[lane.findIndex((card) => card.taskId === taskId) + 1];
      return { taskIds: [taskId], state, beforeId: next?.taskId ?? null };
    });
}

type BoardKey = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** The card that a key leads to from another one; null where there is none further that way. */
export function neighbourOf<Card extends LaneCard>(
  lanes: readonly Lane<Card>[],
  taskId: string,
  key: string,
): Card | null {
  const at = placeOf(lanes, taskId);
  if (!at) return null;
  const cards = lanes[at.lane]?.cards ?? [];
  switch (key as BoardKey) {
    case "ArrowUp":
      return cards[at.index - 1] ?? null;
    case "ArrowDown":
      return cards[at.index + 1] ?? null;
    case "Home":
      return cards[0] ?? null;
    case "End":
      return cards.at(-1) ?? null;
    case "ArrowLeft":
      return beside(lanes.slice(0, at.lane).toReversed(), at.index);
    case "ArrowRight":
      return beside(lanes.slice(at.lane + 1), at.index);
    default:
      return null;
  }
}

/** The card at the same height in the nearest lane that has any. */
function beside<Card extends LaneCard>(lanes: readonly Lane<Card>[], index: number): Card | null {
  const cards = lanes.find((lane) => lane.cards.length > 0)?.cards ?? [];
  return cards[Math.min(index, cards.length - 1)] ?? null;
}

/** Lane and index of a card, from 0; null where it is not shown. */
export function placeOf(lanes: readonly Lane<LaneCard>[], taskId: string): { lane: number; index: number } | null {
  for (const [lane, { cards }] of lanes.entries()) {
    const index = cards.findIndex((card) => card.taskId === taskId);
    if (index !== -1) return { lane, index };
  }
  return null;
}

/**
 * The card that takes over when tasks leave their lane: the next one that stays, else the one before; where the lane is
 * empty then, the one at the same height in the nearest lane. Null where no card stays.
 */
export function remainingNeighbour<Card extends LaneCard>(
  lanes: readonly Lane<Card>[],
  taskId: string,
  leaving: ReadonlySet<string>,
): Card | null {
  const at = placeOf(lanes, taskId);
  if (at === null) return null;
  const cards = lanes[at.lane]?.cards ?? [];
  const stays = (card: Card) => !leaving.has(card.taskId);
  const inLane = cards.slice(at.index).find(stays) ?? cards.slice(0, at.index).findLast(stays);
  if (inLane) return inLane;
  const remaining = lanes.map((lane) => ({ ...lane, cards: lane.cards.filter(stays) }));
  return beside(remaining.slice(at.lane + 1), at.index) ?? beside(remaining.slice(0, at.lane).toReversed(), at.index);
}
