import { z } from "zod";

const keptSchema = z.object({
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  /** What was saved when the work began. */
  base: z.string(),
  text: z.string(),
});

/** Work on a description that was not saved, as this browser keeps it. */
export type KeptText = z.infer<typeof keptSchema>;

const prefix = "unsaved-description:";
/** Work nobody came back to. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** Two people at one browser do not see each other's work. */
export function keptKey(userId: string, projectId: string): string {
  return `${prefix}${userId}:${projectId}`;
}

/** Null where nothing is kept that can be read. */
export function readKept(key: string, now: Date): KeptText | null {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data ?? null;
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
export function writeKept(key: string, { base, text }: Pick<KeptText, "base" | "text">, now: Date): boolean {
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ version: 1, savedAt: now.toISOString(), base, text } satisfies KeptText),
    );
    return true;
  } catch {
    return false;
  }
}

export function clearKept(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that blocks storage has kept nothing.
  }
}
