import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { ReactNode } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

import { useOverlayContainer } from "./overlay-container.tsx";

export interface SheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  isTitleHidden?: boolean;
  side?: "left" | "right" | "bottom";
  /** What gets the focus when it opens; the first control when absent, or where it finds nothing. */
  findInitialFocus?: () => HTMLElement | null;
  children: ReactNode;
}

const sides = {
  left: "inset-y-0 left-0 w-72 max-w-[calc(100vw-3rem)] data-[starting-style]:-translate-x-full data-[ending-style]:-translate-x-full",
  right:
    "inset-y-0 right-0 w-100 max-w-full data-[starting-style]:translate-x-full data-[ending-style]:translate-x-full",
  bottom:
    "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-xl data-[starting-style]:translate-y-full data-[ending-style]:translate-y-full",
};

/** A dialog at an edge of the window; used for panels and the sidebar on narrow windows. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  isTitleHidden,
  side = "right",
  findInitialFocus,
  children,
}: SheetProps) {
  const container = useOverlayContainer();
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className="scrim-motion fixed inset-0 z-30 bg-scrim" />
        <BaseDialog.Popup
          initialFocus={findInitialFocus && (() => findInitialFocus() ?? true)}
          className={cx(
            "fixed z-30 flex flex-col overflow-y-auto bg-surface-1 pb-[env(safe-area-inset-bottom)] shadow-dialog outline-none",
            "transition-transform duration-240 ease-out",
            sides[side],
          )}
        >
          <div className={cx("flex items-center justify-between gap-2 py-3 pr-3 pl-4", isTitleHidden && "sr-only")}>
            <BaseDialog.Title className="text-base font-semibold">{title}</BaseDialog.Title>
            <BaseDialog.Close
              render={<IconButton label={`Close ${title}`} hasTooltip={false} icon={<XIcon className="size-4" />} />}
            />
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
