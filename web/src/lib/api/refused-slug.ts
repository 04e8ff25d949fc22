import { AppError } from "@cairn/contract/errors";

import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { errorMessage } from "./query-client.ts";

/**
 * What a form with a slug makes of a refusal: that somebody has the slug belongs to its field and is answered; all else is told
 * in a toast under `title`, and the form stays as it is.
 */
export function refusedSlug(title: string): (error: unknown) => string | undefined {
  return (error) => {
    if (error instanceof AppError && error.code === "conflict") return error.message;
    showToast({ kind: "error", title, description: errorMessage(error) });
    return undefined;
  };
}
