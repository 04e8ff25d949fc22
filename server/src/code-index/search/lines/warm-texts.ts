import { wordCharacters } from "#server/code-index/search/lines/pattern/unicode-sets.ts";
import type { GitSource } from "#server/git-source.ts";

import { findHeldText, holdText, lineStartsOf, maxHeldBytes } from "./held-texts.ts";
import type { LineFiles } from "./line-files.ts";

/** Larger texts are read when a search comes upon them. */
const maxWarmBytes = 1_000_000;
const maxShare = 0.5;

/** Reads texts into memory up to a share of what may be held, so that others keep theirs. */
export async function warmTexts(
  { files, source }: { files: LineFiles; source: GitSource },
  signal: AbortSignal | undefined,
): Promise<void> {
  // Read out of the engine's tables once.
  wordCharacters();
  const bitsByOid = new Map<string, boolean>();
  let bytes = 0;
  for (const [number, { oid, size }] of files.files.entries()) {
    if (size > maxWarmBytes || bitsByOid.has(oid) || findHeldText(oid) !== null) continue;
    bytes += size;
    if (bytes > maxHeldBytes * maxShare) break;
    bitsByOid.set(oid, files.bits[number] !== null);
  }
  for await (const { oid, bytes: content } of source.readBlobs([...bitsByOid.keys()], {
    maxBytes: maxWarmBytes,
    signal,
  }))
    if (content !== null) lineStartsOf(holdText(oid, content, { needsBits: bitsByOid.get(oid) === false }));
}
