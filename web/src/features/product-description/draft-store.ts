import { z } from "zod";

const draftSchema = z.object({
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  /** The description that was saved when the work started. */
  base: z.string(),
  text: z.string(),
});

/** Unsaved work on a description, as this browser stores it. */
export type DescriptionDraft = z.infer<typeof draftSchema>;

const keyPrefix = "unsaved-description:";
/** Older drafts are removed. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** The storage key. It contains the person, so that two people at one browser do not see each other's work. */
export function descriptionDraftKey(userId: string, projectId: string): string {
  return `${keyPrefix}${userId}:${projectId}`;
}

/** Null where there is no valid draft. */
export function loadDescriptionDraft(key: string, now: Date): DescriptionDraft | null {
  try {
    const draft = draftSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data ?? null;
    if (draft === null || now.getTime() - Date.parse(draft.savedAt) > maxAgeMs) {
      localStorage.removeItem(key);
      return null;
    }
    return draft;
  } catch {
    return null;
  }
}

/** False where the browser blocks its storage, or it is full. */
export function saveDescriptionDraft(
  key: string,
  { base, text }: Pick<DescriptionDraft, "base" | "text">,
  now: Date,
): boolean {
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ version: 1, savedAt: now.toISOString(), base, text } satisfies DescriptionDraft),
    );
    return true;
  } catch {
    return false;
  }
}

export function clearDescriptionDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that blocks its storage has stored nothing.
  }
}
