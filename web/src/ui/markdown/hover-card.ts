/** A point of the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A box of the window, in CSS pixels. */
export type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** What a hover card is drawn by; triggers are known by their ids. */
export interface HoverCardView {
  /** Null where the trigger is not drawn any more. */
  triggerBox(triggerId: string): Box | null;
  /** Null while no card is drawn. */
  cardBox(): Box | null;
  show(triggerId: string): void;
  hide(): void;
}

/** How long the pointer rests on a trigger before its card opens. */
export const restMs = 150;
/** A hand at rest still moves the pointer by so many pixels. */
const restPx = 3;
/** Around the trigger and in the gap to its card, where a pointer on its way counts as on both. */
const slackPx = 8;

/**
 * Whether an open card stays while the pointer is there. It takes no clicks itself, so whatever it covers can be
 * pressed; where that is a control it gives way and lets it be seen.
 */
export function staysOpen(
  pointer: Point,
  { trigger, card, isOnControl }: { trigger: Box | null; card: Box | null; isOnControl: boolean },
): boolean {
  if (trigger === null) return false;
  if (isInside(pointer, trigger, 0)) return true;
  if (isOnControl) return false;
  return isInside(pointer, trigger, slackPx) || (card !== null && isInside(pointer, card, slackPx));
}

function isInside({ x, y }: Point, { left, top, right, bottom }: Box, slack: number): boolean {
  return x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack;
}

/**
 * Opens a card for the trigger that the pointer was moved to and rests on, and closes it once the pointer has left both.
 * A trigger that the page moves under a resting pointer opens nothing: callers report movements of the pointer alone.
 */
export function createHoverCard(view: HoverCardView) {
  let waiting: { triggerId: string; at: Point; timer: ReturnType<typeof setTimeout> } | null = null;
  let shown: string | null = null;

  const stopWaiting = () => {
    clearTimeout(waiting?.timer);
    waiting = null;
  };
  const close = () => {
    stopWaiting();
    if (shown !== null) view.hide();
    shown = null;
  };
  const open = (triggerId: string, at: Point) => {
    waiting = null;
    const box = view.triggerBox(triggerId);
    // The page may have moved the trigger away meanwhile.
    if (box === null || !isInside(at, box, 0)) return;
    shown = triggerId;
    view.show(triggerId);
  };

  return {
    /** The pointer was moved on a trigger. */
    movedOnTrigger(triggerId: string, at: Point): void {
      if (shown === triggerId) return;
      if (waiting?.triggerId === triggerId && Math.hypot(at.x - waiting.at.x, at.y - waiting.at.y) <= restPx) return;
      stopWaiting();
      waiting = { triggerId, at, timer: setTimeout(open, restMs, triggerId, at) };
    },
    /** The pointer is somewhere else now, whether it was moved there or the page was. */
    movedTo(at: Point, isOnControl: boolean): void {
      if (waiting !== null) {
        const box = view.triggerBox(waiting.triggerId);
        if (box === null || !isInside(at, box, 0)) stopWaiting();
      }
      if (shown === null) return;
      const boxes = { trigger: view.triggerBox(shown), card: view.cardBox() };
      if (!staysOpen(at, { ...boxes, isOnControl })) close();
    },
    /** The page scrolled, something was pressed, or the pointer left the window. */
    close,
    /** The card was closed by something else, such as Escape. */
    wasClosed: () => {
      shown = null;
    },
    /** Whether the pointer has to be followed. */
    get isActive(): boolean {
      return waiting !== null || shown !== null;
    },
  };
}
