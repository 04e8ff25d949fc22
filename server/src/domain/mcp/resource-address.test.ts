import { expect, it } from "vitest";

import { pageUri, readResourceAddress } from "./resource-address.ts";

const artifactId = "11111111-2222-4333-8444-555555555555";

it.each([
  ["cairn://rules", { kind: "rules" }],
  [pageUri(artifactId), { kind: "page", artifactId }],
  ["cairn://pages/readme.md", { kind: "file", repository: "pages", path: "readme.md" }],
  ["cairn://boats/src/a%20b.ts", { kind: "file", repository: "boats", path: "src/a b.ts" }],
  ["cairn://boats", null],
  ["cairn://boats/", null],
  ["cairn://boats/a?b", null],
  ["cairn://boats/%zz", null],
  ["https://boats/a", null],
  [`cairn://boats/${"a".repeat(20_000)}`, null],
])("reads %s", (uri, expected) => {
  expect(readResourceAddress(uri)).toEqual(expected);
});
