import { isAscii } from "node:buffer";

import { toSearchableText } from "#server/code-index/analysis/text/searchable-text.ts";
import { markTrigrams } from "#server/code-index/analysis/text/trigram-bits.ts";
import type { TrigramBits } from "#server/code-index/analysis/text/trigram-bits.ts";
import { detectEncoding } from "#server/text/decode-text.ts";

/** Bytes of text that are kept in memory for all indexes of the process together. */
export const maxHeldBytes = 256 * 1024 * 1024;
/** The share of the cache that stays after an eviction. */
const keptShare = 0.8;
/** About what an entry costs beside its text. */
const entryBytes = 250;
const newline = 10;

/** The text of a blob as it is searched. */
export interface HeldText {
  bytes: Buffer;
  isAscii: boolean;
  /** What lines are shown by; searched are the bytes as they are. */
  encoding: string;
  /** Made where the index holds none, so that a large file is read through once only. Null where they say nothing. */
  bits: TrigramBits | null;
  /** Offsets where lines begin; null until needed. */
  lineStarts: Int32Array | null;
  usedAt: number;
  isHeld: boolean;
}

/** By blob id, shared by all indexes: branches and forks have most blobs in common. */
const held = new Map<string, HeldText>();
let heldBytes = 0;
let clock = 0;

/** The text of a blob if it is in memory. */
export function findHeldText(oid: string): HeldText | null {
  return held.get(oid) ?? null;
}

/** Notes that the text was used just now. */
export function touchText(text: HeldText): void {
  text.usedAt = clock += 1;
}

/** Keeps a blob's text, for which others may have to go. */
export function holdText(oid: string, content: Buffer, options: { needsBits: boolean }): HeldText {
  const known = held.get(oid);
  if (known !== undefined) return known;
  const searchable = toSearchableText(content);
  // A view would keep all of a binary file for the beginning that is searched.
  const bytes = searchable.length < content.length / 2 ? Buffer.from(searchable) : searchable;
  const bits = options.needsBits ? markTrigrams(bytes) : null;
  const text: HeldText = {
    bytes,
    isAscii: isAscii(bytes),
    encoding: detectEncoding(bytes) ?? "utf-8",
    bits,
    lineStarts: null,
    usedAt: (clock += 1),
    isHeld: true,
  };
  held.set(oid, text);
  heldBytes += sizeOf(text);
  if (heldBytes > maxHeldBytes) makeSpace();
  return text;
}

/** Offsets at which lines begin, counted once. */
export function lineStartsOf(text: HeldText): Int32Array {
  if (text.lineStarts !== null) return text.lineStarts;
  const { bytes } = text;
  let count = 1;
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === newline) count += 1;
  const starts = new Int32Array(count);
  let line = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== newline) continue;
    starts[line] = at + 1;
    line += 1;
  }
  text.lineStarts = starts;
  if (text.isHeld) heldBytes += starts.byteLength;
  return starts;
}

function makeSpace(): void {
  const byAge = [...held].toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
  for (const [oid, text] of byAge) {
    if (heldBytes <= maxHeldBytes * keptShare) return;
    held.delete(oid);
    heldBytes -= sizeOf(text);
    text.isHeld = false;
  }
}

function sizeOf({ bytes, bits, lineStarts }: HeldText): number {
  return entryBytes + bytes.length + (bits?.length ?? 0) + (lineStarts?.byteLength ?? 0);
}
