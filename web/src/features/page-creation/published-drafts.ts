import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { z } from "zod";

import { draftText } from "./draft-history.ts";

const storageKey = "published-drafts";
/** Of more drafts the oldest are forgotten. */
const maxRemembered = 100;

const rememberedSchema = z.array(z.object({ sessionId: z.string(), artifactId: z.string(), fingerprint: z.string() }));

/** As little of the Web Storage interface as is needed here. */
type DraftStorage = Pick<Storage, "getItem" | "setItem">;

interface PublishedDraft {
  sessionId: string;
  /** The page it became. */
  artifactId: string;
  /** Of the draft as it was published. */
  fingerprint: string;
}

const local = () => localStorage;

/** What became of the drafts that were published with this browser, the last first. */
export function readPublishedDrafts(storage: () => DraftStorage = local): PublishedDraft[] {
  try {
    return rememberedSchema.safeParse(JSON.parse(storage().getItem(storageKey) ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** Remembers which page a draft became. A browser that blocks storage forgets it, and the draft can be published again. */
export function rememberPublished(
  sessionId: string,
  draft: ArtifactDraft,
  artifactId: string,
  storage: () => DraftStorage = local,
): void {
  const others = readPublishedDrafts(storage).filter((one) => one.sessionId !== sessionId);
  const all = [{ sessionId, artifactId, fingerprint: fingerprint(draft) }, ...others].slice(0, maxRemembered);
  try {
    storage().setItem(storageKey, JSON.stringify(all));
  } catch {
    // Private windows and full quotas end here.
  }
}

/** The page a draft became; null where it was not published, or has changed since. */
export function publishedAs(
  sessionId: string,
  draft: ArtifactDraft,
  published: readonly PublishedDraft[],
): string | null {
  const one = published.find((each) => each.sessionId === sessionId);
  return one?.fingerprint === fingerprint(draft) ? one.artifactId : null;
}

/** The same for the same text; FNV-1a is short, and nobody gains by two drafts that are taken for one. */
function fingerprint(draft: ArtifactDraft): string {
  const text = draftText(draft);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}:${hash >>> 0}`;
}
