import { authScope } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { href } from "../paths.ts";
import { runtimeConfig } from "../runtime-config.ts";

/** What a sign-in needs to know of the server at AUTH_HOST. */
export interface SignInServer {
  authorizationEndpoint: string;
  /** Where a browser is signed out of somebody else's server; null where there is no such place, or the server is ours. */
  endSessionEndpoint: string | null;
  /** Our own authorization server, which knows the API's scopes and our invites. */
  isOurs: boolean;
  scope: string;
  /** Whether it can be asked for its sign-up page. */
  hasSignUpPage: boolean;
}

interface DiscoveryDocument {
  authorization_endpoint?: string;
  end_session_endpoint?: string;
  scopes_supported?: string[];
  prompt_values_supported?: string[];
}

/** What any OpenID Connect provider needs to be asked for to learn who somebody is. */
const identityScopes = ["openid", "profile", "email"];

/** Asks the server at AUTH_HOST what it is. Throws with a sentence a person can read. */
export async function findSignInServer(): Promise<SignInServer> {
  const { authHost } = runtimeConfig();
  const fail = (cause?: unknown) =>
    new AppError("vendor_unavailable", { message: `The sign-in server at ${authHost} does not answer`, cause });
  const response = await fetch(`${authHost}/.well-known/openid-configuration`).catch((cause: unknown) => {
    throw fail(cause);
  });
  const server = describeServer((await response.json().catch(() => null)) as DiscoveryDocument | null);
  if (!server) throw fail();
  return server;
}

/** Null when the document is none. */
export function describeServer(document: DiscoveryDocument | null): SignInServer | null {
  if (!document?.authorization_endpoint) return null;
  const scopes = document.scopes_supported;
  const isOurs = scopes?.includes("api:read") ?? false;
  return {
    authorizationEndpoint: document.authorization_endpoint,
    endSessionEndpoint: isOurs ? null : (document.end_session_endpoint ?? null),
    isOurs,
    scope: isOurs ? authScope : identityScopes.filter((scope) => scopes?.includes(scope) ?? true).join(" "),
    hasSignUpPage: document.prompt_values_supported?.includes("create") ?? false,
  };
}

/**
 * The address to open after a sign-out: where somebody else's server would sign the next visitor in again unasked, it is
 * that server's own sign-out, which leads back to the sign-in page. A server that does not answer keeps nobody waiting.
 */
export async function signOutAddress(address: string): Promise<string> {
  const server = await findSignInServer().catch(() => null);
  return server?.endSessionEndpoint ? endSessionUrl(server.endSessionEndpoint, runtimeConfig()) : address;
}

/** The address of the sign-out request; the provider must know the address it leads back to. */
export function endSessionUrl(endpoint: string, config: { authClientId: string; clientHost: string }): string {
  const url = new URL(endpoint);
  url.searchParams.set("client_id", config.authClientId);
  url.searchParams.set("post_logout_redirect_uri", config.clientHost + href("login"));
  return url.href;
}
