import type { IncomingMessage } from "node:http";

import { errors, interactionPolicy, type KoaContext, type OidcClient, type OidcToken, Provider } from "oidc-provider";

import type { Database } from "#server/platform/db/open-db.ts";
import type { Logger } from "#server/platform/log/logger.ts";
import { deriveKey, type SecretBox } from "#server/platform/secrets/secret-box.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { apiScopes, describeResource, grantClaim } from "./access-token-shape.ts";
import { agentScope } from "./agent-address.ts";
import { consentPrompt, findAllowedGrant, forgetAgentGrant, isAgent } from "./agent-grants.ts";
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
  /** The error page of a request that cannot continue, as HTML. */
  renderError(description: string): Promise<string>;
  /** An agent got tokens, its first ones or new ones. */
  onAgentTokens(sent: { userId: string; grantId: string; request: IncomingMessage }): Promise<void>;
  /** Path of the page where a person signs in. */
  interactionPath(uid: string): string;
}

/** Where clients register, below the issuer. */
export const registrationPath = "/register";

/** The authorization server of this installation: OpenID Connect with the web app as its own client, and agents. */
export async function createProvider(parts: ProviderParts): Promise<Provider> {
  const { addresses } = parts.settings;
  const issuer = ownIssuer(addresses);
  const provider = new Provider(issuer, await configure(parts));
  provider.proxy = issuer.startsWith("https:");
  provider.use(async (ctx, next) => {
    ctx.set(parts.headers);
    await next();
    publishMore(ctx, issuer);
    keepFromOtherSites(ctx, addresses);
    await sendNobodyAwayUnasked(parts, ctx);
    await endSessionAfterRevocation(parts, ctx);
    await describeAgent(parts, ctx);
  });
  provider.on("authorization.success", (ctx) => forgetAgentGrant(ctx, addresses));
  provider.on("server_error", (_ctx, error) => parts.log.error({ error }, "authorization server failed"));
  provider.on("error", (error) => parts.log.error({ error }, "authorization server failed"));
  return provider;
}

/**
 * The discovery document names the API's scopes too: by them the web app knows the authorization server as ours. Agents
 * find there where to register.
 */
function publishMore({ oidc, body }: KoaContext, issuer: string): void {
  if (oidc?.route !== "discovery") return;
  const document = body as { scopes_supported: string[]; registration_endpoint?: string };
  document.scopes_supported.push(...apiScopes, agentScope);
  document.registration_endpoint = issuer + registrationPath;
}

/**
 * Pages of other sites read what is published, and an agent that runs in a page its tokens; the library would also hand
 * them what the web app is answered. Before a request is sent nobody knows whose it will be.
 */
function keepFromOtherSites(ctx: KoaContext, addresses: Settings["addresses"]): void {
  if (!ctx.oidc || /(^|[.])(discovery|jwks)$/.test(ctx.oidc.route)) return;
  const { route, entities } = ctx.oidc;
  const isForWebApp = entities.Client !== undefined && !isAgent(entities.Client, addresses);
  if (route === "cors.token" || (route === "token" && !isForWebApp)) return;
  for (const name of crossSiteHeaders) ctx.remove(name);
}

/**
 * Anybody can register a client with their own address, so an agent's request that is refused before a person gave
 * consent ends on a page here: a link of ours must not lead to a stranger's site or application. Addresses of this
 * computer are exempt, so that the agent that waits there learns what was wrong.
 */
async function sendNobodyAwayUnasked(parts: ProviderParts, ctx: KoaContext): Promise<void> {
  const { addresses } = parts.settings;
  const client = ctx.oidc?.route === "authorization" ? ctx.oidc.entities.Client : undefined;
  const target = client && isAgent(client, addresses) ? URL.parse(ctx.response.get("location")) : null;
  if (!target || target.protocol === "http:" || target.origin === new URL(addresses.apiHost).origin) return;
  ctx.remove("location");
  ctx.status = 400;
  ctx.type = "html";
  ctx.body = await parts.renderError(target.searchParams.get("error_description") ?? "The request cannot be used.");
}

/**
 * Who revokes a refresh token signs out: the browser session it came from ends with it. An agent that gives its token
 * back ends its own grant only.
 */
async function endSessionAfterRevocation({ db, settings }: ProviderParts, { oidc }: KoaContext): Promise<void> {
  const token = oidc?.route === "revocation" ? oidc.entities.RefreshToken : undefined;
  // Another client may name the token, but it ends nothing.
  if (!oidc || !token?.sessionUid || token.clientId !== oidc.client.clientId) return;
  if (!isAgent(oidc.client, settings.addresses)) await endBrowserSession(db, { uid: token.sessionUid });
}

async function describeAgent(parts: ProviderParts, { oidc, status, req }: KoaContext): Promise<void> {
  if (oidc?.route !== "token" || status !== 200 || !isAgent(oidc.client, parts.settings.addresses)) return;
  const { accountId: userId, grantId } = oidc.entities.AccessToken ?? {};
  if (userId !== undefined && grantId !== undefined) await parts.onAgentTokens({ userId, grantId, request: req });
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
    discovery: { prompt_values_supported: ["none", "login", "consent", "create"] },
    extraParams: ["utm_source", "ref", "screen_hint", "invite"],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx: KoaContext, _origin: string, client: OidcClient) => isAgent(client, addresses),
    expiresWithSession: (_ctx: KoaContext, code: OidcToken) => !isAgent(code, addresses),
    features: featuresFor(parts.settings),
    extraTokenClaims: (_ctx: KoaContext, token: { grantId?: string }) => ({ [grantClaim]: token.grantId }),
    interactions: {
      policy: policy(addresses),
      url: (_ctx: KoaContext, { uid }: { uid: string }) => parts.interactionPath(uid),
    },
    loadExistingGrant: (ctx: Required<KoaContext>) =>
      isAgent(ctx.oidc.client, addresses) ? findAllowedGrant(ctx) : grantFirstParty(ctx.oidc, limits.refreshTokenTtlS),
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
 * The web app. Where people sign in elsewhere it has no redirect address here: nobody gets past the other provider with
 * a password of ours, and the client only refreshes and revokes the tokens it was given.
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

/**
 * Everything that no client of this version uses is off. Tokens are for the API or for MCP, so there is no userinfo.
 */
function featuresFor(settings: Settings): Record<string, unknown> {
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
      defaultResource: (_ctx: KoaContext, client: OidcClient) => defaultResource(client, settings.addresses),
      getResourceServerInfo: (ctx: Required<KoaContext>, resource: string) => describeResource(ctx, resource, settings),
    },
  };
}

/** The web app need not say that it means the API; an agent has to say which product it means. */
function defaultResource(client: OidcClient, addresses: Settings["addresses"]): string {
  if (isAgent(client, addresses)) throw new errors.InvalidTarget();
  return addresses.apiHost;
}

/**
 * Our own client needs no consent. `prompt=create` (Initiating User Registration) opens the
 * sign-up page; it comes first, so that a person who asks to sign up is not shown the sign-in page.
 */
function policy(addresses: Settings["addresses"]) {
  const prompts = interactionPolicy.base();
  prompts.remove("consent");
  prompts.add(consentPrompt(addresses));
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
