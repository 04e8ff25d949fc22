import { beforeEach, expect, it, vi } from "vitest";

import { createUnsentInputStore } from "./unsent-input-store.ts";
import type { UnsentInput } from "./unsent-input-store.ts";

const unsent: UnsentInput = {
  input: { content: "Why?", attachments: [], result: null },
  context: { projectId: "7a0f4f3e-5a67-4a0c-9a43-0a5c2c7e7b11", lens: "technical" },
  after: null,
};

/** What a tab remembers. */
const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

it("keeps an unsent input by chat and person until it is removed", () => {
  let userId: string | undefined = "ada";
  const store = createUnsentInputStore("one", () => userId);
  store.save(unsent);
  expect(createUnsentInputStore("one", () => "ada").load()).toEqual(unsent);
  expect(createUnsentInputStore("two", () => "ada").load()).toBeNull();
  userId = "grace";
  expect(store.load()).toBeNull();
  userId = "ada";
  store.save(null);
  expect([store.load(), stored.size]).toEqual([null, 0]);
});

it.each(["", "null", "7", "{", "{}", '{"input":{"content":"Why?"}}'])("ignores the stored text %j", (text) => {
  const store = createUnsentInputStore("one", () => "ada");
  store.save(unsent);
  for (const key of stored.keys()) stored.set(key, text);
  expect(store.load()).toBeNull();
});
