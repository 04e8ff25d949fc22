import type { CheckedEvidence } from "./evidence.ts";

/** Lines that a look-up shows, as they are in the file. */
export interface ToolPassage {
  source: CheckedEvidence;
  lines: readonly string[];
  /** Where several repositories are looked at. */
  repository: string | null;
  /** What is declared there; null where nothing is known. */
  about: string | null;
  /** Of these lines only some matched, and only they are shown, each with its number in the file. */
  matched?: readonly number[];
}
