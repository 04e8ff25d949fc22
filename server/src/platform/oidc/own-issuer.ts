import type { Settings } from "#server/platform/settings/parse-settings.ts";

type IssuerAddresses = Settings["addresses"];

/** The issuer of this installation's tokens, wherever people sign in: the authorization server inside this process. */
export function ownIssuer({ apiHost }: Pick<IssuerAddresses, "apiHost">): string {
  return `${apiHost}/oidc`;
}

/** Whether AUTH_HOST is somebody else's OpenID Connect provider, so that nobody signs in with a password of ours. */
export function isSignInElsewhere(addresses: Pick<IssuerAddresses, "apiHost" | "authHost">): boolean {
  return addresses.authHost !== ownIssuer(addresses);
}

/** Where an authorization server sends a browser after the sign-in; it must know the very same text. */
export function redirectAddress({ clientHost }: Pick<IssuerAddresses, "clientHost">): string {
  return `${clientHost}/auth/verify`;
}
