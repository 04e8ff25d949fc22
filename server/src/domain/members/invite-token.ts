import { createHash, randomBytes } from "node:crypto";

const tokenBytes = 32;

/** The secret of an invite's link: 43 characters of chance. */
export function createInviteToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** What is stored of a token. It is pure chance, so nobody can guess it from its hash. */
export function hashInviteToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What is opened to join; `clientHost` is the address of the web app. */
export function inviteLink(clientHost: string, token: string): string {
  return `${clientHost}/invite/${token}`;
}
