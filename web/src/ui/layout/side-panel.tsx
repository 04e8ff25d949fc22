import { useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from "react";

import { loadPanelWidth, savePanelWidth } from "#web/lib/browser/storage.ts";

export interface SidePanelProps {
  /** Key under which its width is stored on this device. */
  name: string;
  /** Accessible name of the separator, for example "Resize files". */
  separatorLabel: string;
  /** The side of the panel; left when absent. */
  edge?: "left" | "right";
  /** Fixed above the scrolling content of the panel. */
  head?: ReactNode;
  /** Null closes the panel; the content stays mounted. */
  side: ReactNode;
  children: ReactNode;
}

const minWidthPx = 180;
const maxWidthPx = 560;
const defaultWidthPx = 272;
const stepPx = 16;

/**
 * A sticky panel beside the content, with its own scrolling. The separator is moved by pointer or arrow keys; a double
 * click resets the width.
 */
export function SidePanel({ name, separatorLabel, edge = "left", head, side, children }: SidePanelProps) {
  const growth = edge === "left" ? 1 : -1;
  const [widthPx, setWidthPx] = useState(() => clamp(loadPanelWidth(name) ?? defaultWidthPx));
  const dragRef = useRef<{ startX: number; startWidthPx: number } | null>(null);

  const resize = (px: number) => {
    setWidthPx(clamp(px));
    savePanelWidth(name, clamp(px));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    dragRef.current = { startX: event.clientX, startWidthPx: widthPx };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const drag = dragRef.current;
    if (drag) setWidthPx(clamp(drag.startWidthPx + (event.clientX - drag.startX) * growth));
  };
  const onPointerUp = () => {
    if (dragRef.current) savePanelWidth(name, widthPx);
    dragRef.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") resize(widthPx - stepPx * growth);
    else if (event.key === "ArrowRight") resize(widthPx + stepPx * growth);
    else if (event.key === "Home") resize(minWidthPx);
    else if (event.key === "End") resize(maxWidthPx);
    else return;
    event.preventDefault();
  };
  const panel = (
    <aside key="panel" aria-label={name} className="w-(--panel-width) shrink-0">
      <div className="sticky top-16 flex max-h-[calc(100dvh-5rem)] flex-col gap-2">
        {head !== undefined && <div className="flex shrink-0 flex-col">{head}</div>}
        <div data-scroll-panel className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-0.5">
          {side}
        </div>
      </div>
    </aside>
  );
  const separator = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control
    <div
      key="separator"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={separatorLabel}
      aria-valuenow={widthPx}
      aria-valuemin={minWidthPx}
      aria-valuemax={maxWidthPx}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onDoubleClick={() => resize(defaultWidthPx)}
      onKeyDown={onKeyDown}
      className={
        "relative mx-3 w-px shrink-0 cursor-col-resize touch-none bg-line-subtle transition-colors " +
        "after:absolute after:inset-y-0 after:-inset-x-3 hover:bg-accent focus-visible:bg-focus"
      }
    />
  );
  // With keys the parts stay mounted while the panel opens and closes.
  const content = (
    <div key="content" className="min-w-0 flex-1">
      {children}
    </div>
  );
  const parts = side === null ? [content] : edge === "left" ? [panel, separator, content] : [content, separator, panel];
  return (
    <div className="flex items-stretch" style={{ "--panel-width": `${widthPx}px` } as CSSProperties}>
      {parts}
    </div>
  );
}

function clamp(px: number): number {
  return Math.min(Math.max(px, minWidthPx), maxWidthPx);
}
