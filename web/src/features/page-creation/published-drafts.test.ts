import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { expect, test } from "vitest";

import { findPublishedPage, loadPublishedDrafts, savePublishedDraft } from "./published-drafts.ts";

const draft: ArtifactDraft = {
  title: "Runbook",
  projectId: "0198c000-0000-7000-8000-000000000001",
  sections: [
    {
      sectionId: "0198c000-0000-7000-8000-000000000002",
      title: "Start",
      instructions: { prompt: "How it is started.", output: "markdown" },
      content: "Run `npm start`.",
      sources: [],
      writtenBy: null,
    },
  ],
};

function memory(): () => Pick<Storage, "getItem" | "setItem"> {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  return () => storage;
}

test("a draft counts as published until it changes, whatever the order of its fields", () => {
  const storage = memory();
  savePublishedDraft("one", draft, "page-1", storage);
  const { title, ...rest } = draft;
  expect(findPublishedPage("one", { ...rest, title }, loadPublishedDrafts(storage))).toBe("page-1");
  expect(findPublishedPage("two", draft, loadPublishedDrafts(storage))).toBeNull();
  expect(
    findPublishedPage("one", { ...draft, title: "Runbook of the board" }, loadPublishedDrafts(storage)),
  ).toBeNull();

  savePublishedDraft("one", { ...draft, title: "Runbook of the board" }, "page-2", storage);
  expect(loadPublishedDrafts(storage)).toHaveLength(1);
  expect(findPublishedPage("one", draft, loadPublishedDrafts(storage))).toBeNull();
});

test("a blocked or invalid storage counts as empty", () => {
  const blocked = () => {
    throw new Error("blocked");
  };
  savePublishedDraft("one", draft, "page-1", blocked);
  expect(loadPublishedDrafts(blocked)).toEqual([]);
  expect(loadPublishedDrafts(() => ({ getItem: () => '{"no":"list"}', setItem: () => {} }))).toEqual([]);
});

test("only the last hundred are stored", () => {
  const storage = memory();
  for (let count = 0; count < 105; count += 1) savePublishedDraft(`chat-${count}`, draft, "page", storage);
  const all = loadPublishedDrafts(storage);
  expect(all).toHaveLength(100);
  expect(all[0]?.sessionId).toBe("chat-104");
});
