import { authScope } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { href } from "#web/lib/navigation/paths.ts";

/** What a sign-in needs to know of the server at AUTH_HOST. */
export interface SignInServer {
  authorizationEndpoint: string;
  /** Where a browser is signed out of a third-party server; null when the server is ours or has no such endpoint. */
  endSessionEndpoint: string | null;
  /** Our own authorization server, which knows the API's scopes and our invites. */
  isOurs: boolean;
  scope: string;
  /** Whether it has a sign-up page that can be requested. */
  hasSignUpPage: boolean;
}

interface DiscoveryDocument {
  authorization_endpoint?: string;
  end_session_endpoint?: string;
  scopes_supported?: string[];
  prompt_values_supported?: string[];
}

/** The scopes that identify a user at any OpenID Connect provider. */
const identityScopes = ["openid", "profile", "email"];

/** Fetches the discovery document of the server at AUTH_HOST. Throws an error whose message may be shown. */
export async function findSignInServer(): Promise<SignInServer> {
  const { authHost, apiHost } = runtimeConfig();
  const isHere = new URL(authHost).origin === new URL(apiHost).origin;
  const message = isHere
    ? "The server does not answer. It may be busy: try again in a moment."
    : `The sign-in server at ${authHost} does not answer`;
  const fail = (cause?: unknown) => new AppError("vendor_unavailable", { message, cause });
  const response = await fetch(`${authHost}/.well-known/openid-configuration`).catch((cause: unknown) => {
    throw fail(cause);
  });
  const server = parseDiscoveryDocument((await response.json().catch(() => null)) as DiscoveryDocument | null);
  if (!server) throw fail();
  return server;
}

/** Null when it is no discovery document. */
export function parseDiscoveryDocument(document: DiscoveryDocument | null): SignInServer | null {
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
 * The address to open after a sign-out. A third-party server would silently sign the next visitor in again, so its own
 * sign-out page is opened, which leads back to our sign-in page. If the server does not answer, `address` is opened.
 */
export async function findSignOutAddress(address: string): Promise<string> {
  const server = await findSignInServer().catch(() => null);
  return server?.endSessionEndpoint ? buildEndSessionUrl(server.endSessionEndpoint, runtimeConfig()) : address;
}

/** The address of the sign-out request; the provider must know the address it leads back to. */
export function buildEndSessionUrl(endpoint: string, config: { authClientId: string; clientHost: string }): string {
  const url = new URL(endpoint);
  url.searchParams.set("client_id", config.authClientId);
  url.searchParams.set("post_logout_redirect_uri", config.clientHost + href("login"));
  return url.href;
}
