import { expect, test } from "vitest";

import { newSection } from "./editor-page.ts";
import type { EditorPage, EditorSection } from "./editor-page.ts";
import {
  clearUnsavedPage,
  unsavedPageKey,
  packPage,
  loadUnsavedPage,
  unpackPage,
  saveUnsavedPage,
} from "./unsaved-page-store.ts";
import type { DraftStorage } from "./unsaved-page-store.ts";

/** The browser's own storage, up to a number of characters. */
function storageOf(maxCharacters = Infinity): DraftStorage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => {
      if (value.length > maxCharacters) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
  };
}

const section = (sectionId: string, content = `Text of ${sectionId}`): EditorSection => ({
  ...newSection("static"),
  sectionId,
  title: sectionId,
  content,
});
const loaded: EditorPage = {
  title: "Overview",
  sections: [section("a"), section("b", "x".repeat(5000)), section("c")],
};
const edited: EditorPage = {
  title: "New",
  sections: [section("c"), section("n", "New"), section("b", "x".repeat(5000))],
};
const now = new Date("2026-11-22T09:14:00Z");
const key = unsavedPageKey("ada", "page");

test("unsaved work is restored, and unchanged sections take no space", () => {
  const storage = storageOf(1000);
  expect(saveUnsavedPage(() => storage, key, packPage(edited, loaded, 4, now))).toBe(true);
  const unsaved = loadUnsavedPage(() => storage, key, now);
  expect(unsaved).toMatchObject({ revision: 4, savedAt: now.toISOString() });
  expect(unsaved && unpackPage(unsaved, loaded)).toEqual(edited);
  expect(loadUnsavedPage(() => storage, unsavedPageKey("ben", "page"), now)).toBeNull();
  clearUnsavedPage(() => storage, key);
  expect(loadUnsavedPage(() => storage, key, now)).toBeNull();
});

test("a full or blocked storage does not throw", () => {
  const full = storageOf(10);
  const unsaved = packPage(edited, loaded, null, now);
  expect(saveUnsavedPage(() => full, key, unsaved)).toBe(false);
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  expect(saveUnsavedPage(blocked, key, unsaved)).toBe(false);
  expect(loadUnsavedPage(blocked, key, now)).toBeNull();
  expect(() => clearUnsavedPage(blocked, key)).not.toThrow();
});

test("invalid and old drafts are ignored, and old ones removed", () => {
  const storage = storageOf();
  for (const text of ["{", "null", '{"version":2}', '{"version":1,"sections":[{"content":1}]}']) {
    storage.setItem(key, text);
    expect(loadUnsavedPage(() => storage, key, now)).toBeNull();
  }
  saveUnsavedPage(() => storage, key, packPage(edited, loaded, 1, now));
  saveUnsavedPage(() => storage, unsavedPageKey("ada", "other"), packPage(edited, loaded, 1, now));
  storage.setItem("theme", "light");
  const later = new Date(now.getTime() + 31 * 24 * 3_600_000);
  expect(loadUnsavedPage(() => storage, key, later)).toBeNull();
  expect([storage.length, storage.getItem("theme")]).toEqual([1, "light"]);
});
