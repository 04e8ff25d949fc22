import type { IncomingMessage, ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";

import { recordSignIn } from "#server/domain/auth/record-sign-in.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { clientAddress } from "#server/http/request/client-address.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { createProvider, registrationPath } from "#server/platform/oidc/create-provider.ts";
import { mintTokens } from "#server/platform/oidc/mint-tokens.ts";
import type { IssuedTokens } from "#server/platform/oidc/oauth-client.ts";
import { isSignInElsewhere, ownIssuer } from "#server/platform/oidc/own-issuer.ts";

import { createInteractionPages } from "./interaction-pages.ts";
import { pageHeaders, renderNotice } from "./page-layout.ts";
import { createPasswordPages } from "./password-pages.ts";
import { createRegistrationEndpoint } from "./registration-endpoint.ts";
import { createSignInLimits, noLimits } from "./sign-in-limits.ts";

export interface OidcListener {
  /** Whether a request of this address is for the listener. */
  isAsked(url: string | undefined): boolean;
  listen(req: IncomingMessage, res: ServerResponse): void;
  /** Tokens for a user whom another provider has signed in. */
  issueTokens: (userId: string) => Promise<IssuedTokens>;
}

/** The built-in authorization server with its pages, for the HTTP server to call for everything below its path. */
export async function createOidcListener(services: Services, secretKey: Buffer): Promise<OidcListener> {
  const { appName, addresses, limits } = services.settings;
  const issuer = new URL(ownIssuer(addresses));
  const mountPath = issuer.pathname;
  const basePath = `${mountPath}/interaction`;
  const provider = await createProvider({
    db: services.wholeDb,
    secrets: services.secrets,
    secretKey,
    settings: services.settings,
    log: services.log,
    findAccount: (userId) => findUser(services, userId),
    headers: pageHeaders(addresses.clientHost),
    renderError: async (text) =>
      String(
        await renderNotice({ appName, title: "This sign-in cannot go on", text, clientHost: addresses.clientHost }),
      ),
    onAgentTokens: ({ request, ...signIn }) =>
      recordSignIn(services, { ...signIn, ...describeCaller(request, services) }),
    interactionPath: (uid) => `${basePath}/${uid}`,
  });
  const signInLimits = limits.hasRateLimits ? createSignInLimits(services.wholeDb) : noLimits;
  const pages = createInteractionPages({ provider, services, limits: signInLimits, basePath });
  const passwordPath = `${mountPath}/password`;
  const passwordPages = createPasswordPages({ services, limits: signInLimits, basePath: passwordPath });
  const registration = createRegistrationEndpoint({
    provider,
    services,
    limits: signInLimits,
    path: mountPath + registrationPath,
  });
  const listenRegistration = getRequestListener(registration.fetch, { overrideGlobalObjects: false });
  const listenPages = getRequestListener(pages.fetch, { overrideGlobalObjects: false });
  const listenPasswordPages = getRequestListener(passwordPages.fetch, { overrideGlobalObjects: false });
  const listenProtocol = provider.callback();
  const hasPasswords = !isSignInElsewhere(addresses);
  const documents = metadataPaths(mountPath);
  return {
    isAsked: (url = "") => url.startsWith(`${mountPath}/`) || documents.has(pathOf(url)),
    issueTokens: (userId) => mintTokens(provider, services.settings, userId),
    listen(req, res) {
      pinAddress(req, issuer);
      req.url = documents.get(pathOf(req.url ?? "")) ?? req.url;
      if (pathOf(req.url ?? "") === mountPath + registrationPath) void listenRegistration(req, res);
      else if (req.url?.startsWith(`${basePath}/`)) void listenPages(req, res);
      else if (hasPasswords && req.url?.startsWith(`${passwordPath}/`)) void listenPasswordPages(req, res);
      else void listenProtocol(withoutMountPath(req, mountPath), res);
    },
  };
}

/**
 * The discovery document is served below the issuer, but agents look for it before the issuer's path (RFC 8414), and
 * older ones where an issuer without a path would have it.
 */
function metadataPaths(mountPath: string): Map<string, string> {
  const [oauth, openid] = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"];
  return new Map([
    [oauth + mountPath, mountPath + oauth],
    [openid + mountPath, mountPath + openid],
    [oauth, mountPath + oauth],
  ]);
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** What the list of sign-ins shows of an agent. */
function describeCaller(request: IncomingMessage, { settings }: Services) {
  const isBehindProxy = settings.addresses.apiHost.startsWith("https:");
  return { userAgent: request.headers["user-agent"] ?? null, address: clientAddress(request, isBehindProxy) || null };
}

/**
 * Addresses in redirects and documents are made from the configured one. Host and forwarding headers of the request
 * are overwritten, so that nobody can make a link point elsewhere, behind any proxy.
 */
function pinAddress(req: IncomingMessage, issuer: URL): void {
  req.headers.host = issuer.host;
  delete req.headers["x-forwarded-host"];
  if (issuer.protocol === "https:") req.headers["x-forwarded-proto"] = "https";
}

/** The provider knows its routes from its own root on, and finds its mount path by comparing the two addresses. */
function withoutMountPath(req: IncomingMessage, mountPath: string): IncomingMessage {
  const originalUrl = req.url ?? "/";
  return Object.assign(req, { originalUrl, url: originalUrl.slice(mountPath.length) || "/" });
}
