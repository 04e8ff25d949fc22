import { AppError } from "@cairn/contract/errors";
import { validation } from "@cairn/contract/texts";

/** The address of a repository that is reached over SSH. */
export interface SshAddress {
  user: string;
  /** As it was written, IPv6 without brackets; `platform/egress` decides whether it may be reached. */
  host: string;
  port: number;
  /** With a leading slash, or relative to where the account begins on that host. */
  path: string;
}

const defaultUser = "git";
const defaultPort = 22;

const withScheme = /^ssh:\/\/(?:([^@/]*)@)?(?:\[([^\]/@]*)\]|([^:/@[\]]*))(?::(\d{1,5}))?(\/.*)$/i;
/** The short form: git@host:path. */
const shortForm = /^([^@/:]*)@([^:/@[\]]*):(.+)$/;
/** A user name that no program takes for an option or a pattern. */
const userPattern = /^\w[\w.+-]{0,63}$/;

/** Reads `ssh://user@host:port/path` and `user@host:path`. Throws `invalid_input` with the cause in plain words. */
export function parseSshAddress(text: string): SshAddress {
  if (/[\p{Cc}\s\\]|%[01][0-9a-f]|%7f/iu.test(text)) {
    throw refusal("The address has a space, a backslash or a control character in it.");
  }
  const address = readWithScheme(text) ?? readShortForm(text);
  if (address === null) throw refusal(validation.gitUrlInvalid);
  if (address.user.includes(":")) throw refusal("The address has a password in it. SSH uses the product's own key.");
  if (!userPattern.test(address.user))
    throw refusal("The user name in the address has characters that are not allowed.");
  // Refused here and not only by the look-up of the name, because an address is also stored and shown.
  if (address.host === "" || address.host.startsWith("-")) throw refusal("The address has no valid host name.");
  if (address.port < 1 || address.port > 65_535) throw refusal("The address has no valid port.");
  if (/^\/*[-:]|^\/*$/.test(address.path)) throw refusal("The address has no valid path to a repository.");
  return address;
}

function readWithScheme(text: string): SshAddress | null {
  const match = withScheme.exec(text);
  if (match === null) return null;
  const [, user = defaultUser, address, name, port, path = ""] = match;
  return { user, host: address ?? name ?? "", port: port === undefined ? defaultPort : Number(port), path };
}

function readShortForm(text: string): SshAddress | null {
  const match = text.includes("://") ? null : shortForm.exec(text);
  if (match === null) return null;
  const [, user = "", host = "", path = ""] = match;
  return { user, host, port: defaultPort, path };
}

/** How known_hosts names a host. */
export function hostAlias({ host, port }: { host: string; port: number }): string {
  return port === defaultPort ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
}

function refusal(message: string): AppError {
  return new AppError("invalid_input", { message });
}
