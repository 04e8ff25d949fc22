import type { CodeIndex } from "./code-index.ts";

export type { CodeIndex } from "./code-index.ts";

/**
 * The finished index in `directory`, or null when none was ever finished there. Instances are cached: the same one
 * comes back until an update has ended, then a new one at the new commit.
 */
export function openIndex(directory: string): CodeIndex | null {
  throw new Error(`being built: ${directory}`);
}
