import { request } from "node:http";
import { text as readText } from "node:stream/consumers";

import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cookieName } from "#server/platform/oidc/cookie-name.ts";

import {
  authorizationUrl,
  type AuthSite,
  followToApp,
  newVerifier,
  openInteraction,
  somebody,
  startAuthSite,
  startSession,
} from "./testing/auth-site.ts";
import { type Browser, openBrowser } from "./testing/browser.ts";

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

let people = 0;
const refreshCookie = () => cookieName("refresh_token", site.origin);
const person = () => ({ ...somebody, email: `person${(people += 1)}@example.test` });

async function callSession(accessToken: string): Promise<Response> {
  return fetch(`${site.origin}/v1/auth/session`, { headers: { authorization: `Bearer ${accessToken}` } });
}

function callTokens(browser: Browser, call: string, body?: unknown): Promise<Response> {
  return browser.sendJson(`${site.origin}/v1/tokens/${call}`, body);
}

async function accessTokenOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

describe("a sign-up", () => {
  it("leads through code and exchange to a session", async () => {
    const browser = openBrowser();
    const codeVerifier = newVerifier();
    const url = authorizationUrl(site, codeVerifier, { screen_hint: "signup", utm_source: "mail", ref: "r1" });
    const page = await openInteraction(browser, url);
    expect(await (await browser.get(page)).text()).toContain("Create your account");

    const who = person();
    const app = await followToApp(browser, await browser.sendForm(`${page}/sign-up`, who));
    expect(app.origin + app.pathname).toBe(`${site.origin}/auth/verify`);
    expect(app.searchParams.get("state")).toBe("state-of-this-tab");

    const exchange = await callTokens(browser, "exchange", { code: app.searchParams.get("code"), codeVerifier });
    const accessToken = await accessTokenOf(exchange);
    expect(browser.cookie(refreshCookie())).toMatchObject({ path: "/v1/tokens" });
    expect(browser.cookie(refreshCookie())?.attributes).toMatch(/HttpOnly.*SameSite=Strict/i);
    const session = await callSession(accessToken);
    const { password: _, ...shown } = who;
    expect(await session.json()).toMatchObject({ ...shown, avatar: null });
  });

  it("issues a JWT for the API that anybody can check with the published keys", async () => {
    const accessToken = await startSession(site, openBrowser(), person());
    const metadata = (await (await fetch(`${site.origin}/oidc/.well-known/openid-configuration`)).json()) as {
      issuer: string;
      jwks_uri: string;
    };
    expect(metadata.issuer).toBe(`${site.origin}/oidc`);
    const { payload, protectedHeader } = await jwtVerify(accessToken, createRemoteJWKSet(new URL(metadata.jwks_uri)), {
      issuer: metadata.issuer,
      audience: site.origin,
      typ: "at+jwt",
    });
    expect(protectedHeader.alg).toBe("ES256");
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(await (await fetch(metadata.jwks_uri)).text()).not.toContain('"d"');
  });

  it("signs the next tab in without asking again", async () => {
    const browser = openBrowser();
    await startSession(site, browser, person());
    const codeVerifier = newVerifier();
    const app = await followToApp(browser, await browser.get(authorizationUrl(site, codeVerifier)));
    const exchange = await callTokens(browser, "exchange", { code: app.searchParams.get("code"), codeVerifier });
    expect(exchange.status).toBe(200);
  });
});

describe("a refresh", () => {
  it("rotates the cookie and brings a new access token", async () => {
    const browser = openBrowser();
    await startSession(site, browser, person());
    const first = browser.cookie(refreshCookie())?.value;
    const accessToken = await accessTokenOf(await callTokens(browser, "refresh"));
    expect(browser.cookie(refreshCookie())?.value).not.toBe(first);
    expect((await callSession(accessToken)).status).toBe(200);
  });

  it("ends the whole family when an old token comes again", async () => {
    const browser = openBrowser();
    await startSession(site, browser, person());
    const stolen = browser.cookie(refreshCookie())?.value ?? "";
    const accessToken = await accessTokenOf(await callTokens(browser, "refresh"));
    const headers = { cookie: `${refreshCookie()}=${stolen}` };
    const theft = await fetch(`${site.origin}/v1/tokens/refresh`, { method: "POST", headers });
    expect(theft.status).toBe(401);
    expect(theft.headers.get("set-cookie")).toMatch(/^refresh_token_\d+=;.*Max-Age=0/);

    expect((await callSession(accessToken)).status).toBe(401);
    expect((await callTokens(browser, "refresh")).status).toBe(401);
    expect(browser.cookie(refreshCookie())).toBeUndefined();
  });

  it("lets one of many requests with the same token win at most, and then ends the family", async () => {
    const browser = openBrowser();
    await startSession(site, browser, person());
    const headers = { cookie: `${refreshCookie()}=${browser.cookie(refreshCookie())?.value}` };
    const call = () => fetch(`${site.origin}/v1/tokens/refresh`, { method: "POST", headers });
    const answers = await Promise.all(Array.from({ length: 8 }, call));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const answer of won) expect((await callSession(await accessTokenOf(answer))).status).toBe(401);
  });

  it("is refused without a cookie and from another origin", async () => {
    expect((await callTokens(openBrowser(), "refresh")).status).toBe(401);
    const foreign = await openBrowser().sendJson(`${site.origin}/v1/tokens/refresh`, undefined, {
      origin: "https://evil.example",
    });
    expect(foreign.status).toBe(403);
  });
});

describe("a sign-out", () => {
  it.each([
    ["with its refresh token", false],
    ["after the refresh token was lost", true],
  ])("ends every token and asks for the password again, %s", async (_name, isLost) => {
    const browser = openBrowser();
    const accessToken = await startSession(site, browser, person());
    const refreshToken = browser.cookie(refreshCookie())?.value ?? "";
    if (isLost) browser.setCookie(refreshCookie(), "gone");
    expect((await callTokens(browser, "revoke")).status).toBe(204);
    expect(browser.cookie(refreshCookie())).toBeUndefined();

    expect((await callSession(accessToken)).status).toBe(401);
    const headers = { cookie: `${refreshCookie()}=${refreshToken}` };
    expect((await fetch(`${site.origin}/v1/tokens/refresh`, { method: "POST", headers })).status).toBe(401);
    const page = await openInteraction(browser, authorizationUrl(site, newVerifier()));
    expect(await (await browser.get(page)).text()).toContain('name="password"');
  });

  it("also ends the browser session where only the refresh token can name it", async () => {
    const browser = openBrowser();
    await startSession(site, browser, person());
    const headers = { cookie: `${refreshCookie()}=${browser.cookie(refreshCookie())?.value}` };
    expect((await fetch(`${site.origin}/v1/tokens/revoke`, { method: "POST", headers })).status).toBe(204);
    const page = await openInteraction(browser, authorizationUrl(site, newVerifier()));
    expect(page).toContain("/oidc/interaction/");
  });

  it("of somebody who is not signed in does nothing", async () => {
    expect((await callTokens(openBrowser(), "revoke")).status).toBe(204);
  });
});

describe("an authorization request", () => {
  it("is told the site's own addresses, whatever host it names", async () => {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const document = await new Promise<string>((resolve, reject) => {
      const path = "/oidc/.well-known/openid-configuration";
      const sent = request({ host: "127.0.0.1", port: new URL(site.origin).port, path, headers });
      sent.on("response", (answer) => void readText(answer).then(resolve, reject));
      sent.on("error", reject);
      sent.end();
    });
    expect(JSON.parse(document)).toMatchObject({ authorization_endpoint: `${site.origin}/oidc/auth` });
    expect(document).not.toContain("evil");
  });
});

it("uses secure cookies and its own addresses behind a proxy that speaks https", async () => {
  const proxied = await startAuthSite({ API_HOST: "https://cairn.example.com" });
  try {
    const discovery = await fetch(`${proxied.origin}/oidc/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      issuer: "https://cairn.example.com/oidc",
      authorization_endpoint: "https://cairn.example.com/oidc/auth",
      token_endpoint: "https://cairn.example.com/oidc/token",
    });
    const url = authorizationUrl(proxied, newVerifier(), { redirect_uri: "https://cairn.example.com/auth/verify" });
    const cookies = (await fetch(url, { redirect: "manual" })).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/secure; httponly/i);
    // Its own address leads to the proxy, which this machine may not reach: it asks itself directly.
    const headers = { cookie: "refresh_token=unknown" };
    expect((await fetch(`${proxied.origin}/v1/tokens/refresh`, { method: "POST", headers })).status).toBe(401);
    const out = await fetch(`${proxied.origin}/v1/tokens/revoke`, { method: "POST", headers });
    expect(out.status).toBe(204);
    expect(out.headers.get("set-cookie")).toMatch(/^refresh_token=;.*HttpOnly; Secure; SameSite=Strict/);
  } finally {
    await proxied.close();
  }
});

it("issues no power over the API to who does not ask for its scopes", async () => {
  const browser = openBrowser();
  await startSession(site, browser, person());
  const codeVerifier = newVerifier();
  const url = authorizationUrl(site, codeVerifier, { scope: "openid profile api:read" });
  const app = await followToApp(browser, await browser.get(url));
  const exchange = await callTokens(browser, "exchange", { code: app.searchParams.get("code"), codeVerifier });
  const accessToken = await accessTokenOf(exchange);
  expect(decodeJwt(accessToken).scope).toBe("api:read");
  expect((await callSession(accessToken)).status).toBe(401);
});
