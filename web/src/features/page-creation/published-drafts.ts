import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { z } from "zod";

import { canonicalDraftText } from "./draft-history.ts";

const storageKey = "published-drafts";
/** Of more drafts the oldest are forgotten. */
const maxSavedDrafts = 100;

const publishedDraftsSchema = z.array(
  z.object({ sessionId: z.string(), artifactId: z.string(), fingerprint: z.string() }),
);

/** As little of the Web Storage interface as is needed here. */
type PublishedDraftStorage = Pick<Storage, "getItem" | "setItem">;

interface PublishedDraft {
  sessionId: string;
  /** The page it became. */
  artifactId: string;
  /** Of the draft as it was published. */
  fingerprint: string;
}

const localStore = () => localStorage;

/** What became of the drafts that were published with this browser, the last first. */
export function loadPublishedDrafts(storage: () => PublishedDraftStorage = localStore): PublishedDraft[] {
  try {
    return publishedDraftsSchema.safeParse(JSON.parse(storage().getItem(storageKey) ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** Remembers which page a draft became. A browser that blocks storage forgets it, and the draft can be published again. */
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

/** The page a draft became; null where it was not published, or has changed since. */
export function findPublishedPage(
  sessionId: string,
  draft: ArtifactDraft,
  published: readonly PublishedDraft[],
): string | null {
  const one = published.find((each) => each.sessionId === sessionId);
  return one?.fingerprint === fingerprint(draft) ? one.artifactId : null;
}

/** The same for the same text; FNV-1a is short, and nobody gains by two drafts that are taken for one. */
function fingerprint(draft: ArtifactDraft): string {
  const text = canonicalDraftText(draft);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}:${hash >>> 0}`;
}
