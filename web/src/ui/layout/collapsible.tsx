import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

export interface CollapsibleProps {
  /** Content up to this height is not cut. */
  maxHeightPx: number;
  moreLabel: string;
  lessLabel: string;
  children: ReactNode;
}

/** Cuts long content, with a button to expand it. */
export function Collapsible({ maxHeightPx, moreLabel, lessLabel, children }: CollapsibleProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const content = ref.current;
    if (!content) return;
    const observer = new ResizeObserver(() => setIsLong(content.offsetHeight > maxHeightPx));
    observer.observe(content);
    return () => observer.disconnect();
  }, [maxHeightPx]);
  const isCut = isLong && !isOpen;
  return (
    <>
      <div
        style={isOpen ? undefined : { maxHeight: maxHeightPx }}
        className={cx("overflow-hidden", isCut && "mask-b-from-[calc(100%-3rem)]")}
      >
        <div ref={ref}>{children}</div>
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-1 min-h-6 rounded-sm pointer-coarse:min-h-11 text-sm font-medium text-ink-2 hover:text-ink"
        >
          {isOpen ? lessLabel : moreLabel}
        </button>
      )}
    </>
  );
}
