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

it("keeps what is on its way by chat and person until it has arrived", () => {
  let userId: string | undefined = "ada";
  const keeper = createUnsentInputStore("one", () => userId);
  keeper.keep(unsent);
  expect(createUnsentInputStore("one", () => "ada").read()).toEqual(unsent);
  expect(createUnsentInputStore("two", () => "ada").read()).toBeNull();
  userId = "grace";
  expect(keeper.read()).toBeNull();
  userId = "ada";
  keeper.keep(null);
  expect([keeper.read(), stored.size]).toEqual([null, 0]);
});

it.each(["", "null", "7", "{", "{}", '{"input":{"content":"Why?"}}'])("takes %j for nothing", (text) => {
  const keeper = createUnsentInputStore("one", () => "ada");
  keeper.keep(unsent);
  for (const key of stored.keys()) stored.set(key, text);
  expect(keeper.read()).toBeNull();
});
