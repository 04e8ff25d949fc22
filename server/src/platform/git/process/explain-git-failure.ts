import { AppError, type ErrorCode } from "@cairn/contract/errors";

import type { GitCredential } from "./git-settings.ts";

interface Explanation {
  /** Matches what git itself said; lines that the remote sent are left out before. */
  pattern: RegExp;
  code: ErrorCode;
  message: string;
  /** For callers that can say more than the message. */
  reason?: "redirected" | "host-key-changed";
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
    pattern:
      /Operation too slow|(?:Operation|Connection) timed out|Timeout was reached|Timeout, server .* not responding/i,
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
    message:
      "This server's copy of the repository is missing. Index it again; one that is hosted here has to come back from a backup.",
  },
  {
    pattern: /not a tree object|bad object|bad tree object|Not a valid object name|Needed a single revision/i,
    code: "not_found",
    message: "Commit not found",
  },
];

/** What ssh and the programs behind it say. */
const sshExplanations: readonly Explanation[] = [
  {
    pattern: /ssh: (?:command )?not found|cannot run ssh/,
    code: "unavailable",
    message: "SSH is not installed on this server.",
  },
  {
    pattern: /No user exists for uid/,
    code: "unavailable",
    message: "SSH does not run under this server's account, which the machine's list of users does not have.",
  },
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed|requested strict checking/,
    code: "vendor_failed",
    message: "The host key of the repository's host has changed.",
    reason: "host-key-changed",
  },
  {
    pattern: /Unable to negotiate|no matching (?:host key type|key exchange method|cipher|MAC)/,
    code: "vendor_failed",
    message: "The repository's host offers only outdated ways of SSH, which this server does not use.",
  },
  {
    pattern: /Permission denied \(|Too many authentication failures/,
    code: "invalid_input",
    message:
      "The repository's host does not know this product's SSH key. Add the product's public key there, as a key that may read the repository.",
  },
  {
    pattern: /marked as read[ -]only|are read[ -]only|write access|access denied|unauthorized/i,
    code: "vendor_failed",
    message: "The repository's host does not let this product's SSH key do that.",
  },
  {
    pattern:
      /(?:repository|project)\b.{0,300}\b(?:not found|not be found|does not exist)|does not appear to be a git repo/i,
    code: "invalid_input",
    message: "There is no repository at this address, or this product's SSH key may not read it.",
  },
];

/** All that is left to say when the host hung up without a word. */
const sshEnded: Explanation = {
  pattern: /Could not read from remote repository/,
  code: "vendor_unavailable",
  message: "The repository's host closed the SSH connection.",
};

const signInPattern = /could not read (?:Username|Password)|Authentication failed|returned error: 40[13]/;

/** Turns what git wrote into an error for people. Its message contains nothing of `stderr`. */
export function explainGitFailure(failure: {
  stderr: string;
  hadCredential: boolean;
  isSsh?: boolean;
  cause: Error;
}): AppError {
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
  const found = failure.isSsh === true ? explainSsh(failure.stderr, own) : findExplanation(explanations, own);
  if (found === undefined) {
    return new AppError("vendor_failed", { message: "Git could not read the repository.", cause: failure.cause });
  }
  const details = found.reason === undefined ? undefined : { reason: found.reason };
  return new AppError(found.code, { message: found.message, details, cause: failure.cause });
}

/** Hosts refuse in lines of their own, so those count too where nothing is said about this machine. */
function explainSsh(all: string, own: string): Explanation | undefined {
  return findExplanation(sshExplanations, all) ?? findExplanation([...explanations, sshEnded], own);
}

function findExplanation(known: readonly Explanation[], text: string): Explanation | undefined {
  return known.find((explanation) => explanation.pattern.test(text));
}

/** True when the remote answered with a redirect, which our git does not follow. */
export function isRedirectFailure(error: unknown): error is AppError {
  return hasReason(error, "redirected");
}

/** True when an SSH host showed another key than the one that is pinned. */
export function isHostKeyFailure(error: unknown): error is AppError {
  return hasReason(error, "host-key-changed");
}

function hasReason(error: unknown, reason: Explanation["reason"]): boolean {
  const details = error instanceof AppError ? error.details : null;
  return typeof details === "object" && details !== null && "reason" in details && details.reason === reason;
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
      // A remote may send terminal escape sequences, which would reach readers of the log.
      .replace(/(?![\n\t])\p{Cc}/gu, "")
      .trim()
  );
}
