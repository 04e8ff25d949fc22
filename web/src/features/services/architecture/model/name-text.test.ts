import { expect, it } from "vitest";

import { fitName, inSentence, partName, sharedBeginnings, splitName } from "./name-text.ts";

it.each([
  ["harbour", 10, "harbour"],
  ["harbour of the north", 10, "harbour o…"],
  // As wide as eight Latin letters, and one more for the dots.
  ["港湾管理システム", 10, "港湾管理…"],
  ["港湾", 4, "港湾"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 5, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"],
  ["é̂é̂é̂é̂", 3, "é̂é̂…"],
])("cuts %s to the width of %i letters, between characters", (name, most, wanted) => {
  expect(fitName(name, most)).toBe(wanted);
});

it("keeps names that are read from the right apart from the sentence around them", () => {
  expect(inSentence("ميناء")).toBe("\u2068ميناء\u2069");
  expect(inSentence("harbour")).toBe("harbour");
});

it.each([
  ["harbour", 10, ["harbour"]],
  ["spring-petclinic-api-gateway", 18, ["spring-petclinic-", "api-gateway"]],
  ["OrderProcessor", 10, ["Order", "Processor"]],
  ["productcatalogservice", 14, ["productcatalog", "service"]],
  ["a-productcatalogservice", 14, ["a-productcatal", "ogservice"]],
  ["spring-petclinic-customers-service-of-old", 14, ["spring-", "petclinic-cus…"]],
  ["ferryservice", 20, ["ferryservice"]],
])("parts %s at %i letters where a word begins", (name, most, lines) => {
  expect(splitName(name, most)).toEqual(lines);
});

it.each([
  ["productcatalogservice", ["productcatalog", "service"]],
  ["spring-petclinic-api", ["spring-", "petclinic-", "api"]],
  ["WebApp", ["Web", "App"]],
  ["service", ["service"]],
])("knows the words of %s", (name, parts) => {
  expect(partName(name)).toEqual(parts);
});

it("knows what of names begins at least three of them, in whole words", () => {
  const names = [
    "spring-petclinic-vets",
    "spring-petclinic-visits",
    "spring-petclinic-api-gateway",
    "spring-boot",
    "vets",
    "a-b",
    "a-c",
    "a-d",
  ];
  expect([...sharedBeginnings(names).values()]).toEqual([17, 17, 17, 0, 0, 0, 0, 0]);
  // A small card has room for all of these.
  const short = ["service-10", "service-11", "service-12"];
  expect([...sharedBeginnings(short).values()]).toEqual([0, 0, 0]);
  expect(sharedBeginnings(["quay-service-one", "quay-service-two"]).get("quay-service-one")).toBe(0);
});
