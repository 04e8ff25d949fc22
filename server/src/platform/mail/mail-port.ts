/** An e-mail as plain text; it is sent unchanged. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail through the operator's server. */
export interface MailPort {
  /**
   * Resolves when the server accepted the e-mail. Throws `vendor_unavailable` when it cannot be reached or asks to try
   * again later, `vendor_failed` when it refuses for good; the message is for people and contains no password.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
