import { expect, it } from "vitest";

import { mentionAddress, readMention, type Mention } from "./mentions.ts";

const id = "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11";

it.each<Mention>([
  { kind: "person", userId: id },
  { kind: "page", artifactId: id },
  { kind: "file", repositoryId: id, path: "apps/api/src/delay.ts", lines: { start: 18, end: 24 } },
  { kind: "file", repositoryId: id, path: "apps/[id]/a b (c)#1?.tsx", lines: { start: 3, end: 3 } },
  { kind: "file", repositoryId: id, path: "ünï/日本 %20.md", lines: null },
])("reads back what it wrote: %j", (mention) => {
  const address = mentionAddress(mention);
  expect(address).toMatch(/^cairn:[^\s()<>]+$/);
  expect(readMention(address)).toEqual(mention);
});

it.each([
  "cairn:person/me",
  `cairn:person/${id}/more`,
  `cairn:page/${id}#x`,
  `cairn:file/${id}`,
  `cairn:file/${id}/%E0%A4%A`,
  `javascript:alert(1)//cairn:page/${id}`,
  "https://example.org",
])("does not take %s for a mention", (address) => {
  expect(readMention(address)).toBeNull();
});
