import { AppError } from "@cairn/contract/errors";

/** Why an account cannot be read, for good until somebody does something about it; null for other failures. */
export function explainAccount(account: string, error: unknown): AppError | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === "not_found") {
    return unreadable(`The app was removed from the GitHub account ${account}. Connect it again under Integrations.`);
  }
  if (error.code === "forbidden") {
    return unreadable(`The app is suspended on the GitHub account ${account}. Resume it there to go on.`);
  }
  return null;
}

/** A code that no job tries again and no page takes for something missing here. */
export function unreadable(message: string): AppError {
  return new AppError("vendor_failed", { message });
}
