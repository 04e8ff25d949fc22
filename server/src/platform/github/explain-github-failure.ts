import { AppError } from "@cairn/contract/errors";

const tokenEnded = "token-ended";

/** An answer of GitHub that was no success, as its client library throws it. */
interface GithubRefusal extends Error {
  status: number;
  response?: { headers: Record<string, string | number | undefined> };
}

/**
 * Turns what the client library threw into an error a person can read. The library's own error is not kept: it holds the
 * request, and with it secrets.
 */
export function explainGithubFailure(error: unknown, { call, isApp }: { call: string; isApp: boolean }): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  if (!isRefusal(error)) {
    const message =
      "The GitHub App's key of this server cannot be used. An operator has to set GITHUB_APP_PRIVATE_KEY.";
    return new AppError("vendor_failed", { message, cause: new Error(`${call}: ${nameOf(error)}`) });
  }
  const cause = new Error(`${call} was answered ${error.status}: ${error.message.slice(0, 300)}`);
  const waitS = findWait(error);
  if (waitS !== null) {
    const minutes = Math.max(1, Math.ceil(waitS / 60));
    const message = `GitHub asks this server to slow down. It can be asked again in ${minutes} minute${minutes === 1 ? "" : "s"}.`;
    return new AppError("vendor_unavailable", { message, details: { retryAfterS: waitS }, cause });
  }
  if (error.status === 401 && !isApp) {
    const details = { reason: tokenEnded };
    return new AppError("vendor_failed", { message: "GitHub has ended this server's access.", details, cause });
  }
  return explainStatus(error, cause);
}

/** True when GitHub does not take a token any more that it gave out. */
export function isTokenEnded(error: unknown): boolean {
  return error instanceof AppError && (error.details as { reason?: unknown } | undefined)?.reason === tokenEnded;
}

function explainStatus({ status, message: output }: GithubRefusal, cause: Error): AppError {
  const fail = (code: AppError["code"], message: string) => new AppError(code, { message, cause });
  if (status === 401) return fail("vendor_failed", "GitHub does not accept this server's GitHub App id and key.");
  if (status === 403 && /suspended/i.test(output)) return fail("forbidden", "The app is suspended on GitHub.");
  if (status === 404 || status === 410) return fail("not_found", "GitHub does not have this, or not any more.");
  if (status === 422) return fail("unprocessable", "GitHub cannot do this.");
  if (status >= 500) return fail("vendor_unavailable", `GitHub is out of order right now (status ${status}).`);
  return fail("vendor_failed", `GitHub refused (status ${status}).`);
}

function isRefusal(error: unknown): error is GithubRefusal {
  return error instanceof Error && "status" in error && typeof error.status === "number";
}

/** Seconds, when this refusal is about too many calls; else null. GitHub says so with 403 as well as with 429. */
function findWait({ status, message, response }: GithubRefusal): number | null {
  if (status !== 403 && status !== 429) return null;
  const headers = response?.headers ?? {};
  const retryAfterS = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(retryAfterS)) return Math.max(1, retryAfterS);
  if (String(headers["x-ratelimit-remaining"]) === "0") {
    const resetS = Number(headers["x-ratelimit-reset"]) - Date.now() / 1000;
    return Number.isFinite(resetS) ? Math.max(1, Math.ceil(resetS)) : unknownWaitS;
  }
  return status === 429 || /rate limit/i.test(message) ? unknownWaitS : null;
}

const unknownWaitS = 60;

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "an unknown failure";
}
