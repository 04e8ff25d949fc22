import { describe, expect, it } from "vitest";

import { authorizationUrl, safeReturnTo } from "./login.ts";

it.each([
  ["/o/acme?page=2", "/o/acme?page=2"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["", "/"],
])("returns from %j to %j", (asked, opened) => {
  expect(safeReturnTo(asked)).toBe(opened);
});

describe("the authorization request", () => {
  const request = {
    endpoint: "https://id.example/oidc/authorize?tenant=a",
    clientId: "web",
    redirectUri: "https://app.example/auth/verify",
    mode: "login" as const,
    state: "s~1",
    codeChallenge: "challenge",
    visitor: new URLSearchParams("utm_source=mail&ref=ada&returnTo=/o/acme"),
  };

  it("carries the code challenge, the scope and where the visitor came from", () => {
    const url = new URL(authorizationUrl(request));
    expect(url.origin + url.pathname).toBe("https://id.example/oidc/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
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

  it("asks for the sign-up page", () => {
    const url = new URL(authorizationUrl({ ...request, mode: "signup" }));
    expect(url.searchParams.get("prompt")).toBe("create");
  });
});
