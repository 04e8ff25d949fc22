import { expect, it } from "vitest";

import { entityKeys } from "./entity-key.ts";

it("takes a class for its table, and two tables that differ in an ending for two", () => {
  const keyOf = entityKeys(["pet_types", "contract_options", "contractoption"]);
  expect(keyOf("PetType")).toBe(keyOf("pet_types"));
  expect(keyOf("contract_options")).not.toBe(keyOf("contractoption"));
});
