import { expect, it } from "vitest";
import { z } from "zod";

import { toEntity } from "./to-entity.ts";

const schema = z.object({
  keyId: z.string(),
  uses: z.number(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  creator: z.object({ name: z.string() }).nullable(),
});
const row = {
  keyId: "k1",
  uses: 3,
  createdAt: new Date("2026-03-01T10:00:00Z"),
  lastUsedAt: null,
  creator: { name: "Ada" },
};

it("has the fields of the entity, with moments as text", () => {
  expect(toEntity(schema, row)).toEqual({
    keyId: "k1",
    uses: 3,
    createdAt: "2026-03-01T10:00:00.000Z",
    lastUsedAt: null,
    creator: { name: "Ada" },
  });
});

it("shows nothing of a row that the entity does not have", () => {
  const secret = { ...row, secretHash: "never" };
  expect(Object.keys(toEntity(schema, secret))).not.toContain("secretHash");
});

it("is refused by the compiler where a field is missing", () => {
  const { uses: _uses, ...rest } = row;
  // @ts-expect-error -- `uses` is missing
  expect(toEntity(schema, rest).uses).toBeUndefined();
});
