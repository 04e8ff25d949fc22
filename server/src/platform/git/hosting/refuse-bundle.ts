import { AppError } from "@cairn/contract/errors";

/** Of a git that ended by itself; one that was stopped or that memory or time ended has other words. */
const ownFailure = /^git \S+ exited with/;

/** What git says of a bundle means nothing to whoever sent it: there is no network that could have cut it off. */
export function refuseBundle(error: unknown): never {
  if (!(error instanceof AppError) || !isOfGit(error)) throw error;
  const isPart = /prerequisite|lacks/i.test(`${error.message} ${String(error.cause)}`);
  throw unusableBundle(
    isPart
      ? "This bundle holds only a part of the history. Make a whole one with: git bundle create code.bundle --all"
      : "Git cannot read this bundle: it holds no branch, is cut off, or what is in it is damaged.",
    error,
  );
}

function isOfGit({ code, cause }: AppError): boolean {
  if (["cancelled", "too_large", "unavailable", "disk_full"].includes(code)) return false;
  return cause instanceof Error && ownFailure.test(cause.message);
}

export function unusableBundle(message: string, cause?: unknown): AppError {
  return new AppError("unprocessable", { message, cause });
}
