import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { authenticateApiKey } from "#server/domain/keys/authenticate-api-key.ts";
import { createApiKey } from "#server/domain/keys/create-api-key.ts";
import { createUser } from "#server/domain/users/create-user.ts";
import { invites } from "#server/platform/db/tables/organizations.ts";
import { identities, oidcRecords, signIns, users } from "#server/platform/db/tables/users.ts";
import { cookieName } from "#server/platform/oidc/cookie-name.ts";
import { identifyByCode } from "#server/platform/oidc/identify-by-code.ts";
import type { ProviderBehaviour } from "#server/testing/fakes/identity-provider.ts";
import { makeOrganization } from "#server/testing/test-ctx.ts";

import { type SiteWithProvider, signInAtProvider, startSiteWithProvider } from "./testing/another-provider.ts";
import { authorizationUrl, newVerifier } from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

let both: SiteWithProvider;
beforeAll(async () => {
  both = await startSiteWithProvider();
});
afterAll(() => both.close());
afterEach(() => both.provider.behave({}));

let people = 0;
const refreshCookie = () => cookieName("refresh_token", both.site.origin);
const db = () => both.site.world.ctx.wholeDb;

/** Somebody at the provider; undefined claims are ones it does not tell. */
async function makePerson(claims: Record<string, unknown> = {}, at = both) {
  people += 1;
  const person = {
    email: `person${people}@example.test`,
    email_verified: true,
    given_name: "Ada",
    family_name: "Byron",
  };
  await at.provider.setPerson(`subject-${people}`, { ...person, ...claims });
  return { subject: `subject-${people}`, email: person.email };
}

async function exchange(subject: string, browser: Browser = openBrowser(), at = both): Promise<Response> {
  const input = await signInAtProvider(at, browser, { subject });
  return callTokens(browser, "exchange", input, at);
}

function callTokens(browser: Browser, call: string, body?: unknown, at = both): Promise<Response> {
  return browser.sendJson(`${at.site.origin}/v1/tokens/${call}`, body);
}

async function accessTokenOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

async function userOf(accessToken: string, at = both): Promise<Record<string, unknown>> {
  const answer = await callSession(accessToken, at);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

function callSession(accessToken: string, at = both): Promise<Response> {
  return fetch(`${at.site.origin}/v1/auth/session`, { headers: { authorization: `Bearer ${accessToken}` } });
}

async function expectRefused(answer: Response, status: number, message: RegExp): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([
    status,
    expect.objectContaining({ message: expect.stringMatching(message) }),
  ]);
  expect(answer.headers.get("set-cookie")).toBeNull();
}

function accountsOf(email: string) {
  return db().select().from(users).where(eq(users.email, email));
}

describe("a first sign-in", () => {
  it("makes an account without a password and a session of our own", async () => {
    const { subject, email } = await makePerson();
    const browser = openBrowser();
    const accessToken = await accessTokenOf(await exchange(subject, browser));
    const user = await userOf(accessToken);
    expect(user).toMatchObject({ email, firstName: "Ada", lastName: "Byron", hasPassword: false });
    expect(decodeJwt(accessToken)).toMatchObject({
      iss: `${both.site.origin}/oidc`,
      aud: both.site.origin,
      sub: user.userId,
      scope: "api:read api:write",
    });
    expect(browser.cookie(refreshCookie())?.attributes).toMatch(/HttpOnly.*SameSite=Strict/i);
    const listed = await db()
      .select()
      .from(signIns)
      .where(eq(signIns.userId, String(user.userId)));
    expect(listed).toMatchObject([{ grantId: decodeJwt(accessToken).grant_id, address: "127.0.0.1" }]);
  });

  it("keeps nothing of the provider's tokens", async () => {
    const { subject } = await makePerson();
    const accessToken = await accessTokenOf(await exchange(subject));
    const grantId = String(decodeJwt(accessToken).grant_id);
    const kept = await db().select().from(oidcRecords).where(eq(oidcRecords.grantId, grantId));
    expect(kept.map((record) => record.model)).toEqual(["RefreshToken"]);
    expect(JSON.stringify(kept)).not.toContain(both.provider.address);
  });

  it("of one person in two browsers at once makes one account", async () => {
    const { subject, email } = await makePerson();
    const answers = await Promise.all([exchange(subject), exchange(subject), exchange(subject)]);
    const ids = await Promise.all(answers.map(async (answer) => (await userOf(await accessTokenOf(answer))).userId));
    expect(new Set(ids).size).toBe(1);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it("takes names as text that is shown to others", async () => {
    const { subject } = await makePerson({ given_name: `\u0007${"x".repeat(5000)}`, family_name: " \n " });
    const user = await userOf(await accessTokenOf(await exchange(subject)));
    expect(user).toMatchObject({ firstName: "x".repeat(50), lastName: null });
  });

  it.each([
    ["no address", { email: undefined }],
    ["something that is no address", { email: "nobody" }],
    ["a list of addresses", { email: ["a@example.test"] }],
  ])("is refused when the provider tells %s", async (_name, claims) => {
    const { subject } = await makePerson(claims);
    await expectRefused(await exchange(subject), 403, /did not tell your e-mail address/);
  });
});

describe("a later sign-in", () => {
  it("finds the account by issuer and subject, whatever the address has become", async () => {
    const { subject } = await makePerson();
    const first = await userOf(await accessTokenOf(await exchange(subject)));
    await both.provider.setPerson(subject, { email: "another@example.test", email_verified: false });
    expect(await userOf(await accessTokenOf(await exchange(subject)))).toMatchObject({ userId: first.userId });
    expect(await accountsOf("another@example.test")).toEqual([]);
  });

  it("does not give one subject's account to another with the same address", async () => {
    const { subject, email } = await makePerson();
    await accessTokenOf(await exchange(subject));
    const other = await makePerson({ email: email.toUpperCase() });
    await expectRefused(await exchange(other.subject), 409, /belongs to another sign-in/);
  });
});

describe("an account that was there before", () => {
  const account = { password: "Analytical1", firstName: "Grace", lastName: "Hopper" };

  it("is taken over by who is proved to own its address, and what opened it before does not any more", async () => {
    const { subject, email } = await makePerson();
    const { userId } = await createUser(both.site.world.ctx, { ...account, email });
    const squatter = await both.site.issueTokens(userId);
    expect((await callSession(squatter.accessToken)).status).toBe(200);
    const { world } = both.site;
    const { key } = await createApiKey(world.as({ kind: "user", userId }), { scopes: ["mcp"] });

    const user = await userOf(await accessTokenOf(await exchange(subject)));
    expect(user).toMatchObject({ userId, firstName: "Grace", hasPassword: false });
    expect((await callSession(squatter.accessToken)).status).toBe(401);
    expect(await authenticateApiKey(world.ctx, key)).toBeNull();
  });

  it("goes to one of two who claim it at once", async () => {
    const { subject, email } = await makePerson();
    const { subject: other } = await makePerson({ email });
    const { userId } = await createUser(both.site.world.ctx, { ...account, email });
    const answers = await Promise.all([exchange(subject), exchange(other)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await db().select().from(identities).where(eq(identities.userId, userId))).toHaveLength(1);
  });

  it("is taken over once by its owner's two browsers at once", async () => {
    const { subject, email } = await makePerson();
    const { userId } = await createUser(both.site.world.ctx, { ...account, email });
    const answers = await Promise.all([exchange(subject), exchange(subject)]);
    const last = await accessTokenOf(await exchange(subject));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await userOf(last)).toMatchObject({ userId });
  });

  it("is refused to an address that the provider does not vouch for", async () => {
    for (const email_verified of [false, undefined, "true", 1]) {
      const { subject, email } = await makePerson({ email_verified });
      await createUser(both.site.world.ctx, { ...account, email });
      await expectRefused(await exchange(subject), 409, /has not verified that the address is yours/);
    }
  });
});

describe("the session", () => {
  it("is refreshed here, and ends when an old refresh token comes again", async () => {
    const { subject } = await makePerson();
    const browser = openBrowser();
    await exchange(subject, browser);
    const stolen = browser.cookie(refreshCookie())?.value ?? "";
    const accessToken = await accessTokenOf(await callTokens(browser, "refresh"));
    expect((await callSession(accessToken)).status).toBe(200);
    const headers = { cookie: `${refreshCookie()}=${stolen}` };
    expect((await fetch(`${both.site.origin}/v1/tokens/refresh`, { method: "POST", headers })).status).toBe(401);
    expect((await callSession(accessToken)).status).toBe(401);
    expect((await callTokens(browser, "refresh")).status).toBe(401);
  });

  it("lives on while the provider is down, and ends at sign-out", async () => {
    const { subject } = await makePerson();
    const browser = openBrowser();
    await exchange(subject, browser);
    await both.provider.behave({ tokenEndpoint: "stall" });
    const accessToken = await accessTokenOf(await callTokens(browser, "refresh"));
    expect((await callTokens(browser, "revoke")).status).toBe(204);
    expect((await callSession(accessToken)).status).toBe(401);
    expect(browser.cookie(refreshCookie())).toBeUndefined();
  });
});

describe("a code", () => {
  it("is worth nothing with another verifier, nor a second time", async () => {
    const { subject } = await makePerson();
    const input = await signInAtProvider(both, openBrowser(), { subject });
    const wrong = await callTokens(openBrowser(), "exchange", { ...input, codeVerifier: newVerifier() });
    await expectRefused(wrong, 401, /Please sign in again/);
    const fresh = await signInAtProvider(both, openBrowser(), { subject });
    await accessTokenOf(await callTokens(openBrowser(), "exchange", fresh));
    await expectRefused(await callTokens(openBrowser(), "exchange", fresh), 401, /Please sign in again/);
  });

  it("of a scope without openid is as good, by the access token's signature", async () => {
    const { subject, email } = await makePerson();
    const scope = "profile api:read api:write";
    const input = await signInAtProvider(both, openBrowser(), { subject, scope });
    const user = await userOf(await accessTokenOf(await callTokens(openBrowser(), "exchange", input)));
    expect(user).toMatchObject({ email });
  });
});

describe("a provider's word", () => {
  it.each<[string, ProviderBehaviour]>([
    ["of another issuer", { idToken: "foreign-issuer" }],
    ["for another client", { idToken: "foreign-audience" }],
    ["with another key's signature", { idToken: "foreign-key" }],
    ["without a signature", { idToken: "unsigned" }],
    ["that is over", { idToken: "expired" }],
    ["that two endpoints tell differently", { idToken: "without-claims", userInfo: "other-subject" }],
    ["that is no JSON", { tokenEndpoint: "not-json" }],
  ])("%s is not believed", async (_name, behaviour) => {
    const { subject, email } = await makePerson();
    await both.provider.behave(behaviour);
    await expectRefused(await exchange(subject), 502, /cannot be trusted/);
    expect(await accountsOf(email)).toEqual([]);
  });

  it.each<[string, ProviderBehaviour]>([
    ["in the ID token only", { userInfo: "server-error" }],
    ["at the userinfo endpoint only", { idToken: "without-claims" }],
    ["at the userinfo endpoint and without an ID token", { idToken: "none" }],
  ])("is heard %s", async (_name, behaviour) => {
    const { subject, email } = await makePerson();
    await both.provider.behave(behaviour);
    expect(await userOf(await accessTokenOf(await exchange(subject)))).toMatchObject({ email, firstName: "Ada" });
  });

  it("is missing while it is down, and another try works", async () => {
    const { subject } = await makePerson();
    await both.provider.behave({ tokenEndpoint: "server-error" });
    await expectRefused(await exchange(subject), 503, /does not answer/);
    await both.provider.behave({ idToken: "without-claims", userInfo: "server-error" });
    await expectRefused(await exchange(subject), 503, /does not answer/);
    await both.provider.behave({});
    await accessTokenOf(await exchange(subject));
  });

  it("that this application is unknown is passed on", async () => {
    const { subject } = await makePerson();
    await both.provider.behave({ tokenEndpoint: "unknown-client" });
    await expectRefused(await exchange(subject), 502, /refuses this application \(invalid_client\)/);
  });

  it("is not waited for without end", async () => {
    const { subject } = await makePerson();
    const input = await signInAtProvider(both, openBrowser(), { subject });
    await both.provider.behave({ tokenEndpoint: "stall" });
    // Another client id, so that the metadata with its own time limit is read anew.
    const addresses = { ...both.site.world.ctx.settings.addresses, authClientId: randomUUID() };
    await expect(identifyByCode(addresses, input, 300)).rejects.toMatchObject({ code: "vendor_unavailable" });
  });
});

it("is refused by name when nobody is at AUTH_HOST, or somebody else", async () => {
  const other = await startSiteWithProvider();
  try {
    const input = { code: "code", codeVerifier: newVerifier() };
    await other.provider.behave({ discovery: "foreign-issuer" });
    await expectRefused(await callTokens(openBrowser(), "exchange", input, other), 502, /cannot be trusted/);
    await other.provider.close();
    await expectRefused(await callTokens(openBrowser(), "exchange", input, other), 503, /does not answer/);
  } finally {
    await other.close();
  }
});

describe("where sign-up is by invitation", () => {
  let closed: SiteWithProvider;
  beforeAll(async () => {
    closed = await startSiteWithProvider({ SIGNUP: "invite" });
  });
  afterAll(() => closed.close());

  it("only invited addresses and known people come in", async () => {
    const { subject, email } = await makePerson({}, closed);
    await expectRefused(await exchange(subject, openBrowser(), closed), 403, /by invitation only/);
    const { world } = closed.site;
    const { organizationId, owner } = await makeOrganization(world);
    const createdAt = world.ctx.now();
    const expiresAt = new Date(createdAt.getTime() + 60_000);
    const invite = {
      inviteId: randomUUID(),
      organizationId,
      email,
      role: "editor",
      delivery: "link",
      invitedBy: owner.userId,
    } as const;
    await world.ctx.wholeDb.insert(invites).values({ ...invite, tokenHash: randomUUID(), createdAt, expiresAt });
    await accessTokenOf(await exchange(subject, openBrowser(), closed));
    await world.ctx.wholeDb.delete(invites).where(eq(invites.organizationId, organizationId));
    await accessTokenOf(await exchange(subject, openBrowser(), closed));
  });
});

describe("the built-in pages", () => {
  it("let nobody past the provider", async () => {
    const url = authorizationUrl(both.site, newVerifier(), { client_id: both.provider.clientId, prompt: "create" });
    const answer = await openBrowser().get(url);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("issue no tokens for a code, the provider's or any other", async () => {
    const { subject } = await makePerson();
    const { code, codeVerifier } = await signInAtProvider(both, openBrowser(), { subject });
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: both.provider.clientId,
      redirect_uri: `${both.site.origin}/auth/verify`,
      code,
      code_verifier: codeVerifier,
    });
    const answer = await fetch(`${both.site.origin}/oidc/token`, { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error_description: "requested grant type is not allowed for this client",
    });
  });
});
