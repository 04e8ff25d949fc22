import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

import { useOverlayContainer } from "./overlays.tsx";

export interface TooltipProps {
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** The element that is described; it keeps its own accessible name. */
  children: ReactElement;
  isDisabled?: boolean;
}

/** A short text on hover and focus; Escape closes it. */
export function Tooltip({ content, side = "top", children, isDisabled = false }: TooltipProps) {
  const container = useOverlayContainer();
  if (isDisabled) return children;
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal container={container}>
        <BaseTooltip.Positioner side={side} sideOffset={6} className="z-80">
          <BaseTooltip.Popup className="overlay-motion flex items-center gap-2 rounded-md bg-surface-3 px-2 py-1 text-xs text-ink shadow-pop">
            {content}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
