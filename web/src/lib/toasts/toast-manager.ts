import { Toast } from "@base-ui/react/toast";

const successTimeoutMs = 5_000;

export interface ToastInput {
  kind: "success" | "error";
  title: string;
  description?: string;
}

/** Usable outside React, so that the query client can show toasts. */
export const toastManager = Toast.createToastManager();

/** A success toast closes by itself; an error stays until it is dismissed. */
export function showToast({ kind, title, description }: ToastInput): void {
  toastManager.add({
    title,
    description,
    type: kind,
    timeout: kind === "success" ? successTimeoutMs : 0,
  });
}
