import { eq } from "drizzle-orm";
import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { users } from "#server/platform/db/tables/users.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";
import { loadSigningKeys } from "#server/platform/oidc/signing-keys.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { authenticateBearer } from "./authenticate-bearer.ts";
import { getSession } from "./get-session.ts";
import { updateUserData } from "./update-user-data.ts";
import { verifyToken } from "./verify-token.ts";

let world: TestWorld;
let userId: string;
beforeAll(async () => {
  world = await createTestWorld();
  ({ userId } = await makeUser(world));
  await createOidcAdapter(world.ctx.db)("Grant").upsert("grant", {}, 31_536_000);
});
afterAll(() => world.close());

interface Changes {
  claims?: JWTPayload;
  header?: { typ?: string; alg?: string };
}

/** A token signed with the site's own key, good but for the changes. */
async function sign({ claims = {}, header = {} }: Changes = {}): Promise<string> {
  const [jwk] = await loadSigningKeys(world.ctx.db, world.ctx.secrets);
  if (!jwk) throw new Error("no key");
  const nowS = Math.floor(world.ctx.now().getTime() / 1000);
  const { apiHost } = world.ctx.settings.addresses;
  const good = { sub: userId, iss: `${apiHost}/oidc`, aud: apiHost, iat: nowS, exp: nowS + 60 };
  const payload = { ...good, scope: "api:read api:write", grant_id: "grant", ...claims };
  const protectedHeader = { alg: "ES256", typ: "at+jwt", kid: jwk.kid, ...header };
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(await importJWK(jwk));
}

async function expectRefused(token: string): Promise<void> {
  expect(await authenticateBearer(world.ctx, `Bearer ${token}`)).toBeNull();
  expect(await verifyToken(world.ctx, { accessToken: token })).toEqual({ valid: false });
}

it("accepts an own token until it ends", async () => {
  const token = await sign();
  expect(await authenticateBearer(world.ctx, `Bearer ${token}`)).toMatchObject({ userId });
  expect(await verifyToken(world.ctx, { accessToken: token })).toEqual({ valid: true });
  const start = world.ctx.now();
  world.setNow(new Date(start.getTime() + 60_000));
  await expectRefused(token);
  world.setNow(start);
});

it.each<[string, Changes]>([
  ["of another audience", { claims: { aud: "https://mcp.example" } }],
  ["of another issuer", { claims: { iss: "https://other.example" } }],
  ["without an end", { claims: { exp: undefined } }],
  ["without scopes", { claims: { scope: undefined } }],
  ["with too few scopes", { claims: { scope: "profile api:read" } }],
  ["of an ended grant", { claims: { grant_id: "ended" } }],
  ["without a grant", { claims: { grant_id: undefined } }],
  ["of nobody", { claims: { sub: undefined } }],
  ["that is an ID token", { header: { typ: "JWT" } }],
  ["without a type", { header: { typ: undefined } }],
])("refuses a token %s", async (_name, changes) => {
  await expectRefused(await sign(changes));
});

it("refuses a changed token, one without signature and one of another key", async () => {
  const [header, payload, signature] = (await sign()).split(".") as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const other = await makeUser(world);
  await expectRefused(`${header}.${encode({ ...claims, sub: other.userId })}.${signature}`);
  await expectRefused(`${encode({ alg: "none", typ: "at+jwt" })}.${payload}.`);
  const { privateKey } = await generateKeyPair("ES256");
  await expectRefused(
    await new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", typ: "at+jwt" }).sign(privateKey),
  );
});

it.each([undefined, "", "Bearer", "Bearer ", "Basic abc", "Bearer a.b.c", "Bearer a b", "opaque-refresh-token"])(
  "refuses the header %j",
  async (header) => {
    expect(await authenticateBearer(world.ctx, header)).toBeNull();
  },
);

it("refuses the token of a user who is gone", async () => {
  const gone = await makeUser(world);
  const token = await sign({ claims: { sub: gone.userId } });
  expect(await authenticateBearer(world.ctx, `Bearer ${token}`)).toMatchObject({ userId: gone.userId });
  await world.ctx.db.delete(users).where(eq(users.userId, gone.userId));
  await expectRefused(token);
});

describe("the signed-in user", () => {
  it("is shown and can be renamed", async () => {
    const person = await makeUser(world);
    expect(await getSession(person.ctx)).toMatchObject({ userId: person.userId, firstName: null, avatar: null });
    const names = { firstName: "Grace", lastName: "Hopper" };
    expect(await updateUserData(person.ctx, names)).toMatchObject({ userId: person.userId, ...names });
    expect(await getSession(person.ctx)).toMatchObject(names);
  });

  it("is nobody without a sign-in, and no agent", async () => {
    await expect(getSession(world.ctx)).rejects.toMatchObject({ code: "unauthenticated" });
    const agent = world.as({ kind: "agent", userId });
    await expect(updateUserData(agent, { firstName: "Eve", lastName: "Other" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
