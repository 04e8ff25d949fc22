import { afterAll, beforeAll, expect, it } from "vitest";

import { openDb } from "#server/platform/db/open-db.ts";
import { signingKeys } from "#server/platform/db/tables/users.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { loadSigningKeys } from "./signing-keys.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

it("makes one key when several processes start at once, and keeps it sealed", async () => {
  const processes = Array.from({ length: 4 }, () => openDb(world.connectionString, { max: 1, onError: () => {} }));
  try {
    const loaded = await Promise.all(processes.map(({ db }) => loadSigningKeys(db, world.ctx.secrets)));
    expect(new Set(loaded.map((keys) => keys.map((key) => key.kid).join())).size).toBe(1);
    expect(loaded[0]).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }]);
    const rows = await world.ctx.db.select().from(signingKeys);
    expect(rows.length).toBe(1);
    expect(rows[0]?.sealedJwk).not.toContain(loaded[0]?.[0]?.d ?? "");
  } finally {
    await Promise.all(processes.map((each) => each.close()));
  }
});
