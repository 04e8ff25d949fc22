import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { ReactNode, RefObject } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";

import { useOverlayContainer } from "./overlay-container.tsx";

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  width?: "sm" | "md" | "lg" | "xl";
  /** The element that gets the focus; the first control when absent. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus when it closes; what had it before, when absent. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

const widths = { sm: "max-w-110", md: "max-w-140", lg: "max-w-190", xl: "max-w-280" };

export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = "sm",
  initialFocus,
  finalFocus,
}: DialogProps) {
  const container = useOverlayContainer();
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className="scrim-motion fixed inset-0 z-50 bg-scrim" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-center justify-center overflow-y-auto p-4">
          <BaseDialog.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            className={cx(
              "dialog-motion relative max-h-full w-full overflow-y-auto rounded-xl bg-surface-2 p-5 shadow-dialog outline-none",
              widths[width],
            )}
          >
            <BaseDialog.Title className="pr-8 text-lg font-semibold wrap-anywhere">{title}</BaseDialog.Title>
            {description && (
              <BaseDialog.Description className="mt-1 text-base wrap-anywhere text-ink-2">
                {description}
              </BaseDialog.Description>
            )}
            {children && <div className="mt-4">{children}</div>}
            {footer && <div className="mt-6 flex flex-wrap justify-end gap-2">{footer}</div>}
            <BaseDialog.Close
              render={
                <IconButton
                  label="Close"
                  hasTooltip={false}
                  icon={<XIcon className="size-4" />}
                  className="absolute top-3.5 right-3.5"
                />
              }
            />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
