import { AppError, unknownErrorMessage, type ErrorBody } from "@cairn/contract/errors";

import { isGivenUp } from "#server/is-given-up.ts";
import type { Logger } from "#server/platform/log/logger.ts";
import { diskFullMessage, isDiskFull } from "#server/platform/storage/is-disk-full.ts";

export interface FailedRequest {
  requestId: string;
  log: Logger;
  /** Aborted once nobody waits for the answer; absent where that is not known. */
  signal?: AbortSignal;
}

/**
 * Turns anything thrown into the one error body. What we did not foresee becomes `internal` with the request id, which
 * the log holds beside the cause; its own text never leaves the server.
 */
export function toErrorResponse(error: unknown, request: FailedRequest): Response {
  const isLeft = request.signal !== undefined && isGivenUp(error, request.signal);
  const failure = isLeft ? new AppError("cancelled", { message: "Nobody waits for this any more" }) : toAppError(error);
  if (failure.status >= 500) request.log.error({ error }, "request failed");
  const body: ErrorBody = {
    code: failure.code,
    message: failure.message,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    requestId: request.requestId,
  };
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  const retryAfterS = retryAfterOf(failure);
  if (retryAfterS !== null) headers.set("retry-after", String(retryAfterS));
  if (failure.status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(JSON.stringify(body), { status: failure.status, headers });
}

/** Seconds, from the details of the error; otherwise a guess where a retry may help. */
function retryAfterOf({ details, status }: AppError): number | null {
  const { retryAfterS } = (details ?? {}) as { retryAfterS?: unknown };
  if (typeof retryAfterS === "number") return Math.max(1, Math.ceil(retryAfterS));
  return status === 503 || status === 429 ? 5 : null;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError("disk_full", { message: diskFullMessage, cause: error });
  if (isDatabaseAway(error)) {
    return new AppError("unavailable", {
      message: "The server is busy or starting. Try again in a moment.",
      cause: error,
    });
  }
  return new AppError("internal", { message: unknownErrorMessage, cause: error });
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return typeof cause === "object" && cause !== null ? ((cause as { code?: string }).code ?? "") : "";
}

/** The server said that it ends or is not up yet, or it was gone before a statement could be written to it. */
const lostConnectionCodes = ["57P01", "57P02", "57P03", "EPIPE", "ECONNRESET"];

function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  const isConnectionText =
    error instanceof Error && /Connection terminated|timeout exceeded when/.test(messageOf(error));
  return isConnectionText || isRefusedConnection(error) || lostConnectionCodes.includes(code);
}

/** The socket of an embedded server that is away is a missing file; other missing files are not meant. */
function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { syscall?: unknown } | null)?.syscall === "connect";
}

function messageOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
