import { afterEach, describe, expect, it, vi } from "vitest";

import { createChallenge, createVerifier, requireSecureCrypto, sha256Hex } from "./pkce.ts";

afterEach(() => vi.unstubAllGlobals());

describe("code verifier", () => {
  it("has 128 characters of the unreserved set", () => {
    expect(createVerifier()).toMatch(/^[A-Za-z0-9\-._~]{128}$/);
  });

  it("is new every time", () => {
    expect(createVerifier()).not.toBe(createVerifier());
  });
});

it("hashes an invite token as the server does", async () => {
  expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

describe("code challenge", () => {
  it("is the one of RFC 7636, appendix B", async () => {
    expect(await createChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });

  it("explains what to do without secure cryptography", () => {
    vi.stubGlobal("crypto", {});
    expect(() => requireSecureCrypto()).toThrow(/HTTPS.*localhost/);
  });
});
