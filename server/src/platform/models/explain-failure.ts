import { AppError } from "@cairn/contract/errors";

/** The facts of a failed call; vendors' own texts may hold keys and prompts, so they only go to `cause`. */
interface Failure {
  statusCode?: number;
  code?: string;
  name?: string;
  cause?: unknown;
  /** Set by the library on its error for repeated tries. */
  lastError?: unknown;
}

/** One plain sentence and an error code for any failure between us and the model. */
export function explainFailure(error: unknown, answer: { hasText: boolean }): AppError {
  if (error instanceof AppError) return error;
  const failure = (typeof error === "object" && error !== null ? error : {}) as Failure;
  if (failure.lastError !== undefined) return explainFailure(failure.lastError, answer);
  if (failure.cause instanceof AppError) return failure.cause;
  const { statusCode } = failure;
  if (statusCode !== undefined && statusCode !== 200) return explainStatus(statusCode, error);
  if (hasCode(failure, lostCodes)) return unavailable("The connection to the model was lost.", error);
  if (failure.name === "AI_ToolChoiceViolationError") {
    return new AppError("vendor_failed", {
      message: "The model kept looking things up and never answered.",
      cause: error,
    });
  }
  if (answer.hasText) return brokenOff(error);
  return new AppError("vendor_failed", { message: "The model sent something that is not an answer.", cause: error });
}

/** The text stops without the vendor's word that it is whole. */
export function brokenOff(cause?: unknown): AppError {
  return new AppError("vendor_unavailable", { message: "The model's answer broke off.", cause });
}

/** Whether a call that failed cost nothing: it was refused, or never arrived. */
export function tookNothing(error: unknown): boolean {
  return statusOf(error) !== null || hasCode(error, neverArrived);
}

/** The HTTP status that the vendor refused with; null where it is not that. */
export function statusOf(error: unknown, depth = 0): number | null {
  if (typeof error !== "object" || error === null || depth > maxDepth) return null;
  const { statusCode, lastError, cause } = error as Failure;
  if (statusCode !== undefined) return statusCode === 200 ? null : statusCode;
  return statusOf(lastError ?? cause, depth + 1);
}

function explainStatus(status: number, cause: unknown): AppError {
  if (status === 401 || status === 403) {
    return new AppError("vendor_failed", {
      message: "The model refused the server's key. An operator must check MODEL_API_KEY.",
      cause,
    });
  }
  if (status === 404) {
    return new AppError("vendor_failed", {
      message: "The model's address or name is wrong. An operator must check MODEL_BASE_URL and MODEL_NAME.",
      cause,
    });
  }
  if (status === 413)
    return new AppError("vendor_failed", { message: "The question is too long for the model.", cause });
  if (status === 429) return unavailable("The model is busy: too many requests. Try again in a moment.", cause);
  if (status >= 500) return unavailable("The model's server reported a failure. Try again in a moment.", cause);
  return new AppError("vendor_failed", { message: `The model refused the request (status ${status}).`, cause });
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError("vendor_unavailable", { message, cause });
}

const neverArrived = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
const lostCodes = new Set([...neverArrived, "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** How far causes of causes are looked through. */
const maxDepth = 5;

/** Looks through the causes: libraries wrap what the network said. */
function hasCode(error: unknown, codes: ReadonlySet<string>, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > maxDepth) return false;
  const { code, lastError, cause } = error as Failure;
  return (code !== undefined && codes.has(code)) || hasCode(lastError ?? cause, codes, depth + 1);
}
