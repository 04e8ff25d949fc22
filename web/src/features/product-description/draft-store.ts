import { z } from "zod";

const draftSchema = z.object({
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  /** What was saved when the work began. */
  base: z.string(),
  text: z.string(),
});

/** Work on a description that was not saved, as this browser keeps it. */
export type DescriptionDraft = z.infer<typeof draftSchema>;

const keyPrefix = "unsaved-description:";
/** Work nobody came back to. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** Two people at one browser do not see each other's work. */
export function descriptionDraftKey(userId: string, projectId: string): string {
  return `${keyPrefix}${userId}:${projectId}`;
}

/** Null where nothing is kept that can be read. */
export function loadDraft(key: string, now: Date): DescriptionDraft | null {
  try {
    const kept = draftSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data ?? null;
    if (kept === null || now.getTime() - Date.parse(kept.savedAt) > maxAgeMs) {
      localStorage.removeItem(key);
      return null;
    }
    return kept;
  } catch {
    return null;
  }
}

/** False where the browser keeps nothing, or no more. */
export function saveDraft(key: string, { base, text }: Pick<DescriptionDraft, "base" | "text">, now: Date): boolean {
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

export function clearDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that blocks storage has kept nothing.
  }
}
