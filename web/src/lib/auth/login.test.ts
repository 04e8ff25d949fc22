import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { buildAuthorizationUrl, finishLogin, safeReturnTo } from "./login.ts";
import type { SignInServer } from "./sign-in-server.ts";

it.each([
  ["/o/acme?page=2", "/o/acme?page=2"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["", "/"],
])("returns from %j to %j", (requested, opened) => {
  expect(safeReturnTo(requested)).toBe(opened);
});

describe("the authorization request", () => {
  const server: SignInServer = {
    authorizationEndpoint: "https://id.example/oidc/authorize?tenant=a",
    endSessionEndpoint: null,
    isOurs: true,
    scope: "profile api:read api:write",
    hasSignUpPage: true,
  };
  const request = {
    server,
    clientId: "web",
    redirectUri: "https://app.example/auth/verify",
    mode: "login" as const,
    state: "s~1",
    codeChallenge: "challenge",
    visitor: new URLSearchParams("utm_source=mail&ref=ada&returnTo=/o/acme"),
  };
  const paramsOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

  it("carries the code challenge, the scope and where the visitor came from", () => {
    const url = buildAuthorizationUrl(request);
    expect(url.startsWith("https://id.example/oidc/authorize?")).toBe(true);
    expect(paramsOf(url)).toEqual({
      tenant: "a",
      response_type: "code",
      client_id: "web",
      redirect_uri: "https://app.example/auth/verify",
      scope: "profile api:read api:write",
      state: "s~1",
      code_challenge: "challenge",
      code_challenge_method: "S256",
      utm_source: "mail",
      ref: "ada",
    });
  });

  it("requests the sign-up page if the server has one", () => {
    expect(paramsOf(buildAuthorizationUrl({ ...request, mode: "signup" })).prompt).toBe("create");
    const other = { ...server, hasSignUpPage: false };
    expect(paramsOf(buildAuthorizationUrl({ ...request, server: other, mode: "signup" })).prompt).toBeUndefined();
  });

  it("requests no page for a silent sign-in", () => {
    expect(paramsOf(buildAuthorizationUrl({ ...request, mode: "silent" })).prompt).toBe("none");
  });

  it("sends the invited address to any server, but the invite token's hash only to our own", () => {
    const invited = { ...request, loginHint: "ada@example.test", invite: "ab12" };
    expect(paramsOf(buildAuthorizationUrl(invited))).toMatchObject({ login_hint: "ada@example.test", invite: "ab12" });
    const elsewhere = paramsOf(buildAuthorizationUrl({ ...invited, server: { ...server, isOurs: false } }));
    expect(elsewhere).toMatchObject({ login_hint: "ada@example.test" });
    expect(elsewhere).not.toHaveProperty("invite");
  });
});

describe("an answer", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    stored.set("pending-login", JSON.stringify({ state: "s1", codeVerifier: "v", returnTo: "/o/acme" }));
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["to another tab's request", { code: "c", state: "s2" }],
    ["without a state", { code: "c" }],
    ["without a code", { state: "s1" }],
    ["that contains a forged error message", { error: "Call this number", state: "s2" }],
  ])("%s is rejected with our own message and ends the sign-in", async (_name, answer) => {
    await expect(finishLogin(answer)).rejects.toThrow(/not started in this tab/);
    expect(stored.size).toBe(0);
  });

  it("that is an error throws the server's message", async () => {
    await expect(finishLogin({ error: "access_denied", state: "s1" })).rejects.toThrow("access_denied");
    expect(stored.size).toBe(0);
  });

  it("that needs a page leads to /login only after a silent sign-in", async () => {
    const answer = { error: "login_required", description: "End-User authentication is required", state: "s1" };
    const pending = { state: "s1", codeVerifier: "v", returnTo: "/o/acme?page=2", isSilent: true };
    stored.set("pending-login", JSON.stringify(pending));
    expect(await finishLogin(answer)).toBe("/login?returnTo=%2Fo%2Facme%3Fpage%3D2");
    stored.set("pending-login", JSON.stringify({ ...pending, returnTo: "/" }));
    expect(await finishLogin(answer)).toBe("/login");
    stored.set("pending-login", JSON.stringify({ ...pending, isSilent: false }));
    await expect(finishLogin(answer)).rejects.toThrow("End-User authentication is required");
  });
});
