import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { z } from "zod";

import { canonicalDraftText } from "./draft-history.ts";

const storageKey = "published-drafts";
/** Older entries are removed. */
const maxSavedDrafts = 100;

const publishedDraftsSchema = z.array(
  z.object({ sessionId: z.string(), artifactId: z.string(), fingerprint: z.string() }),
);

/** The part of the Web Storage interface that is used here. */
type PublishedDraftStorage = Pick<Storage, "getItem" | "setItem">;

interface PublishedDraft {
  sessionId: string;
  /** The page that was published from it. */
  artifactId: string;
  /** Of the draft as it was published. */
  fingerprint: string;
}

const localStore = () => localStorage;

/** The drafts that were published in this browser, the newest first. */
export function loadPublishedDrafts(storage: () => PublishedDraftStorage = localStore): PublishedDraft[] {
  try {
    return publishedDraftsSchema.safeParse(JSON.parse(storage().getItem(storageKey) ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** Stores which page was published from a draft. Where the browser blocks its storage, the draft can be published again. */
export function savePublishedDraft(
  sessionId: string,
  draft: ArtifactDraft,
  artifactId: string,
  storage: () => PublishedDraftStorage = localStore,
): void {
  const others = loadPublishedDrafts(storage).filter((one) => one.sessionId !== sessionId);
  const all = [{ sessionId, artifactId, fingerprint: fingerprint(draft) }, ...others].slice(0, maxSavedDrafts);
  try {
    storage().setItem(storageKey, JSON.stringify(all));
  } catch {
    // Private windows and full quotas end here.
  }
}

/** The page that was published from a draft; null where it was not published, or has changed since. */
export function findPublishedPage(
  sessionId: string,
  draft: ArtifactDraft,
  published: readonly PublishedDraft[],
): string | null {
  const one = published.find((each) => each.sessionId === sessionId);
  return one?.fingerprint === fingerprint(draft) ? one.artifactId : null;
}

/** An FNV-1a hash: a collision would only show a changed draft as published. */
function fingerprint(draft: ArtifactDraft): string {
  const text = canonicalDraftText(draft);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}:${hash >>> 0}`;
}
