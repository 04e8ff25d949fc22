import { AppError } from "@cairn/contract/errors";

/** Invalid certificates, and servers without TLS. */
const untrusted = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/;
/** What the decompressors say of bytes that are none of theirs. */
const damaged = /^(?:Z_|ERR_(?:_|BROTLI|PADDING|BUF))/;

/** What a person reads about an exchange that failed. A limit's own words come as the reason of the signal. */
export function explainFailure(error: unknown, signal: AbortSignal): AppError {
  const reason: unknown = signal.reason;
  if (signal.aborted && reason instanceof AppError) return reason;
  if (signal.aborted) return new AppError("cancelled", { message: "Reading the page was stopped.", cause: reason });
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (untrusted.test(code)) return failed("The page's server has no certificate that this server trusts.", error);
  if (damaged.test(code)) return failed("The page arrived damaged: its compression could not be undone.", error);
  if (code.startsWith("HPE_")) return failed("The page's server answered with something that is not HTTP.", error);
  if (code === "ECONNREFUSED") return unavailable("The page's server refused the connection.", error);
  if (code === "ETIMEDOUT") return tooSlow(error);
  if (code === "ECONNRESET" || code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE")
    return unavailable("The page's server broke the connection off.", error);
  return unavailable("The page's server could not be reached.", error);
}

export function tooSlow(cause?: unknown): AppError {
  return unavailable("The page's server took too long to answer.", cause);
}

/** What an answer without a page means. */
export function explainStatus(status: number): AppError {
  if (status === 404 || status === 410) return failed(`There is no page at this address (status ${status}).`);
  if (status === 401 || status === 403)
    return failed(`The page's server does not let this server read the page (status ${status}).`);
  if (status === 429 || status >= 500)
    return unavailable(`The page's server could not answer right now (status ${status}).`);
  return failed(`The page's server answered with status ${status} in place of a page.`);
}

function failed(message: string, cause?: unknown): AppError {
  return new AppError("vendor_failed", { message, cause });
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError("vendor_unavailable", { message, cause });
}
