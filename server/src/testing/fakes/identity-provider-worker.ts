import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";

import {
  calculateJwkThumbprint,
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { type KoaContext, type OidcContext, interactionPolicy, Provider } from "oidc-provider";

import type { ProviderBehaviour, ProviderSetUp } from "./identity-provider.ts";

/*
 * A program: an OpenID Connect provider with its own memory, keys and people. What it is told to do, and to do wrong,
 * comes over /test/…; everything else is the protocol. `identity-provider.ts` starts it.
 */

const [clientId = ""] = process.argv.slice(2);
const people = new Map<string, Record<string, unknown>>();
const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
const stranger = await generateKeyPair("RS256");
let behaviour: ProviderBehaviour = {};
let provider: Provider | null = null;

/** Where a person says who they are, when no hint does. */
const page = `<!doctype html><title>Another provider</title><form method="post">
<label>Account <input name="subject"></label> <button>Continue</button></form>`;

const server = createServer((req, res) => void answer(req, res));
server.listen(0, "127.0.0.1", () => process.send?.(address()));

function address(): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = new URL(req.url ?? "/", address()).pathname;
  if (path.startsWith("/test/")) {
    await obey(path.slice("/test/".length), await json(req));
    res.end();
  } else if (provider && path.startsWith("/interaction/")) {
    const { params } = await provider.interactionDetails(req, res);
    const accountId = params.login_hint ?? new URLSearchParams(await text(req)).get("subject");
    if (!accountId) return void res.setHeader("content-type", "text/html").end(page);
    const result = { login: { accountId } };
    res.writeHead(303, { location: await provider.interactionResult(req, res, result) }).end();
  } else if (provider) {
    await provider.callback()(req, res);
  } else {
    res.writeHead(503).end();
  }
}

async function obey(order: string, body: unknown): Promise<void> {
  if (order === "set-up") provider = await createProvider(body as ProviderSetUp);
  if (order === "behaviour") behaviour = body as ProviderBehaviour;
  if (order === "person") {
    const { subject, claims } = body as { subject: string; claims: Record<string, unknown> };
    people.set(subject, claims);
  }
}

async function createProvider({ redirectUri, audience }: ProviderSetUp): Promise<Provider> {
  const jwk = { ...(await exportJWK(privateKey)), kid: keyId, alg: "RS256", use: "sig" };
  const client = { client_id: clientId, redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
  const prompts = interactionPolicy.base();
  prompts.remove("consent");
  const created = new Provider(address(), {
    clients: [client],
    clientAuthMethods: ["none"],
    jwks: { keys: [jwk] },
    cookies: { keys: ["not secret"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    conformIdTokenClaims: false,
    interactions: { policy: prompts, url: (_ctx: KoaContext, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: (ctx: Required<KoaContext>) => grantAll(ctx.oidc),
    extraTokenClaims: (_ctx: KoaContext, { accountId = "" }: { accountId?: string }) => people.get(accountId),
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: ({ oidc }: Required<KoaContext>) => (oidc.requestParamScopes.has("api:read") ? audience : []),
        getResourceServerInfo: () => ({ scope: "api:read api:write", audience, accessTokenFormat: "jwt" }),
      },
    },
    findAccount: (_ctx: KoaContext, accountId: string) =>
      people.has(accountId) && { accountId, claims: () => ({ ...people.get(accountId), sub: accountId }) },
  });
  created.use((ctx, next) => misbehave(ctx, next));
  return created;
}

async function grantAll(oidc: OidcContext) {
  const grant = new oidc.provider.Grant({ accountId: oidc.account.accountId, clientId: oidc.client.clientId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(" "));
  for (const [resource, { scopes }] of Object.entries(oidc.resourceServers)) {
    grant.addResourceScope(resource, [...scopes].join(" "));
  }
  await grant.save();
  return grant;
}

/** The protocol first, and then what is wrong with it. */
async function misbehave(ctx: KoaContext, next: () => Promise<void>): Promise<void> {
  await next();
  const body = ctx.body as Record<string, unknown>;
  if (ctx.oidc?.route === "discovery" && behaviour.discovery) body.issuer = "https://other.example";
  if (ctx.oidc?.route === "token") await spoilTokens(ctx, body);
  if (ctx.oidc?.route === "userinfo" && behaviour.userInfo === "other-subject") body.sub = "somebody-else";
  if (ctx.oidc?.route === "userinfo" && behaviour.userInfo === "server-error")
    fail(ctx, 500, { error: "server_error" });
}

async function spoilTokens(ctx: KoaContext, body: Record<string, unknown>): Promise<void> {
  if (typeof body.id_token === "string") body.id_token = await spoilIdToken(body.id_token);
  switch (behaviour.tokenEndpoint) {
    case undefined:
      return;
    case "server-error":
      return fail(ctx, 500, { error: "server_error" });
    case "unknown-client":
      return fail(ctx, 401, { error: "invalid_client" });
    case "not-json":
      return fail(ctx, 200, "<h1>Welcome</h1>");
    case "stall":
      return new Promise(() => {});
  }
}

function fail(ctx: KoaContext, status: number, body: unknown): void {
  ctx.status = status;
  ctx.body = body;
}

async function spoilIdToken(idToken: string): Promise<string | undefined> {
  const { email, email_verified, given_name, family_name, ...bare } = decodeJwt(idToken);
  const reported = { ...bare, email, email_verified, given_name, family_name };
  const longAgoS = 1_000_000_000;
  switch (behaviour.idToken) {
    case undefined:
      return idToken;
    case "none":
      return undefined;
    case "foreign-issuer":
      return sign({ ...reported, iss: "https://other.example" });
    case "foreign-audience":
      return sign({ ...reported, aud: "another-client" });
    case "foreign-key":
      return sign(reported, stranger.privateKey);
    case "unsigned":
      return new UnsecuredJWT(reported).encode();
    case "expired":
      return sign({ ...reported, iat: longAgoS, exp: longAgoS + 60 });
    case "without-claims":
      return sign(bare);
  }
}

function sign(claims: JWTPayload, key: CryptoKey = privateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: keyId }).sign(key);
}
