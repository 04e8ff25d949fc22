import { AppError } from "@cairn/contract/errors";
import { createTransport, type Transporter } from "nodemailer";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { explainMailFailure } from "./explain-mail-failure.ts";
import type { Mail, MailPort } from "./mail-port.ts";
import { oneLine } from "./one-line.ts";

/** How long to wait, in milliseconds: for the connection, for the server's first words, and in any silence after. */
const defaultTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * The operator's mail server; null where none is set. Each letter has a connection of its own, which its signal ends.
 */
export function connectMail(mail: Settings["mail"], timeouts = defaultTimeouts): MailPort | null {
  if (!mail) return null;
  const url = new URL(mail.smtpUrl.reveal());
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const transport = createTransport({
    ...timeouts,
    host,
    port: url.port ? Number(url.port) : undefined,
    // Otherwise the connection is made secure by STARTTLS where the server offers it; on this machine itself there is
    // nothing to protect, and mail servers there seldom have a certificate that can be checked.
    secure: url.protocol === "smtps:",
    ignoreTLS: /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host),
    auth: url.username ? { user: decoded(url.username), pass: decoded(url.password) } : undefined,
    logger: false,
    debug: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { send: (letter, signal) => send(transport, { letter, from: mail.from, host }, signal) };
}

async function send(
  transport: Transporter,
  given: { letter: Mail; from: string; host: string },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { letter, from, host } = given;
  // One address and nothing else: a comma would make two of it, and a line break another header.
  if (!/^[^\s\p{C}<>,;:"()[\]\\]+@[^\s\p{C}<>,;:"()[\]\\@]+$/u.test(letter.to)) {
    throw new AppError("vendor_failed", { message: "Mail cannot be sent to this address" });
  }
  const to = { name: "", address: letter.to };
  try {
    await transport.sendMail({ from, to, subject: oneLine(letter.subject), text: letter.text, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw explainMailFailure(error, host);
  }
}

/** Parts of an address are percent-encoded; a password with a bare % in it is used as written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
