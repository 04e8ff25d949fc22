import { expect, it } from "vitest";

import { listMentionedTaskIds, mentionAddress, readMention, splitAtTaskNames, type Mention } from "./mentions.ts";

const id = "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11";

it.each<Mention>([
  { kind: "person", userId: id },
  { kind: "page", artifactId: id },
  { kind: "task", taskId: id },
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
  "cairn:task/FB-9",
  `cairn:task/${id}/more`,
  `cairn:file/${id}`,
  `cairn:file/${id}/%E0%A4%A`,
  `javascript:alert(1)//cairn:page/${id}`,
  "https://example.org",
])("does not take %s for a mention", (address) => {
  expect(readMention(address)).toBeNull();
});

it("lists the tasks that a text mentions, each once", () => {
  const other = id.replace("3", "4");
  const text = `[FB-2](cairn:task/${other}) before [FB-1](cairn:task/${id}), cairn:task/${id}-5 and [FB-2](cairn:task/${other}).`;
  expect(listMentionedTaskIds(text)).toEqual([other, id]);
});

it.each([
  ["Is @FB-9 done?", ["Is ", "@FB-9=FB-9", " done?"]],
  ["fb-9, FB-10", ["fb-9=FB-9", ", ", "FB-10=FB-10"]],
  ["UTF-8", ["UTF-8=UTF-8"]],
  ["v1.FB-9, a/FB-9, me@FB-9, cairn:FB-9, FB-9-2, FB-0, x_FB-9", null],
  ["", []],
])("finds the names of tasks in %j", (text, expected) => {
  const pieces = splitAtTaskNames(text);
  const shown = pieces.map((piece) => (piece.taskName === null ? piece.text : `${piece.text}=${piece.taskName}`));
  expect(shown).toEqual(expected ?? [text]);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});
