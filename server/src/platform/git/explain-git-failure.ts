import { AppError, type ErrorCode } from "@cairn/contract/errors";

import type { GitCredential } from "./git-settings.ts";

interface Explanation {
  /** Matches what git itself said; lines that the remote sent are left out before. */
  pattern: RegExp;
  code: ErrorCode;
  message: string;
  /** For callers that can say more than the message. */
  reason?: "redirected";
}

/** First match wins: our own troubles, then the way to the remote, then what the remote answered. */
const explanations: readonly Explanation[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/i,
    code: "disk_full",
    message: "The server's disk is full.",
  },
  {
    pattern: /transport '[^']*' not allowed/,
    code: "invalid_input",
    message: "This kind of address is not supported. Use https://.",
  },
  {
    pattern: /Could not resolve host|Temporary failure in name resolution/i,
    code: "vendor_unavailable",
    message: "The repository's host could not be found.",
  },
  {
    pattern: /Operation too slow|Operation timed out|Connection timed out|Timeout was reached/i,
    code: "vendor_unavailable",
    message: "The repository's host stopped answering.",
  },
  {
    pattern: /Failed to connect|Connection refused|Couldn't connect|No route to host|Network is unreachable/i,
    code: "vendor_unavailable",
    message: "The repository's host could not be reached.",
  },
  {
    pattern: /certificate|SSL|TLS|gnutls/i,
    code: "vendor_failed",
    message:
      "No safe connection to the repository's host could be made: its certificate is not trusted or has expired.",
  },
  {
    pattern: /requested URL returned error: 30[12378]/,
    code: "invalid_input",
    message: "The address redirects to another one. Use that address instead.",
    reason: "redirected",
  },
  {
    pattern: /requested URL returned error: (?:429|5\d\d)/,
    code: "vendor_unavailable",
    message: "The repository's host is overloaded or out of order.",
  },
  {
    pattern: /repository '[^']*' not found|requested URL returned error: (?:404|410)/,
    code: "invalid_input",
    message: "There is no repository at this address.",
  },
  {
    pattern: /is this a git repository\?|does not appear to be a git repository|invalid server response/,
    code: "invalid_input",
    message: "There is no git repository at this address.",
  },
  {
    pattern: /possible repository corruption on the remote side/,
    code: "vendor_failed",
    message: "The repository is damaged on its host.",
  },
  {
    pattern: /fsck error|^(?:error|fatal): object [0-9a-f]{40,64}: \w+:/m,
    code: "vendor_failed",
    message: "The repository holds objects that git's safety check refuses.",
  },
  {
    pattern:
      /RPC failed|early EOF|unexpected disconnect|hung up|Empty reply|Connection reset|Recv failure|transfer closed|invalid index-pack output|bytes of body are still expected|expected flush|bad pack header|pack has .*unresolved/i,
    code: "vendor_unavailable",
    message: "The connection to the repository's host broke off.",
  },
  {
    pattern: /not a git repository/,
    code: "not_found",
    message: "The local copy of this repository is missing. Index it again.",
  },
  {
    pattern: /not a tree object|bad object|bad tree object|Not a valid object name|Needed a single revision/i,
    code: "not_found",
    message: "Commit not found",
  },
];

const signInPattern = /could not read (?:Username|Password)|Authentication failed|returned error: 40[13]/;

/** Turns what git wrote into an error a person can read. Nothing of `stderr` stands in its message. */
export function explainGitFailure(failure: { stderr: string; hadCredential: boolean; cause: Error }): AppError {
  const own = failure.stderr
    .split(/[\r\n]+/)
    .filter((line) => !line.startsWith("remote:"))
    .join("\n");
  if (signInPattern.test(own)) {
    const message = failure.hadCredential
      ? "The repository refused the user name or password."
      : "The repository asks for a sign-in. It is private or does not exist.";
    return new AppError("invalid_input", { message, cause: failure.cause });
  }
  const found = explanations.find((explanation) => explanation.pattern.test(own));
  if (found === undefined) {
    return new AppError("vendor_failed", { message: "Git could not read the repository.", cause: failure.cause });
  }
  const details = found.reason === undefined ? undefined : { reason: found.reason };
  return new AppError(found.code, { message: found.message, details, cause: failure.cause });
}

/** True when the remote answered with a redirect, which git was told not to follow. */
export function isRedirectFailure(error: unknown): error is AppError {
  const details = error instanceof AppError ? error.details : null;
  return typeof details === "object" && details !== null && "reason" in details && details.reason === "redirected";
}

/** Takes credentials, progress and terminal control characters out of what git wrote. */
export function redactGitOutput(text: string, credential: GitCredential | undefined): string {
  const secrets = credential === undefined ? [] : [credential.password, credential.username];
  const spellings = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((secret) => secret !== "");
  const lines = text.split(/[\r\n]+/).filter((line) => !/\d+% \(\d+\/\d+\)/.test(line));
  return (
    spellings
      .reduce((current, secret) => current.replaceAll(secret, "[redacted]"), lines.join("\n"))
      .replace(/\/\/[^/\s@]+@/g, "//[redacted]@")
      // A remote may send escape sequences to whoever reads the log.
      .replace(/(?![\n\t])\p{Cc}/gu, "")
      .trim()
  );
}
