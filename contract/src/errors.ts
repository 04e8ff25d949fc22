import { messages } from "./texts.ts";

/**
 * The closed list of error codes and the one table that gives each its HTTP status.
 * `retryable` is a property of the code: a job that fails with a retryable code is tried again.
 */
export const errorCodes = {
  invalid_input: { status: 400, retryable: false },
  unauthenticated: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  conflict: { status: 409, retryable: false },
  too_large: { status: 413, retryable: false },
  unsupported_media: { status: 415, retryable: false },
  unprocessable: { status: 422, retryable: false },
  rate_limited: { status: 429, retryable: true },
  /** The caller went away or pressed stop; nobody is waiting for the answer. */
  cancelled: { status: 499, retryable: false },
  internal: { status: 500, retryable: true },
  /** Something outside our walls (a code host, a model) refused or answered nonsense for good. */
  vendor_failed: { status: 502, retryable: false },
  /** Something outside our walls is down, slow or overloaded; the same call may succeed later. */
  vendor_unavailable: { status: 503, retryable: true },
  unavailable: { status: 503, retryable: true },
  disk_full: { status: 507, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorBody {
  code: ErrorCode;
  /** What a person reads. */
  message: string;
  details?: unknown;
  /** What the server's log names the request by. */
  requestId: string;
}

/** The one error of the product: `message` is what the user reads, `cause` what the log reads. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details?: unknown;

  constructor(code: ErrorCode, options: { message: string; details?: unknown; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  get isRetryable(): boolean {
    return errorCodes[this.code].retryable;
  }
}

/** The text for a thrown value that is not an Error at all (specification, error catalogue). */
export const unknownErrorMessage = messages.unknownThrown;

/** Foreign and missing look the same: what a caller may not see does not exist for them. */
export function notFound(what: string): AppError {
  return new AppError("not_found", { message: `${what} not found` });
}
