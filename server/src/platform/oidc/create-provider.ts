import { interactionPolicy, type KoaContext, type OidcClient, type OidcToken, Provider } from "oidc-provider";

import type { Database } from "../db/open-db.ts";
import type { Logger } from "../log/logger.ts";
import { deriveKey, type SecretBox } from "../secrets/secret-box.ts";
import type { Settings } from "../settings/read-settings.ts";
import { apiScopes, describeResource, grantClaim } from "./access-token-shape.ts";
import { cookieName } from "./cookie-name.ts";
import { endBrowserSession, sessionCookieName } from "./end-browser-session.ts";
import { grantFirstParty } from "./grant-first-party.ts";
import { createOidcAdapter } from "./oidc-adapter.ts";
import { isSignInElsewhere, ownIssuer, redirectAddress } from "./own-issuer.ts";
import { loadSigningKeys, signingAlgorithm } from "./signing-keys.ts";

const codeTtlS = 60;
const interactionTtlS = 3600;
const crossSiteHeaders = ["origin", "methods", "headers"].map((name) => `access-control-allow-${name}`);

export interface ProviderParts {
  db: Database;
  secrets: SecretBox;
  /** The installation's key; cookie keys are derived from it. */
  secretKey: Buffer;
  settings: Settings;
  log: Logger;
  /** Null when there is no such user (any more). */
  findAccount(userId: string): Promise<{ firstName: string | null; lastName: string | null } | null>;
  /** Headers of every answer: what browsers may do with it. */
  headers: Record<string, string>;
  /** The page for a request that cannot go on, as HTML. */
  renderError(description: string): Promise<string>;
  /** Path of the page where a person signs in. */
  interactionPath(uid: string): string;
}

/** The authorization server of this installation: OpenID Connect with one first-party client, the web app. */
export async function createProvider(parts: ProviderParts): Promise<Provider> {
  const issuer = ownIssuer(parts.settings.addresses);
  const provider = new Provider(issuer, await configure(parts));
  provider.proxy = issuer.startsWith("https:");
  provider.use(async (ctx, next) => {
    ctx.set(parts.headers);
    await next();
    publishScopes(ctx);
    keepFromOtherSites(ctx);
    await endSessionAfterRevocation(parts.db, ctx);
  });
  provider.on("server_error", (_ctx, error) => parts.log.error({ error }, "authorization server failed"));
  provider.on("error", (error) => parts.log.error({ error }, "authorization server failed"));
  return provider;
}

/** The discovery document names the API's scopes too: by them the web app knows the authorization server as ours. */
function publishScopes({ oidc, body }: KoaContext): void {
  if (oidc?.route === "discovery") (body as { scopes_supported: string[] }).scopes_supported.push(...apiScopes);
}

/** Only what is published may be read by pages of other sites; the library would also hand them answers to refusals. */
function keepFromOtherSites(ctx: KoaContext): void {
  if (!ctx.oidc || /(^|[.])(discovery|jwks)$/.test(ctx.oidc.route)) return;
  for (const name of crossSiteHeaders) ctx.remove(name);
}

/** Who revokes a refresh token signs out: the browser session it came from ends with it. */
async function endSessionAfterRevocation(db: Database, { oidc }: KoaContext): Promise<void> {
  const token = oidc?.route === "revocation" ? oidc.entities.RefreshToken : undefined;
  // Another client may name the token, but it ends nothing.
  if (!oidc || !token?.sessionUid || token.clientId !== oidc.client.clientId) return;
  await endBrowserSession(db, { uid: token.sessionUid });
}

async function configure(parts: ProviderParts): Promise<Record<string, unknown>> {
  const { addresses, limits } = parts.settings;
  const nameCookie = (base: string) => cookieName(base, addresses.apiHost);
  return {
    adapter: createOidcAdapter(parts.db),
    jwks: { keys: await loadSigningKeys(parts.db, parts.secrets) },
    clients: [firstPartyClient(parts.settings)],
    cookies: {
      keys: [deriveKey(parts.secretKey, "oidc cookies").toString("base64url")],
      names: {
        session: nameCookie(sessionCookieName),
        interaction: nameCookie("auth_interaction"),
        resume: nameCookie("auth_resume"),
      },
    },
    scopes: ["openid", "profile"],
    claims: { openid: ["sub"], profile: ["given_name", "family_name"] },
    discovery: { prompt_values_supported: ["none", "login", "create"] },
    extraParams: ["utm_source", "ref", "screen_hint", "invite"],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    features: featuresFor(addresses.apiHost, limits.accessTokenTtlS),
    extraTokenClaims: (_ctx: KoaContext, token: { grantId?: string }) => ({ [grantClaim]: token.grantId }),
    interactions: { policy: policy(), url: (_ctx: KoaContext, { uid }: { uid: string }) => parts.interactionPath(uid) },
    loadExistingGrant: (ctx: Required<KoaContext>) => grantFirstParty(ctx.oidc, limits.refreshTokenTtlS),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: lifetimes(parts.settings),
    findAccount: (_ctx: KoaContext, userId: string) => findAccount(parts, userId),
    renderError: async (ctx: KoaContext, out: { error: string; error_description?: string }) => {
      ctx.type = "html";
      ctx.body = await parts.renderError(out.error_description ?? out.error);
    },
  };
}

/**
 * The web app. Where people sign in elsewhere it has no redirect address here: nobody gets past the other provider with a
 * password of ours, and the client only refreshes and revokes the tokens it was given.
 */
function firstPartyClient({ addresses }: Settings): Record<string, unknown> {
  const isElsewhere = isSignInElsewhere(addresses);
  return {
    client_id: addresses.authClientId,
    redirect_uris: isElsewhere ? [] : [redirectAddress(addresses)],
    token_endpoint_auth_method: "none",
    grant_types: isElsewhere ? ["refresh_token"] : ["authorization_code", "refresh_token"],
    response_types: isElsewhere ? [] : ["code"],
    id_token_signed_response_alg: signingAlgorithm,
  };
}

/** Everything that no client of this version uses is off. Tokens are always for the API, so there is no userinfo. */
function featuresFor(apiHost: string, accessTokenTtlS: number): Record<string, unknown> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx: KoaContext, client: OidcClient, token: OidcToken) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => apiHost,
      getResourceServerInfo: (_ctx: KoaContext, resource: string) =>
        describeResource(resource, { apiHost, accessTokenTtlS }),
    },
  };
}

/**
 * The only client is ours, so nobody is asked for consent. `prompt=create` (Initiating User Registration) opens the
 * sign-up page; it comes first, so that a person who asks to sign up is not shown the sign-in page.
 */
function policy() {
  const prompts = interactionPolicy.base();
  prompts.remove("consent");
  prompts.add(new interactionPolicy.Prompt({ name: "create", requestable: true }), 0);
  return prompts;
}

/** A rotated refresh token ends when its first ancestor would have: signing in again is due after that time at last. */
function lifetimes({ limits }: Settings): Record<string, unknown> {
  return {
    AccessToken: limits.accessTokenTtlS,
    AuthorizationCode: codeTtlS,
    IdToken: limits.accessTokenTtlS,
    Interaction: interactionTtlS,
    Session: limits.refreshTokenTtlS,
    Grant: limits.refreshTokenTtlS,
    /** Outside of a request, where tokens are minted, there is no context. */
    RefreshToken: (ctx: KoaContext | undefined) => {
      const parent = ctx?.oidc?.entities.RotatedRefreshToken;
      return parent ? Math.max(1, parent.remainingTTL) : limits.refreshTokenTtlS;
    },
  };
}

async function findAccount(parts: ProviderParts, userId: string) {
  const user = await parts.findAccount(userId);
  if (!user) return undefined;
  return {
    accountId: userId,
    claims: () => ({
      sub: userId,
      given_name: user.firstName ?? undefined,
      family_name: user.lastName ?? undefined,
    }),
  };
}
