import { expect, it } from "vitest";

import { isSameName } from "#server/domain/architecture/derive/service-layout.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { matchNames } from "./match-names.ts";

const names = [
  "Orders API",
  "orders",
  "ORDERS-service",
  "web",
  "Web App",
  "ab api",
  "abapi service",
  "abapi",
  "--",
  "db",
];

it("gives each name its node, one that is called so before one that is meant, and none twice", () => {
  const nodes = ["orders-service", "Orders", "Web", "--", "ab"].map((name) => ({ nodeId: name, name }));
  const stated = ["Orders API", "orders", "orders svc", "web", "--", "??"].map((name) => ({ name }));
  expect(matchNames(stated, nodes)).toEqual(["orders-service", "Orders", null, "Web", "--", null]);
});

it("means by a name what two names of their own are asked", () => {
  for (const a of names)
    for (const b of names) {
      const isMatched = matchNames([{ name: a }], [{ nodeId: "1", name: b }])[0] === "1";
      expect(isMatched, `${a}, ${b}`).toBe(isSameName(a, b) || a.toLowerCase() === b.toLowerCase());
    }
  const same = (a: string, b: string) => isSameName(a, b);
  expect([same("Orders API", "orders-service"), same("ab api", "abapi service"), same("db", "db api")]).toEqual([
    true,
    false,
    false,
  ]);
});

it("takes a thousand names of a thousand nodes with little work", () => {
  const long = "quay ".repeat(40);
  const nodes = Array.from({ length: 1_000 }, (_, at) => ({ nodeId: `${at}`, name: `${long}${at}` }));
  const stated = Array.from({ length: 1_000 }, (_, at) => ({ name: `Other ${long}${at}` }));
  const passedMs = startCpuClock();
  expect(matchNames(stated, nodes).every((nodeId) => nodeId === null)).toBe(true);
  expect(passedMs()).toBeLessThan(1_000);
});
