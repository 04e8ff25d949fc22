import type { ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What will happen. */
  description: ReactNode;
  /** Names what happens, for example "Remove Ada Okafor". */
  confirmLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  /** What gets the focus when the dialog closes; what had it before, when absent. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks for confirmation of an action that others will notice. */
export function ConfirmDialog({ confirmLabel, isBusy, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="ghost" onClick={() => dialog.onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            variant="danger"
            isBusy={isBusy}
            // The label contains a name that may be wider than the dialog.
            className="h-auto! min-h-8 max-w-full py-1 wrap-anywhere whitespace-normal! pointer-coarse:min-h-11"
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
