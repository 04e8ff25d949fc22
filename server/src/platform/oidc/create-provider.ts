import { interactionPolicy, type KoaContext, type OidcClient, type OidcToken, Provider } from "oidc-provider";

import type { Database } from "../db/open-db.ts";
import type { Logger } from "../log/logger.ts";
import { deriveKey, type SecretBox } from "../secrets/secret-box.ts";
import type { Settings } from "../settings/read-settings.ts";
import { describeResource, grantClaim } from "./access-token-shape.ts";
import { endBrowserSession, sessionCookieName } from "./end-browser-session.ts";
import { grantFirstParty } from "./grant-first-party.ts";
import { redirectAddress } from "./oauth-client.ts";
import { createOidcAdapter } from "./oidc-adapter.ts";
import { loadSigningKeys, signingAlgorithm } from "./signing-keys.ts";

const codeTtlS = 60;
const interactionTtlS = 3600;

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
  const { authHost } = parts.settings.addresses;
  const provider = new Provider(authHost, await configure(parts));
  provider.proxy = authHost.startsWith("https:");
  provider.use(async (ctx, next) => {
    ctx.set(parts.headers);
    await next();
    await endSessionAfterRevocation(parts.db, ctx);
  });
  provider.on("server_error", (_ctx, error) => parts.log.error({ error }, "authorization server failed"));
  provider.on("error", (error) => parts.log.error({ error }, "authorization server failed"));
  return provider;
}

/** Who revokes a refresh token signs out: the browser session it came from ends with it. */
async function endSessionAfterRevocation(db: Database, { oidc }: KoaContext): Promise<void> {
  const uid = oidc?.route === "revocation" ? oidc.entities.RefreshToken?.sessionUid : undefined;
  if (uid) await endBrowserSession(db, { uid });
}

async function configure(parts: ProviderParts): Promise<Record<string, unknown>> {
  const { addresses, limits } = parts.settings;
  return {
    adapter: createOidcAdapter(parts.db),
    jwks: { keys: await loadSigningKeys(parts.db, parts.secrets) },
    clients: [firstPartyClient(parts.settings)],
    cookies: {
      keys: [deriveKey(parts.secretKey, "oidc cookies").toString("base64url")],
      names: { session: sessionCookieName, interaction: "auth_interaction", resume: "auth_resume" },
    },
    scopes: ["openid", "profile"],
    claims: { openid: ["sub"], profile: ["given_name", "family_name"] },
    extraParams: ["utm_source", "ref", "screen_hint"],
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

function firstPartyClient({ addresses }: Settings): Record<string, unknown> {
  return {
    client_id: addresses.authClientId,
    redirect_uris: [redirectAddress(addresses)],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
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
    RefreshToken: (ctx: KoaContext) => {
      const parent = ctx.oidc?.entities.RotatedRefreshToken;
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
