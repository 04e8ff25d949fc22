import { createHmac } from "node:crypto";

import { and, eq, sql } from "drizzle-orm";
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { oidcRecords } from "#server/platform/db/tables/users.ts";
import { cookieName } from "#server/platform/oidc/cookie-name.ts";
import { createOidcAdapter, recordIdOf } from "#server/platform/oidc/oidc-adapter.ts";
import { loadSigningKeys } from "#server/platform/oidc/signing-keys.ts";

import {
  authorizationUrl,
  type AuthSite,
  followToApp,
  newVerifier,
  signUp,
  somebody,
  startAuthSite,
} from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

/*
 * What may not work at the authorization server, from the outside: each case is one request that somebody could send. The
 * tables are the list; a case that is added to one is tested.
 */

const clientId = "cairn-web";
const otherClientId = "another-client";

let site: AuthSite;
/** Signed in at the authorization server: codes come without a page. */
let browser: Browser;
beforeAll(async () => {
  site = await startAuthSite();
  // There is one client; a second one as registration would store it shows that the two are kept apart.
  await createOidcAdapter(site.world.ctx.wholeDb)("Client").upsert(
    otherClientId,
    {
      client_id: otherClientId,
      redirect_uris: [redirectUri()],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      id_token_signed_response_alg: "ES256",
    },
    undefined,
  );
  browser = await signedInBrowser();
});
afterAll(() => site.close());

let people = 0;
const redirectUri = () => `${site.origin}/auth/verify`;

async function signedInBrowser(): Promise<Browser> {
  const opened = openBrowser();
  await signUp(site, opened, { ...somebody, email: `case${(people += 1)}@example.test` });
  return opened;
}

type Changes = Record<string, string | undefined>;

/** A code that nobody used yet, with its verifier. */
async function newCode(changes: Changes = {}, by = browser): Promise<{ code: string; code_verifier: string }> {
  const code_verifier = newVerifier();
  const app = await followToApp(by, await by.get(authorizationUrl(site, code_verifier, changes)));
  return { code: app.searchParams.get("code") ?? "", code_verifier };
}

interface TokenAnswer {
  status: number;
  headers: Headers;
  body: Record<string, string>;
}

/** A form to the protocol itself, past our own token calls. Undefined leaves a field out. */
async function send(path: string, fields: Changes, headers: Record<string, string> = {}): Promise<TokenAnswer> {
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  const answer = await fetch(`${site.origin}/oidc${path}`, {
    method: "POST",
    body: new URLSearchParams(sent),
    headers,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? {} : JSON.parse(text) };
}

const useCode = (fields: Changes, changes: Changes = {}) =>
  send("/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: redirectUri(),
    ...fields,
    ...changes,
  });

const refresh = (refreshToken: string | undefined, changes: Changes = {}) =>
  send("/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, ...changes });

const revoke = (token: string | undefined, changes: Changes = {}) =>
  send("/token/revocation", { client_id: clientId, token, ...changes });

async function newTokens(changes: Changes = {}, by = browser): Promise<Record<string, string>> {
  const { status, body } = await useCode(await newCode(changes, by));
  expect(status).toBe(200);
  return body;
}

async function isAccepted(accessToken: string | undefined): Promise<boolean> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${site.origin}/v1/auth/session`, { headers })).status === 200;
}

async function expectRefused(sent: Promise<TokenAnswer>, error: RegExp): Promise<void> {
  const { status, body } = await sent;
  expect([status, body.error]).toEqual([
    expect.toSatisfy((code) => code === 400 || code === 401),
    expect.stringMatching(error),
  ]);
  expect(body.access_token ?? body.refresh_token ?? body.id_token).toBeUndefined();
}

/** Makes a code or refresh token as old as it can get. */
async function age(model: string, id: string): Promise<void> {
  const old = sql`jsonb_set(${oidcRecords.payload}, '{exp}', '1000000000')`;
  await site.world.ctx.wholeDb
    .update(oidcRecords)
    .set({ payload: old })
    .where(and(eq(oidcRecords.model, model), eq(oidcRecords.recordId, recordIdOf(model, id))));
}

describe("an authorization request", () => {
  it.each<[string, Changes, RegExp]>([
    ["without a challenge", { code_challenge: undefined, code_challenge_method: undefined }, /^invalid_request$/],
    ["with a plain challenge", { code_challenge_method: "plain" }, /^invalid_request$/],
    ["without a challenge method, which means plain", { code_challenge_method: undefined }, /^invalid_request$/],
    ["with a challenge that is too short", { code_challenge: "a".repeat(42) }, /^invalid_request$/],
    ["with a challenge of other characters", { code_challenge: `${"a".repeat(42)}!` }, /^invalid_request$/],
    ["for a token in the address", { response_type: "token" }, /^unsupported_response_type$/],
    ["for an ID token in the address", { response_type: "id_token", nonce: "n" }, /^unsupported_response_type$/],
    ["for code and ID token", { response_type: "code id_token", nonce: "n" }, /^unsupported_response_type$/],
    ["for code and token", { response_type: "code token" }, /^unsupported_response_type$/],
    ["for nothing", { response_type: "none" }, /^unsupported_response_type$/],
    ["without a response type", { response_type: undefined }, /^invalid_request$/],
    ["for another resource", { resource: "https://other.example" }, /^invalid_target$/],
    ["by a message to a window", { response_mode: "web_message" }, /^unsupported_response_mode$/],
    ["by a signed answer", { response_mode: "query.jwt" }, /^unsupported_response_mode$/],
    ["in a request object", { request: "e30.e30." }, /^request_not_supported$/],
    ["at another address", { request_uri: "https://evil.example/request" }, /^request_uri_not_supported$/],
    ["without a page for who is not signed in", { prompt: "none" }, /^login_required$/],
  ])("%s is refused to the web app, with state and issuer", async (_name, changes, error) => {
    const answer = await openBrowser().get(authorizationUrl(site, newVerifier(), changes));
    const target = new URL(answer.headers.get("location") ?? "");
    const params = new URLSearchParams(target.search || target.hash.slice(1));
    expect(target.origin + target.pathname).toBe(redirectUri());
    expect(params.get("error")).toMatch(error);
    expect(params.get("state")).toBe("state-of-this-tab");
    expect(params.get("iss")).toBe(`${site.origin}/oidc`);
    expect(params.has("code")).toBe(false);
  });

  it.each<[string, (uri: string) => string | undefined]>([
    ["another host", (uri) => uri.replace("localhost", "localhost.evil.example")],
    ["another port", (uri) => uri.replace(/:\d+/, ":1")],
    ["another scheme", (uri) => uri.replace("http:", "https:")],
    ["a script as its scheme", () => "javascript:alert(1)"],
    ["another path", (uri) => `${uri}/more`],
    ["a slash at the end", (uri) => `${uri}/`],
    ["another case", (uri) => uri.replace("verify", "Verify")],
    ["dots in the path", (uri) => uri.replace("/auth", "/x/../auth")],
    ["an encoded letter", (uri) => uri.replace("verify", "%76erify")],
    ["an added query", (uri) => `${uri}?x=1`],
    ["a fragment", (uri) => `${uri}#x`],
    ["userinfo", (uri) => uri.replace("http://", "http://a@")],
    ["the right one as its userinfo", (uri) => `${uri.replace(/\/auth.*/, "")}@evil.example/auth/verify`],
    ["nothing in it", () => ""],
    ["no place in the request", () => undefined],
  ])("with a redirect address that has %s is answered with a page, not with a redirect", async (_name, change) => {
    const answer = await browser.get(authorizationUrl(site, newVerifier(), { redirect_uri: change(redirectUri()) }));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it.each(["redirect_uri", "code_challenge", "client_id"])("that names its %s twice is refused", async (name) => {
    const url = `${authorizationUrl(site, newVerifier())}&${name}=https%3A%2F%2Fevil.example`;
    const answer = await browser.get(url);
    const location = answer.headers.get("location");
    expect(location ?? "").not.toContain("code=");
    expect(location === null || location.startsWith(redirectUri())).toBe(true);
  });

  it.each([
    ["unknown", "other"],
    ["absent", undefined],
  ])("of an %s client is refused", async (_name, client_id) => {
    const answer = await browser.get(authorizationUrl(site, newVerifier(), { client_id }));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("gets its state back untouched and the issuer with it", async () => {
    const state = `%22"'<script>&code=evil#${"ü".repeat(100)}`;
    const app = await followToApp(browser, await browser.get(authorizationUrl(site, newVerifier(), { state })));
    expect(app.searchParams.get("state")).toBe(state);
    expect(app.searchParams.get("iss")).toBe(`${site.origin}/oidc`);
    expect(app.searchParams.getAll("code")).toHaveLength(1);
  });

  it("sends the code nowhere else by asking for a fragment or a form", async () => {
    const fragment = await browser.get(authorizationUrl(site, newVerifier(), { response_mode: "fragment" }));
    expect(fragment.headers.get("location")?.startsWith(`${redirectUri()}#`)).toBe(true);
    const page = await browser.get(authorizationUrl(site, newVerifier(), { response_mode: "form_post" }));
    expect([...(await page.text()).matchAll(/action="([^"]*)"/g)].map((match) => match[1])).toEqual([redirectUri()]);
  });
});

describe("a code", () => {
  it.each<[string, () => Changes, RegExp]>([
    ["another verifier", () => ({ code_verifier: newVerifier() }), /^invalid_grant$/],
    ["the challenge as its verifier", () => ({ code_verifier: "a".repeat(43) }), /^invalid_grant$/],
    ["no verifier", () => ({ code_verifier: undefined }), /^invalid_grant$/],
    ["a verifier that is too short", () => ({ code_verifier: "a".repeat(42) }), /^invalid_(grant|request)$/],
    ["a verifier that is too long", () => ({ code_verifier: "a".repeat(129) }), /^invalid_(grant|request)$/],
    ["a verifier of other characters", () => ({ code_verifier: "!".repeat(64) }), /^invalid_(grant|request)$/],
    ["another redirect address", () => ({ redirect_uri: `${redirectUri()}/` }), /^invalid_grant$/],
    ["no redirect address", () => ({ redirect_uri: undefined }), /^invalid_request$/],
    ["another client's name", () => ({ client_id: otherClientId }), /^invalid_grant$/],
    ["an unknown client's name", () => ({ client_id: "unknown" }), /^invalid_client$/],
    ["no client's name", () => ({ client_id: undefined }), /^invalid_(client|request)$/],
    ["another resource", () => ({ resource: "https://other.example" }), /^invalid_target$/],
  ])("with %s is worth nothing", async (_name, changes, error) => {
    const code = await newCode();
    await expectRefused(useCode(code, changes()), error);
  });

  it("that was refused for its verifier still works with the right one", async () => {
    const code = await newCode();
    await expectRefused(useCode(code, { code_verifier: newVerifier() }), /^invalid_grant$/);
    expect((await useCode(code)).status).toBe(200);
  });

  it("that comes twice ends what the first use got", async () => {
    const code = await newCode();
    const first = (await useCode(code)).body;
    expect(await isAccepted(first.access_token)).toBe(true);
    await expectRefused(useCode(code), /^invalid_grant$/);
    expect(await isAccepted(first.access_token)).toBe(false);
    await expectRefused(refresh(first.refresh_token), /^invalid_grant$/);
  });

  it("that comes often at once gives tokens to one at most, and those end", async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 6 }, () => useCode(code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { body } of won) expect(await isAccepted(body.access_token)).toBe(false);
  });

  it("that is too old, made up or no code at all is refused", async () => {
    const code = await newCode();
    await age("AuthorizationCode", code.code);
    await expectRefused(useCode(code), /^invalid_grant$/);
    const { refresh_token } = await newTokens();
    for (const made of ["made-up", "x".repeat(5000), "\0", refresh_token]) {
      await expectRefused(useCode({ ...code, code: made }), /^invalid_(grant|request)$/);
    }
  });
});

describe("the token endpoint", () => {
  it.each([
    "password",
    "client_credentials",
    "implicit",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "urn:openid:params:grant-type:ciba",
    "",
  ])("knows no grant type %j", async (grant_type) => {
    const fields = { grant_type, client_id: clientId, username: somebody.email, password: somebody.password };
    await expectRefused(send("/token", fields), /^(unsupported_grant_type|invalid_request)$/);
  });

  it("takes no secret from a client that has none", async () => {
    const basic = `Basic ${Buffer.from(`${clientId}:secret`).toString("base64")}`;
    const fields = { grant_type: "authorization_code", redirect_uri: redirectUri(), ...(await newCode()) };
    await expectRefused(send("/token", fields, { authorization: basic }), /^invalid_(client|request)$/);
  });

  it("reads nothing from its address and no JSON", async () => {
    const fields = {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri(),
      ...(await newCode()),
    };
    const query = new URLSearchParams(fields).toString();
    await expectRefused(send(`/token?${query}`, {}), /^invalid_(client|request)$/);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(fields);
    expect((await fetch(`${site.origin}/oidc/token`, { method: "POST", headers, body })).status).toBe(400);
    expect((await fetch(`${site.origin}/oidc/token?${query}`)).status).toBe(404);
  });

  it("lets nobody keep its answers", async () => {
    const { headers } = await useCode(await newCode());
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("scopes", () => {
  it.each<[string, string, string | undefined]>([
    ["nobody has", "profile api:read api:write api:admin", "api:read api:write"],
    ["the API needs, but not all", "profile api:read", "api:read"],
    ["that say nothing of the API", "openid profile", undefined],
  ])("%s bring no more than they should", async (_name, scope, granted) => {
    const { access_token = "" } = await newTokens({ scope });
    expect(decodeJwt(access_token).scope).toBe(granted);
    expect(await isAccepted(access_token)).toBe(granted === "api:read api:write");
  });

  it("do not grow by a refresh, and what a refresh leaves out is left out", async () => {
    const few = await newTokens({ scope: "profile api:read" }, await signedInBrowser());
    await expectRefused(refresh(few.refresh_token, { scope: "profile api:read api:write" }), /^invalid_scope$/);
    const all = await newTokens();
    const { body } = await refresh(all.refresh_token, { scope: "api:read" });
    expect(decodeJwt(body.access_token ?? "").scope).toBe("api:read");
    expect(await isAccepted(body.access_token)).toBe(false);
  });
});

describe("a refresh token", () => {
  it("is replaced at each use, and the new one works", async () => {
    const first = await newTokens();
    const second = (await refresh(first.refresh_token)).body;
    const third = (await refresh(second.refresh_token)).body;
    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
    expect(await isAccepted(third.access_token)).toBe(true);
  });

  it.each([
    ["the one before", 0],
    ["the one before that", 1],
  ])("that was used ends the family: %s", async (_name, more) => {
    const first = await newTokens();
    let last = (await refresh(first.refresh_token)).body;
    for (let at = 0; at < more; at += 1) last = (await refresh(last.refresh_token)).body;
    await expectRefused(refresh(first.refresh_token), /^invalid_grant$/);
    await expectRefused(refresh(last.refresh_token), /^invalid_grant$/);
    expect(await isAccepted(last.access_token)).toBe(false);
  });

  // There is no time of grace: whoever loses the race ends the family, and the browser session signs in again unasked.
  it("that comes often at once gives tokens to one at most, and the family ends", async () => {
    const { refresh_token } = await newTokens();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { body } of won) {
      expect(await isAccepted(body.access_token)).toBe(false);
      await expectRefused(refresh(body.refresh_token), /^invalid_grant$/);
    }
  });

  it("of another client, too old, made up or of another kind is refused", async () => {
    const { refresh_token = "", access_token } = await newTokens();
    await expectRefused(refresh(refresh_token, { client_id: otherClientId }), /^invalid_grant$/);
    await expectRefused(refresh(refresh_token, { client_id: undefined }), /^invalid_(client|request)$/);
    for (const made of ["made-up", access_token, (await newCode()).code]) {
      await expectRefused(refresh(made), /^invalid_grant$/);
    }
    await expectRefused(refresh(undefined), /^invalid_request$/);
    await age("RefreshToken", refresh_token);
    await expectRefused(refresh(refresh_token), /^invalid_grant$/);
  });
});

describe("a revocation", () => {
  it("ends the refresh token, what was issued with it and the browser session", async () => {
    const by = await signedInBrowser();
    const tokens = await newTokens({}, by);
    expect((await revoke(tokens.refresh_token)).status).toBe(200);
    await expectRefused(refresh(tokens.refresh_token), /^invalid_grant$/);
    expect(await isAccepted(tokens.access_token)).toBe(false);
    const next = await by.get(authorizationUrl(site, newVerifier(), { prompt: "none" }));
    expect(next.headers.get("location")).toContain("error=login_required");
  });

  it("of an unknown token is answered like any", async () => {
    for (const token of ["unknown", "", "\0", "x".repeat(5000)]) {
      expect((await revoke(token || "unknown")).status).toBe(200);
    }
    await expectRefused(revoke(undefined), /^invalid_request$/);
  });

  it("by another client ends nothing", async () => {
    const { refresh_token, access_token } = await newTokens();
    await revoke(refresh_token, { client_id: otherClientId });
    await expectRefused(revoke(refresh_token, { client_id: "unknown" }), /^invalid_client$/);
    expect(await isAccepted(access_token)).toBe(true);
  });
});

describe("the API", () => {
  let accessToken: string;
  let claims: JWTPayload;
  let header: JWTHeaderParameters;
  beforeAll(async () => {
    accessToken = (await newTokens({}, await signedInBrowser())).access_token ?? "";
    claims = decodeJwt(accessToken);
    header = decodeProtectedHeader(accessToken) as JWTHeaderParameters;
  });

  it("accepts the token that is spoiled here", async () => {
    expect(await isAccepted(accessToken)).toBe(true);
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  /** Signed with a key that was just made, under whatever name. */
  async function forge(changes: object): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = await exportJWK(publicKey);
    const named = { ...header, ...changes, ...("jwk" in changes && { jwk }) };
    return new SignJWT(claims).setProtectedHeader(named).sign(privateKey);
  }

  /** Signed with our own key: only the claims are wrong. */
  async function mint(changes: JWTPayload): Promise<string> {
    const [jwk] = await loadSigningKeys(site.world.ctx.wholeDb, site.world.ctx.secrets);
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader(header).sign(jwk ?? {});
  }

  /** The public key as the secret of a symmetric signature. */
  async function confuse(): Promise<string> {
    const { keys } = (await (await fetch(`${site.origin}/oidc/jwks`)).json()) as { keys: object[] };
    const content = `${encode({ ...header, alg: "HS256" })}.${encode(claims)}`;
    return `${content}.${createHmac("sha256", JSON.stringify(keys[0])).update(content).digest("base64url")}`;
  }

  it.each<[string, () => Promise<string> | string]>([
    ["without a signature", () => `${encode({ ...header, alg: "none" })}.${encode(claims)}.`],
    ["with its signature cut off", () => accessToken.split(".").slice(0, 2).join(".")],
    ["signed with the public key as a secret", confuse],
    ["of a stranger's key under our key's name", () => forge({})],
    ["of a stranger's key under no name", () => forge({ kid: undefined })],
    ["of a stranger's key that it brings along", () => forge({ kid: undefined, jwk: true })],
    ["of a stranger's key at an address", () => forge({ kid: "x", jku: "https://evil.example/jwks" })],
    [
      "with another person in it",
      () => `${header && encode(header)}.${encode({ ...claims, sub: "x" })}.${accessToken.split(".")[2]}`,
    ],
    ["for another audience", () => mint({ aud: "https://other.example" })],
    ["of another issuer", () => mint({ iss: "https://other.example" })],
    ["that is over", () => mint({ exp: Math.floor(Date.now() / 1000) - 600 })],
    ["that begins later", () => mint({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    ["without an end", () => mint({ exp: undefined })],
    ["of a grant that is over", () => mint({ grant_id: "over" })],
    [
      "that is an ID token",
      async () => (await newTokens({ scope: "openid profile api:read api:write" })).id_token ?? "",
    ],
    ["that is a refresh token", async () => (await newTokens()).refresh_token ?? ""],
    ["that is a code", async () => (await newCode()).code],
  ])("refuses a token %s", async (_name, make) => {
    const token = await make();
    expect(token).not.toBe("");
    expect(await isAccepted(token)).toBe(false);
  });

  it.each<[string, () => Promise<Response>]>([
    ["its address", () => fetch(`${site.origin}/v1/auth/session?access_token=${accessToken}`)],
    [
      "a Basic header",
      () => callWith({ authorization: `Basic ${Buffer.from(`x:${accessToken}`).toString("base64")}` }),
    ],
    ["a cookie", () => callWith({ cookie: `access_token=${accessToken}` })],
    ["a DPoP header", () => callWith({ authorization: `DPoP ${accessToken}` })],
    ["a header with more in it", () => callWith({ authorization: `Bearer ${accessToken}, Bearer ${accessToken}` })],
  ])("takes no token from %s", async (_name, call) => {
    expect((await call()).status).toBe(401);
  });

  function callWith(headers: Record<string, string>): Promise<Response> {
    return fetch(`${site.origin}/v1/auth/session`, { headers });
  }
});

describe("other sites", () => {
  // What they may read of /token, where agents in a page get theirs, is in agent-protocol-cases.db.test.ts.
  it.each(["/token/revocation", "/auth"])("read no answer of %s", async (path) => {
    for (const method of ["POST", "OPTIONS"]) {
      const headers = {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "content-type": "application/x-www-form-urlencoded",
      };
      const answer = await fetch(`${site.origin}/oidc${path}`, { method, headers, redirect: "manual" });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("learn from the discovery document what is left: one flow, one method, public clients", async () => {
    const answer = await fetch(`${site.origin}/oidc/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: expect.arrayContaining(["profile", "api:read", "api:write"]),
      prompt_values_supported: expect.arrayContaining(["create"]),
    });
  });

  it.each([
    "/reg",
    "/me",
    "/userinfo",
    "/token/introspection",
    "/device",
    "/device/auth",
    "/request",
    "/session/end",
    "/backchannel",
    "/challenge",
  ])("find nothing at %s", async (path) => {
    expect((await fetch(`${site.origin}/oidc${path}`)).status).toBe(404);
    expect((await fetch(`${site.origin}/oidc${path}`, { method: "POST" })).status).toBe(404);
  });
});

describe("cookies", () => {
  it("of the authorization server are hidden from script and not sent from other sites", async () => {
    const by = openBrowser();
    await by.get(authorizationUrl(site, newVerifier()));
    await signUp(site, by, { ...somebody, email: `case${(people += 1)}@example.test` });
    for (const name of ["auth_session", "auth_interaction", "auth_resume"]) {
      const cookie = by.cookie(cookieName(name, site.origin));
      if (cookie) expect(cookie.attributes).toMatch(/samesite=lax; httponly/i);
    }
  });

  it("name the port, because cookies do not know it", () => {
    expect(cookieName("refresh_token", "http://localhost:4000")).toBe("refresh_token_4000");
    expect(cookieName("refresh_token", "https://cairn.example.com")).toBe("refresh_token");
    expect(cookieName("refresh_token", "https://cairn.example.com:443")).toBe("refresh_token");
  });
});
