import { AppError } from "@cairn/contract/errors";

/** What the mail library says of a failure; each part may be absent. */
interface MailFailure {
  code?: string;
  /** What the system called it, where `code` is the library's own. */
  originalCode?: string;
  /** What the server answered: 4xx is for now, 5xx for good. */
  responseCode?: number;
  /** The SMTP command that failed. */
  command?: string;
}

/**
 * Says in plain words why an e-mail was not sent. Only the kind of failure and the status code are included: what a
 * server writes may repeat what it received, even the password. The cause is left out of the log for the same reason.
 */
export function explainMailFailure(error: unknown, host: string): AppError {
  const { code = "", originalCode = "", responseCode = 0, command = "" } = (error ?? {}) as MailFailure;
  const isFinal = responseCode >= 500;
  const answer = responseCode ? ` (answer ${responseCode})` : "";
  return new AppError(isFinal ? "vendor_failed" : "vendor_unavailable", {
    message: `The mail server ${host} ${words({ code, originalCode, responseCode, command, isFinal })}${answer}`,
  });
}

function words(failure: Required<MailFailure> & { isFinal: boolean }): string {
  if (failure.code === "EAUTH") return "did not accept this server's user name and password";
  if (failure.command === "RCPT TO" && failure.isFinal) return "does not take mail for this address";
  if (failure.responseCode > 0) return failure.isFinal ? "refused the letter" : "asks to try again later";
  if (failure.code === "ETIMEDOUT") return "did not answer in time";
  if (failure.code === "EDNS") return "is not known under this name";
  const isUntrusted = failure.code === "ETLS" || /CERT|SIGNATURE|^ERR_(?:TLS|SSL)/.test(failure.originalCode);
  if (isUntrusted) return "offers no secure connection that can be trusted";
  return "could not be reached, or broke off";
}
