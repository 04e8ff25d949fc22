import { expect, it } from "vitest";

import { parseDiscoveryDocument, buildEndSessionUrl } from "./sign-in-server.ts";

const authorization_endpoint = "https://id.example/auth";

it("requests the API scopes from our own server and does not use its sign-out endpoint", () => {
  const scopes_supported = ["openid", "profile", "api:read", "api:write"];
  const end_session_endpoint = "https://id.example/end";
  const prompt_values_supported = ["login", "create"];
  expect(
    parseDiscoveryDocument({ authorization_endpoint, scopes_supported, end_session_endpoint, prompt_values_supported }),
  ).toEqual({
    authorizationEndpoint: authorization_endpoint,
    endSessionEndpoint: null,
    isOurs: true,
    scope: "profile api:read api:write",
    hasSignUpPage: true,
  });
});

it.each([
  ["all it supports", ["email", "openid", "offline_access"], "openid email"],
  ["all three where it does not say", undefined, "openid profile email"],
])("asks another server who somebody is: %s", (_name, scopes_supported, scope) => {
  const end_session_endpoint = "https://id.example/end";
  expect(parseDiscoveryDocument({ authorization_endpoint, scopes_supported, end_session_endpoint })).toEqual({
    authorizationEndpoint: authorization_endpoint,
    endSessionEndpoint: end_session_endpoint,
    isOurs: false,
    scope,
    hasSignUpPage: false,
  });
});

it("returns null for an invalid discovery document", () => {
  expect(parseDiscoveryDocument(null)).toBeNull();
  expect(parseDiscoveryDocument({})).toBeNull();
});

it("returns to the sign-in page after a sign-out at a third-party server", () => {
  const url = new URL(
    buildEndSessionUrl("https://id.example/end?tenant=a", { authClientId: "web", clientHost: "https://app.example" }),
  );
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: "a",
    client_id: "web",
    post_logout_redirect_uri: "https://app.example/login",
  });
});
