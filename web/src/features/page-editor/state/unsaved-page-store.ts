import { sectionOutputs } from "@cairn/contract/page-sections";
import { sourceSchema } from "@cairn/contract/sources";
import { z } from "zod";

import { isSameSection } from "./editor-page.ts";
import type { EditorPage } from "./editor-page.ts";

const keyPrefix = "unsaved-page:";
/** Older drafts are removed. */
const maxAgeMs = 30 * 24 * 3_600_000;

const textSchema = z.object({ content: z.string(), sources: z.array(sourceSchema) });
const outputSchema = z.enum(sectionOutputs);
const sectionSchema = textSchema.extend({
  sectionId: z.string(),
  title: z.string(),
  kind: z.enum(["auto", "static"]),
  output: outputSchema,
  prompt: z.string(),
  accepted: textSchema.extend({ prompt: z.string(), output: outputSchema }).nullable(),
});

const unsavedSchema = z.object({
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  /** The revision that the work is based on; null for a page that is not published yet. */
  revision: z.number().int().nullable(),
  title: z.string(),
  /** Of an unchanged section only its id is stored. */
  sections: z.array(z.union([sectionSchema, z.object({ sectionId: z.string() })])),
});

/** Unpublished work on a page, as this browser stores it. */
export type UnsavedPage = z.infer<typeof unsavedSchema>;

/** The part of the Web Storage interface that is used here. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * The storage key. It contains the person, so that two people at one browser do not see each other's work. `pageId` is the
 * id of the page, or of the chat in which it is drafted.
 */
export function unsavedPageKey(userId: string, pageId: string): string {
  return `${keyPrefix}${userId}:${pageId}`;
}

/** What is stored of a page: only changed sections with their text. */
export function packPage(page: EditorPage, loaded: EditorPage, revision: number | null, now: Date): UnsavedPage {
  const before = new Map(loaded.sections.map((section) => [section.sectionId, section]));
  return {
    version: 1,
    savedAt: now.toISOString(),
    revision,
    title: page.title,
    sections: page.sections.map((section) =>
      isSameSection(section, before.get(section.sectionId))
        ? { sectionId: section.sectionId }
        : {
            ...section,
            sources: [...section.sources],
            accepted: section.accepted && { ...section.accepted, sources: [...section.accepted.sources] },
          },
    ),
  };
}

/** The page as it was left, with its unchanged sections taken from `base`. */
export function unpackPage(unsaved: UnsavedPage, base: EditorPage): EditorPage {
  const before = new Map(base.sections.map((section) => [section.sectionId, section]));
  return {
    title: unsaved.title,
    sections: unsaved.sections.flatMap((section) =>
      "kind" in section ? [section] : (before.get(section.sectionId) ?? []),
    ),
  };
}

/** False where the browser blocks its storage, or it is full. */
export function saveUnsavedPage(storage: () => DraftStorage, key: string, unsaved: UnsavedPage): boolean {
  try {
    storage().setItem(key, JSON.stringify(unsaved));
    return true;
  } catch {
    return false;
  }
}

/** Null where there is no draft that can be parsed. Also removes drafts that are too old. */
export function loadUnsavedPage(storage: () => DraftStorage, key: string, now: Date): UnsavedPage | null {
  try {
    for (const draft of listUnsavedPages(storage())) {
      if (now.getTime() - Date.parse(draft.savedAt) > maxAgeMs) storage().removeItem(draft.key);
    }
    return parseUnsavedPage(storage().getItem(key));
  } catch {
    return null;
  }
}

export function clearUnsavedPage(storage: () => DraftStorage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // A browser that blocks its storage has stored nothing.
  }
}

function listUnsavedPages(storage: DraftStorage): { key: string; savedAt: string }[] {
  const keys = Array.from({ length: storage.length }, (_unused, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(keyPrefix))
    .map((key) => ({ key, savedAt: parseUnsavedPage(storage.getItem(key))?.savedAt ?? new Date(0).toISOString() }));
}

function parseUnsavedPage(text: string | null): UnsavedPage | null {
  if (text === null) return null;
  try {
    return unsavedSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
