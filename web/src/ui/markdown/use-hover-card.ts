import { useEffect, useState } from "react";
import type { PointerEvent as ReactPointerEvent } from "react";

import { createHoverCard } from "./hover-card.ts";

const controls =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="menuitem"], [role="tab"], [contenteditable="true"]';

/** A card that is opened and closed by the ids of its triggers. */
interface CardHandle {
  open(triggerId: string): void;
  close(): void;
}

/** What a trigger of the card reports. */
export interface HoverHandlers {
  onPointerMove: (event: ReactPointerEvent<HTMLElement>) => void;
  onPointerLeave: (event: ReactPointerEvent<HTMLElement>) => void;
}

/** Lets a card follow the mouse as `createHoverCard` says. `cardId` is the id of the card's element. */
export function useHoverCard(handle: CardHandle, cardId: string): { handlers: HoverHandlers; wasClosed: () => void } {
  const [hover] = useState(() => followPointer(handle, cardId));
  useEffect(() => hover.stop, [hover]);
  return hover;
}

function followPointer(handle: CardHandle, cardId: string) {
  const boxOf = (id: string) => document.getElementById(id)?.getBoundingClientRect() ?? null;
  const card = createHoverCard({
    triggerBox: boxOf,
    cardBox: () => boxOf(cardId),
    show: (triggerId) => handle.open(triggerId),
    hide: () => handle.close(),
  });
  let listening: AbortController | null = null;
  /** The document is listened to only while there is a card to open or to close. */
  const update = () => {
    if (card.isActive && listening === null) listening = listen();
    if (!card.isActive) {
      listening?.abort();
      listening = null;
    }
  };
  const after = (act: () => void) => () => {
    act();
    update();
  };
  const movedTo = (event: PointerEvent) => {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    card.movedTo({ x: event.clientX, y: event.clientY }, below?.closest(controls) != null);
    update();
  };
  const listen = () => {
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    document.addEventListener("pointermove", movedTo, options);
    for (const type of ["scroll", "pointerdown", "keydown"])
      document.addEventListener(type, after(card.close), options);
    document.documentElement.addEventListener("pointerleave", after(card.close), { signal: controller.signal });
    return controller;
  };
  return {
    handlers: {
      onPointerMove(event: ReactPointerEvent<HTMLElement>) {
        // Browsers also report a pointer at rest under which the page has moved.
        const isMoved = event.movementX !== 0 || event.movementY !== 0;
        if (event.pointerType !== "mouse" || !isMoved) return;
        card.movedOnTrigger(event.currentTarget.id, { x: event.clientX, y: event.clientY });
        update();
      },
      onPointerLeave: (event: ReactPointerEvent<HTMLElement>) => movedTo(event.nativeEvent),
    },
    wasClosed: after(card.wasClosed),
    stop: after(card.close),
  };
}
