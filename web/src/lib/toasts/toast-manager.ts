import { Toast } from "@base-ui/react/toast";

const successTimeoutMs = 5_000;
/** A toast with a button stays longer, so that the button can be reached. */
const actionTimeoutMs = 10_000;

export interface ToastInput {
  kind: "success" | "error";
  title: string;
  description?: string;
  /** A button that takes back what was done. */
  action?: { label: string; onSelect: () => void };
  /** By which `toastManager` closes it before its time. */
  id?: string;
}

/** Usable outside React, so that the query client can show toasts. */
export const toastManager = Toast.createToastManager();

/** A success toast closes by itself; an error stays until it is dismissed. */
export function showToast({ kind, title, description, action, id }: ToastInput): void {
  const toastId = toastManager.add({
    id,
    title,
    description,
    type: kind,
    timeout: kind === "success" ? (action ? actionTimeoutMs : successTimeoutMs) : 0,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        toastManager.close(toastId);
        action.onSelect();
      },
    },
  });
}
