import { eq } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";
import { createOidcAdapter, purgeOidcRecords } from "#server/platform/oidc/oidc-adapter.ts";
import { loadSigningKeys } from "#server/platform/oidc/signing-keys.ts";
import { makeOrganization, makeProject } from "#server/testing/test-ctx.ts";

import { goToConsent, mcpAddress, openAgentClient, press, signInAgent } from "./testing/agent-client.ts";
import { type SiteWithProvider, startSiteWithProvider } from "./testing/another-provider.ts";
import {
  authorizationUrl,
  type AuthSite,
  newVerifier,
  somebody,
  startAuthSite,
  startSession,
} from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

/*
 * What an agent may not do at the authorization server: each case is one request that somebody could send. The tables are
 * the list; a case that is added to one is tested.
 */

const redirectUri = "http://127.0.0.1:33418/callback";

let site: AuthSite;
let browser: Browser;
let webToken: string;
let product: Awaited<ReturnType<typeof makeProject>>;
let resource: string;
let clientId: string;
let otherClientId: string;
beforeAll(async () => {
  site = await startAuthSite();
  browser = openBrowser();
  webToken = await startSession(site, browser, { ...somebody, email: "cases@example.test" });
  const userId = decodeJwt(webToken).sub ?? "";
  const ctx = site.world.as({ kind: "user", userId });
  product = await makeProject(site.world, await makeOrganization(site.world, { userId, ctx }));
  resource = mcpAddress(site, product.slug, product.projectSlug);
  clientId = await newClient();
  otherClientId = await newClient();
});
afterAll(() => site.close());

type Changes = Record<string, string | undefined>;
type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

async function register(body: unknown, headers: Record<string, string> = {}, at = site): Promise<Answer> {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: sent };
  const answer = await fetch(`${at.origin}/oidc/register`, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

async function newClient(redirect_uris = [redirectUri]): Promise<string> {
  const { status, body } = await register({ client_name: "Field Notes", redirect_uris });
  expect(status).toBe(201);
  return String(body.client_id);
}

const requestUrl = (verifier: string, changes: Changes = {}) =>
  authorizationUrl(site, verifier, {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "mcp",
    resource,
    ...changes,
  });

async function newCode(changes: Changes = {}) {
  const code_verifier = newVerifier();
  const back = await press(browser, await goToConsent(browser, requestUrl(code_verifier, changes)), "allow");
  return { code: back.searchParams.get("code") ?? "", code_verifier };
}

async function send(path: string, fields: Changes, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  const init = { method: "POST", body: new URLSearchParams(sent), headers };
  const answer = await fetch(`${site.origin}/oidc${path}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? {} : JSON.parse(text) };
}

const useCode = (fields: Changes, changes: Changes = {}, headers: Record<string, string> = {}) =>
  send(
    "/token",
    {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      resource,
      ...fields,
      ...changes,
    },
    headers,
  );

const refresh = (refreshToken: unknown, changes: Changes = {}) =>
  send("/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: String(refreshToken), ...changes });

const isAgentOf = async (bearer: unknown) =>
  (await authenticateAgent(site.world.ctx, String(bearer), product)) !== null;

describe("a registration", () => {
  it("is answered with what counts, whatever it asked for", async () => {
    const { status, body, headers } = await register({
      redirect_uris: [redirectUri],
      client_name: "Field\u0000 Notes\u202e",
      scope: "openid api:read api:write",
      grant_types: ["client_credentials", "password"],
      response_types: ["token"],
      token_endpoint_auth_method: "client_secret_basic",
      client_id: "cairn-web",
      client_secret: "mine",
      software_statement: "e30.e30.",
      jwks_uri: "http://169.254.169.254/keys",
      logo_uri: "http://169.254.169.254/logo",
      application_type: "web",
    });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "Field Notes",
      redirect_uris: [redirectUri],
      application_type: "native",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      id_token_signed_response_alg: "ES256",
    });
  });

  it.each<[string, unknown]>([
    ["nowhere", []],
    ["no list", redirectUri],
    ["eleven places", Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`)],
    ["a number", [1]],
    ["a script", ["javascript:alert(1)"]],
    ["a script with a dot", ["javascript.:alert(1)"]],
    ["data", ["data:text/html,x"]],
    ["a file", ["file:///etc/passwd"]],
    ["a blob", ["blob:https://a.example/x"]],
    ["another host over http", ["http://evil.example/cb"]],
    ["a host that only begins like this computer", ["http://localhost.evil.example/cb"]],
    ["a private address", ["http://192.168.0.1/cb"]],
    ["this computer over https", ["https://localhost/cb", redirectUri]],
    ["an unknown word as its scheme", ["mailto:a@b.example"]],
    ["a path", ["/callback"]],
    ["a fragment", [`${redirectUri}#x`]],
    ["an empty fragment", ["https://a.example/cb#"]],
    ["somebody's name in it", ["https://user@a.example/cb"]],
    ["a password in it", ["http://a:b@127.0.0.1/cb"]],
    ["a line break", ["https://a.example/cb\nx"]],
    ["a policy in its host", ["https://a;script-src/cb"]],
    ["a list in its host", ["https://a,b/cb"]],
    ["a backslash", ["https:\\\\a.example/cb"]],
    ["too long an address", [`https://a.example/${"x".repeat(600)}`]],
    ["one bad place among good ones", [redirectUri, "javascript:alert(1)"]],
  ])("with %s as its redirect address is refused", async (_name, redirect_uris) => {
    const { status, body } = await register({ redirect_uris });
    expect([status, body.error, body.client_id]).toEqual([400, "invalid_redirect_uri", undefined]);
  });

  it.each<[string, unknown, Record<string, string>, number]>([
    ["no JSON", "{", {}, 400],
    ["a list", "[]", {}, 400],
    ["nothing", "null", {}, 400],
    ["a form", "redirect_uris=https://a.example", { "content-type": "application/x-www-form-urlencoded" }, 400],
    ["another type", JSON.stringify({ redirect_uris: [redirectUri] }), { "content-type": "text/plain" }, 400],
    ["a name that is none", { redirect_uris: [redirectUri], client_name: {} }, {}, 400],
    ["too much", { redirect_uris: [redirectUri], client_name: "x".repeat(20_000) }, {}, 413],
  ])("of %s is refused", async (_name, body, headers, status) => {
    const answer = await register(body, headers);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(/^invalid_/)]);
  });

  it("that is no object is told what a registration is", async () => {
    for (const body of ["{", "[]", "null"]) {
      const { body: answer } = await register(body, {});
      expect(answer.error_description).toBe("A registration is a JSON object, sent as application/json");
    }
  });

  it("that nobody used is gone after two weeks, one that was used stays", async () => {
    const [unused, used] = [await newClient(), await newClient()];
    await newCode({ client_id: used });
    const clients = createOidcAdapter(site.world.ctx.wholeDb)("Client");
    const expiryOf = async (recordId: string) => {
      const [record] = await site.world.ctx.db.select().from(oidcRecords).where(eq(oidcRecords.recordId, recordId));
      return ((record?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    };
    expect(Math.round(await expiryOf(unused))).toBe(14);
    expect(Math.round(await expiryOf(used))).toBe(365);
    const old = { expiresAt: new Date(Date.now() - 1000) };
    await site.world.ctx.db.update(oidcRecords).set(old).where(eq(oidcRecords.recordId, unused));
    await purgeOidcRecords(site.world.ctx.wholeDb, new Date());
    expect(await clients.find(unused)).toBeUndefined();
    expect(await clients.find(used)).toBeDefined();
    const answer = await browser.get(requestUrl(newVerifier(), { client_id: unused }));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("can be neither read nor changed by who knows its id", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect((await fetch(`${site.origin}/oidc/register/${clientId}`, { method })).status).toBe(404);
      expect((await fetch(`${site.origin}/oidc/register`, { method })).status).toBe(405);
    }
  });

  it("is limited for each address", async () => {
    const limited = await startAuthSite({ RATE_LIMITS: "on" });
    try {
      const statuses: number[] = [];
      for (let at = 0; at < 61; at += 1) statuses.push((await register({}, {}, limited)).status);
      expect(statuses.slice(0, 60)).toEqual(Array(60).fill(400));
      expect(statuses[60]).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe("an authorization request of an agent", () => {
  it.each<[string, () => Changes, RegExp]>([
    [
      "without a challenge",
      () => ({ code_challenge: undefined, code_challenge_method: undefined }),
      /^invalid_request$/,
    ],
    ["with a plain challenge", () => ({ code_challenge_method: "plain" }), /^invalid_request$/],
    ["for a token in the address", () => ({ response_type: "token" }), /^unsupported_response_type$/],
    ["for no product", () => ({ resource: undefined }), /^invalid_target$/],
    ["for the API", () => ({ resource: site.origin }), /^invalid_target$/],
    ["for another server", () => ({ resource: "https://other.example/v1/o/a/p/b/context" }), /^invalid_target$/],
    [
      "for a host that begins like ours",
      () => ({ resource: resource.replace("/v1", ".evil.example/v1") }),
      /^invalid_target$/,
    ],
    ["for a part of a product", () => ({ resource: `${resource}/more` }), /^invalid_target$/],
    ["for a product with a query", () => ({ resource: `${resource}?x=1` }), /^invalid_target$/],
    ["for a product with a fragment", () => ({ resource: `${resource}#x` }), /^invalid_target$/],
    ["for a product by dots", () => ({ resource: resource.replace("/p/", "/p/../p/") }), /^invalid_target$/],
    ["without asking anybody", () => ({ prompt: "none" }), /^(consent|interaction)_required$/],
  ])("%s is refused with state and issuer", async (_name, changes, error) => {
    const answer = await browser.get(requestUrl(newVerifier(), changes()));
    const back = new URL(answer.headers.get("location") ?? "");
    const params = new URLSearchParams(back.search || back.hash.slice(1));
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect([params.get("error"), params.get("state"), params.get("iss"), params.get("code")]).toEqual([
      expect.stringMatching(error),
      "state-of-this-tab",
      `${site.origin}/oidc`,
      null,
    ]);
  });

  // Anybody can register an address; a link of ours must not lead people there before they were asked.
  it.each(["https://notes.example.com/cb", "cursor://notes/cb"])(
    "that is refused sends nobody to %s unasked",
    async (redirect_uri) => {
      const client_id = await newClient([redirect_uri]);
      for (const changes of [{ prompt: "none" }, { resource: site.origin }, { response_type: "token" }]) {
        const url = requestUrl(newVerifier(), { client_id, redirect_uri, ...changes });
        for (const by of [openBrowser(), browser]) {
          const answer = await by.get(url);
          expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
          expect(await answer.text()).toContain("This sign-in cannot go on");
        }
      }
    },
  );

  it("for two products at once is refused", async () => {
    const url = `${requestUrl(newVerifier())}&resource=${encodeURIComponent(`${resource}/sse`)}`;
    expect((await browser.get(url)).headers.get("location")).toContain("error=invalid_target");
  });

  it.each<[string, string]>([
    ["another path", "http://127.0.0.1:33418/other"],
    ["another name of this computer", "http://localhost:33418/callback"],
    ["another scheme", "https://127.0.0.1:33418/callback"],
    ["another host", "http://127.0.0.1.evil.example:33418/callback"],
    ["the host as its userinfo", "http://127.0.0.1:33418@evil.example/callback"],
    ["an added query", "http://127.0.0.1:33418/callback?x=1"],
    ["the web app's", "WEB_APP"],
  ])("with a redirect address of %s is answered with a page", async (_name, redirect) => {
    const redirect_uri = redirect === "WEB_APP" ? `${site.origin}/auth/verify` : redirect;
    const answer = await browser.get(requestUrl(newVerifier(), { redirect_uri }));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("ignores the port on this computer only", async () => {
    const web = await newClient(["https://notes.example.com/cb"]);
    const changes = { client_id: web, redirect_uri: "https://notes.example.com:8443/cb" };
    expect((await browser.get(requestUrl(newVerifier(), changes))).status).toBe(400);
    const other = await browser.get(requestUrl(newVerifier(), { redirect_uri: "http://127.0.0.1:5/callback" }));
    expect(other.headers.get("location")).toContain("/oidc/interaction/");
  });

  it.each<[string, Changes]>([
    ["no scope", { scope: undefined }],
    ["the API's scopes", { scope: "api:read api:write mcp" }],
    ["everything", { scope: "openid profile offline_access mcp", prompt: "consent" }],
    ["only what it does not get", { scope: "openid profile" }],
  ])("that asks for %s gets mcp and no ID token", async (_name, changes) => {
    const { status, body } = await useCode(await newCode(changes));
    expect(status).toBe(200);
    expect([decodeJwt(String(body.access_token)).scope, body.scope, body.id_token]).toEqual(["mcp", "mcp", undefined]);
  });
});

describe("the web app", () => {
  it("gets no token for a product, and no agent one for the API", async () => {
    const asWeb = { client_id: "cairn-web", redirect_uri: `${site.origin}/auth/verify` };
    const answer = await browser.get(requestUrl(newVerifier(), asWeb));
    expect(answer.headers.get("location")).toContain("error=invalid_target");
    const refused = await useCode(await newCode(), { resource: site.origin });
    expect(refused.body.error).toBe("invalid_target");
  });

  it("is asked for no consent, even if it asks for it", async () => {
    const asWeb = { client_id: "cairn-web", redirect_uri: `${site.origin}/auth/verify`, prompt: "consent" };
    const first = await browser.get(requestUrl(newVerifier(), { ...asWeb, scope: "api:read", resource: undefined }));
    const second = await browser.get(new URL(first.headers.get("location") ?? "", site.origin).href);
    const third = await browser.get(new URL(second.headers.get("location") ?? "", site.origin).href);
    expect(third.headers.get("location")).toContain("code=");
  });
});

describe("a code of an agent", () => {
  it.each<[string, () => Changes, RegExp]>([
    ["another verifier", () => ({ code_verifier: newVerifier() }), /^invalid_grant$/],
    ["no verifier", () => ({ code_verifier: undefined }), /^invalid_grant$/],
    ["another port", () => ({ redirect_uri: "http://127.0.0.1:1/callback" }), /^invalid_grant$/],
    ["another agent's name", () => ({ client_id: otherClientId }), /^invalid_grant$/],
    ["the web app's name", () => ({ client_id: "cairn-web", resource: undefined }), /^invalid_grant$/],
    ["another product", () => ({ resource: mcpAddress(site, "other", "product") }), /^invalid_target$/],
  ])("with %s is worth nothing", async (_name, changes, error) => {
    const { status, body } = await useCode(await newCode(), changes());
    expect([status >= 400, body.error, body.access_token]).toEqual([true, expect.stringMatching(error), undefined]);
  });

  it("that comes twice ends what the first use got", async () => {
    const code = await newCode();
    const first = (await useCode(code)).body;
    expect(await isAgentOf(first.access_token)).toBe(true);
    expect((await useCode(code)).body.error).toBe("invalid_grant");
    expect(await isAgentOf(first.access_token)).toBe(false);
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("needs no resource beside it, the code knows it", async () => {
    const { body } = await useCode(await newCode(), { resource: undefined });
    expect(await isAgentOf(body.access_token)).toBe(true);
  });
});

describe("a refresh token of an agent", () => {
  it("is its own client's, for its own product and scope", async () => {
    const { body } = await useCode(await newCode());
    expect((await refresh(body.refresh_token, { client_id: otherClientId })).body.error).toBe("invalid_grant");
    expect((await refresh(body.refresh_token, { client_id: "cairn-web" })).body.error).toBe("invalid_grant");
    expect((await refresh(body.refresh_token, { scope: "mcp api:read" })).body.error).toBe("invalid_scope");
    const other = await makeProject(site.world, product.organization);
    const elsewhere = mcpAddress(site, other.slug, other.projectSlug);
    expect((await refresh(body.refresh_token, { resource: elsewhere })).body.error).toBe("invalid_target");
  });

  it("that was used ends the family", async () => {
    const first = (await useCode(await newCode())).body;
    const second = (await refresh(first.refresh_token)).body;
    expect(await isAgentOf(second.access_token)).toBe(true);
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect(await isAgentOf(second.access_token)).toBe(false);
    expect((await refresh(second.refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("MCP", () => {
  let claims: JWTPayload;
  let header: JWTHeaderParameters;
  beforeAll(async () => {
    const { access_token } = (await useCode(await newCode())).body;
    claims = decodeJwt(String(access_token));
    header = decodeProtectedHeader(String(access_token)) as JWTHeaderParameters;
  });

  /** Signed with our own key: only the claims are wrong. */
  async function mint(changes: JWTPayload): Promise<string> {
    const [jwk] = await loadSigningKeys(site.world.ctx.wholeDb, site.world.ctx.secrets);
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader(header).sign(jwk ?? {});
  }

  it("accepts the token that is spoiled here", async () => {
    expect(await isAgentOf(await mint({}))).toBe(true);
  });

  it.each<[string, () => Promise<string> | string]>([
    ["the web app's", () => webToken],
    ["for the API", () => mint({ aud: site.origin })],
    ["for the API with every scope", () => mint({ aud: site.origin, scope: "mcp api:read api:write" })],
    ["for several audiences", () => mint({ aud: [String(claims.aud), site.origin] })],
    ["for the product by its slugs", () => mint({ aud: resource })],
    ["for the product and more", () => mint({ aud: `${String(claims.aud)}/sse` })],
    ["for another server", () => mint({ aud: String(claims.aud).replace(site.origin, "https://other.example") })],
    ["with another scope", () => mint({ scope: "api:read api:write" })],
    ["with a scope that begins like ours", () => mint({ scope: "mcp:write" })],
    ["without a scope", () => mint({ scope: undefined })],
    ["of another issuer", () => mint({ iss: "https://other.example" })],
    ["that is over", () => mint({ exp: Math.floor(Date.now() / 1000) - 600 })],
    ["of a grant that is over", () => mint({ grant_id: "over" })],
    ["of nobody", () => mint({ sub: undefined })],
    ["of somebody who is gone", () => mint({ sub: crypto.randomUUID() })],
    ["that is a refresh token", async () => String((await useCode(await newCode())).body.refresh_token)],
  ])("refuses a token %s", async (_name, make) => {
    expect(await isAgentOf(await make())).toBe(false);
  });

  it.each<[string, JWTPayload]>([
    ["an agent's", {}],
    ["an agent's with the API's scopes", { scope: "mcp api:read api:write" }],
    ["for both", { aud: ["API", "MCP"], scope: "mcp api:read api:write" }],
  ])("is one side: the API refuses a token that is %s", async (_name, changes) => {
    const aud = Array.isArray(changes.aud) ? [site.origin, String(claims.aud)] : claims.aud;
    const headers = { authorization: `Bearer ${await mint({ ...changes, aud })}` };
    expect((await fetch(`${site.origin}/v1/auth/session`, { headers })).status).toBe(401);
  });
});

describe("pages of other sites", () => {
  const origin = "https://inspector.example";

  it("read metadata, register and get an agent's tokens", async () => {
    const metadata = resource.replace("/v1/", "/.well-known/oauth-protected-resource/v1/");
    for (const url of [metadata, `${site.origin}/.well-known/oauth-authorization-server/oidc`]) {
      const { headers } = await fetch(url, { headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toMatch(/^(\*|https:\/\/inspector\.example)$/);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
    const registered = await register({ redirect_uris: [redirectUri] }, { origin });
    expect(registered.headers.get("access-control-allow-origin")).toBe("*");
    const issued = await useCode(await newCode(), {}, { origin });
    expect([issued.status, issued.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
    expect(issued.headers.get("access-control-allow-credentials")).toBeNull();
    const unknown = await useCode({ code: "x", code_verifier: newVerifier() }, { client_id: "unknown" }, { origin });
    expect([unknown.body.error, unknown.headers.get("access-control-allow-origin")]).toEqual([
      "invalid_client",
      origin,
    ]);
  });

  it.each(["/register", "/token"])("may ask before they call %s", async (path) => {
    const headers = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    const answer = await fetch(`${site.origin}/oidc${path}`, { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).not.toBeNull();
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("read nothing that the web app is answered, and no page", async () => {
    const asWeb = { grant_type: "refresh_token", client_id: "cairn-web", refresh_token: "x" };
    const answer = await send("/token", asWeb, { origin });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([400, null]);
    const consent = await goToConsent(browser, requestUrl(newVerifier()));
    expect(consent.answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("metadata", () => {
  const read = async (path: string) => {
    const answer = await fetch(site.origin + path);
    return answer.status === 200 ? ((await answer.json()) as Record<string, unknown>) : answer.status;
  };

  it("of the authorization server is the same wherever a client looks for it", async () => {
    const document = await read("/oidc/.well-known/openid-configuration");
    expect(document).toMatchObject({
      issuer: `${site.origin}/oidc`,
      registration_endpoint: `${site.origin}/oidc/register`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      scopes_supported: expect.arrayContaining(["mcp"]),
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of [
      "/.well-known/oauth-authorization-server/oidc",
      "/.well-known/openid-configuration/oidc",
      "/.well-known/oauth-authorization-server",
      "/oidc/.well-known/oauth-authorization-server",
    ]) {
      expect(await read(path)).toEqual(document);
    }
  });

  it.each(["/v1/o/a/p/b/context", "/v1/o/a/p/b/context/sse", "/v1/o/no-such/p/product/context"])(
    "of %s names it as it was asked for, whether there is such a product or not",
    async (path) => {
      expect(await read(`/.well-known/oauth-protected-resource${path}`)).toEqual({
        resource: site.origin + path,
        resource_name: expect.any(String),
        authorization_servers: [`${site.origin}/oidc`],
        scopes_supported: ["mcp"],
        bearer_methods_supported: ["header"],
      });
    },
  );

  it.each(["", "/v1/o/a/p/b", "/v1/o/a/p/b/context/more", "/v1/o/a%22/p/b/context", "/v1/organizations", "/x"])(
    "of anything else is nothing: %s",
    async (path) => {
      expect(await read(`/.well-known/oauth-protected-resource${path}`)).toBe(404);
    },
  );
});

describe("where people sign in elsewhere", () => {
  let both: SiteWithProvider;
  beforeAll(async () => {
    both = await startSiteWithProvider();
  });
  afterAll(() => both.close());

  it("an agent is told plainly to use a key", async () => {
    const { status, body } = await register({ redirect_uris: [redirectUri] }, {}, both.site);
    expect([status, body.error]).toEqual([403, "access_denied"]);
    expect(body.error_description).toContain("API key");
  });

  it("a client from before gets no page that asks for a password, and its token opens nothing", async () => {
    const { ctx } = both.site.world;
    const client = {
      client_id: "from-before",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      application_type: "native",
      id_token_signed_response_alg: "ES256",
    };
    await createOidcAdapter(ctx.wholeDb)("Client").upsert(client.client_id, client, 3600);
    const person = await makeProject(both.site.world);
    const address = mcpAddress(both.site, person.organizationId, person.projectId);
    const changes = { client_id: client.client_id, redirect_uri: redirectUri, scope: "mcp", resource: address };
    const answer = await openBrowser().get(authorizationUrl(both.site, newVerifier(), changes));
    expect(answer.headers.get("location")).toContain("error=invalid_target");
    const { userId } = person.owner;
    await createOidcAdapter(ctx.wholeDb)("Grant").upsert("grant", { accountId: userId }, 3600);
    const [jwk] = await loadSigningKeys(ctx.wholeDb, ctx.secrets);
    const nowS = Math.floor(ctx.now().getTime() / 1000);
    const issued = { iss: `${both.site.origin}/oidc`, aud: address, sub: userId, exp: nowS + 900 };
    const token = await new SignJWT({ ...issued, scope: "mcp", grant_id: "grant" })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: jwk?.kid })
      .sign(jwk ?? {});
    expect(await authenticateAgent(ctx, token, person)).toBeNull();
    const here = {
      ...ctx,
      settings: { ...ctx.settings, addresses: { ...ctx.settings.addresses, authHost: issued.iss } },
    };
    expect(await authenticateAgent(here, token, person)).toEqual({ userId, grantId: "grant" });
  });
});

it("signs in through the official client what these cases take apart", async () => {
  const tokens = await signInAgent(openAgentClient(), browser, resource);
  expect(await isAgentOf(tokens.access_token)).toBe(true);
});
