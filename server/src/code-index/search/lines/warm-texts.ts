import { wordCharacters } from "#server/code-index/search/lines/pattern/unicode-sets.ts";
import type { GitSource } from "#server/git-source.ts";

import { findHeldText, holdText, lineStartsOf, maxHeldBytes } from "./held-texts.ts";
import type { LineFiles } from "./line-files.ts";

/** Larger texts are loaded only when a search needs them. */
const maxWarmBytes = 1_000_000;
const maxCacheShare = 0.5;

/** Loads texts into memory, up to a share of what it may hold, so that texts of other repositories stay. */
export async function warmTexts(
  { files, source }: { files: LineFiles; source: GitSource },
  signal: AbortSignal | undefined,
): Promise<void> {
  // Fills the cache of Unicode word characters, which is slow the first time.
  wordCharacters();
  /** Whether the trigrams of a text are still to be marked. */
  const needsBitsByOid = new Map<string, boolean>();
  let bytes = 0;
  for (const [number, { oid, size }] of files.files.entries()) {
    if (size > maxWarmBytes || needsBitsByOid.has(oid) || findHeldText(oid) !== null) continue;
    bytes += size;
    if (bytes > maxHeldBytes * maxCacheShare) break;
    needsBitsByOid.set(oid, files.bits[number] === null);
  }
  for await (const { oid, bytes: content } of source.readBlobs([...needsBitsByOid.keys()], {
    maxBytes: maxWarmBytes,
    signal,
  }))
    if (content !== null) lineStartsOf(holdText(oid, content, { needsBits: needsBitsByOid.get(oid) === true }));
}
