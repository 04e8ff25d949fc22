import { expect, it } from "vitest";

import { writtenType } from "./receiver-type.ts";

it.each([
  ["void save(Principal principal, int berth) {", "principal", "Principal"],
  ["save(principal: auth.Principal) {", "principal", "Principal"],
  ["func save(p *auth.Principal) {", "p", "Principal"],
  ["private final Map<String, Berth> berths;", "berths", "Map"],
  ["const principal = find();", "principal", null],
  // A line that no person wrote is not read.
  [`${" A<".repeat(400)} Principal principal,`, "principal", null],
])("of %s is what is written there", (line, name, type) => {
  expect(writtenType(name, [line])).toBe(type);
});
