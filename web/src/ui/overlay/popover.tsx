import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ReactElement, ReactNode, RefObject } from "react";

import { cx } from "#web/ui/cx.ts";

import { useOverlayContainer } from "./overlay-container.tsx";

export interface PopoverProps {
  /** Its accessible name. */
  title: string;
  trigger: ReactElement;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
  side?: "top" | "bottom" | "right";
  align?: "start" | "center" | "end";
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
}

export function Popover({
  title,
  trigger,
  isOpen,
  onOpenChange,
  children,
  side = "bottom",
  align = "start",
  initialFocus,
  className,
}: PopoverProps) {
  const container = useOverlayContainer();
  return (
    <BasePopover.Root open={isOpen} onOpenChange={onOpenChange} modal>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal container={container}>
        <BasePopover.Positioner side={side} align={align} sideOffset={6} className="z-50">
          <BasePopover.Popup
            initialFocus={initialFocus}
            className={cx(
              "overlay-motion max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-hidden rounded-lg bg-surface-2 shadow-pop outline-none",
              className,
            )}
          >
            <BasePopover.Title className="sr-only">{title}</BasePopover.Title>
            {children}
            {/* With a touch screen reader, a popup can be closed only by a button. */}
            <BasePopover.Close className="sr-only">Close</BasePopover.Close>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
