import { readFileSync } from "node:fs";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/**
 * What the facts of most files have in common, mainly the names of their fields: most files are small and repeat little
 * within themselves, so that without it they take half as much again. Whoever replaces it raises `extractorVersion`.
 */
const dictionary = readFileSync(new URL("facts.zdict", import.meta.url));

/** A value as compressed JSON. */
export function packJson(value: unknown): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(value));
  // One small buffer for the result, instead of the large default.
  return zstdCompressSync(bytes, { chunkSize: bytes.length + 64, dictionary });
}

/** The value that was packed. */
export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(bytes, { dictionary }).toString("utf8"));
}
