/** A letter as plain text; it is sent as it stands. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail through the operator's server. */
export interface MailPort {
  /**
   * Resolves when the server took the letter. Throws `vendor_unavailable` when it cannot be reached or asks to come
   * back later, `vendor_failed` when it refuses for good; the message is for people and names no password.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
