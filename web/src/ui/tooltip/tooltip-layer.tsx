import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";

import type { TooltipSide } from "./tooltip.ts";

const showDelayMs = 400;
const hideDelayMs = 120;
const gapPx = 6;
const edgePx = 8;

interface ShownTooltip {
  target: HTMLElement;
  text: string;
  keys: string[];
  side: TooltipSide;
}

/**
 * Renders the tooltip of the hovered or focused element with `tooltip()` attributes; one layer for the whole app. It is
 * hidden from screen readers, because it repeats the accessible name or description of its element.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  useTooltipTarget(setShown, boxRef);

  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!shown || !box) return;
    const { left, top } = positionBeside(shown.target.getBoundingClientRect(), box.getBoundingClientRect(), shown.side);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div
      ref={boxRef}
      aria-hidden="true"
      className="fixed z-80 flex max-w-80 animate-fade items-center gap-2 rounded-md bg-surface-3 px-2 py-1 text-xs text-ink shadow-pop"
    >
      {shown.text}
      {shown.keys.length > 0 && <KeyHint keys={shown.keys} />}
    </div>
  );
}

/** Tracks pointer and focus. Escape, a press and scrolling close the tooltip; the pointer may move onto it. */
function useTooltipTarget(
  setShown: (shown: ShownTooltip | null) => void,
  boxRef: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (delayMs: number, run: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(run, delayMs);
    };
    const hide = () => later(0, () => setShown(null));
    const show = (event: Event, delayMs: number) => {
      const element = event.target instanceof Element ? event.target : null;
      if (element && boxRef.current?.contains(element)) return clearTimeout(timer);
      const target = element?.closest<HTMLElement>("[data-tooltip]");
      if (!target) return later(hideDelayMs, () => setShown(null));
      // The element may have been removed meanwhile, or have lost its tooltip.
      later(delayMs, () => target.isConnected && setShown(target.dataset.tooltip ? parseTooltip(target) : null));
    };
    const onPointer = (event: PointerEvent) => event.pointerType === "mouse" && show(event, showDelayMs);
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event, 0);
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();

    document.addEventListener("pointerover", onPointer);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onPointer);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", hide, true);
    };
  }, [setShown, boxRef]);
}

function parseTooltip(target: HTMLElement): ShownTooltip {
  const { tooltip = "", tooltipKeys, tooltipSide } = target.dataset;
  return { target, text: tooltip, keys: tooltipKeys?.split(" ") ?? [], side: (tooltipSide as TooltipSide) ?? "top" };
}

/**
 * The position of the box: on the given side, on the opposite one if there is no space, and always inside the window.
 */
function positionBeside(target: DOMRect, box: DOMRect, side: TooltipSide): { left: number; top: number } {
  const clamp = (value: number, size: number, limit: number) =>
    Math.max(edgePx, Math.min(value, limit - size - edgePx));
  const middleX = clamp(target.left + target.width / 2 - box.width / 2, box.width, innerWidth);
  const middleY = clamp(target.top + target.height / 2 - box.height / 2, box.height, innerHeight);
  const above = target.top - gapPx - box.height;
  const below = target.bottom + gapPx;
  if (side === "right") return { left: target.right + gapPx, top: middleY };
  if (side === "top") return { left: middleX, top: above >= edgePx ? above : below };
  return { left: middleX, top: below + box.height <= innerHeight - edgePx ? below : above };
}
