import { notFound } from "@cairn/contract/errors";

import type { BlobContent } from "#server/git-source.ts";

import { readObject, readObjectHeader } from "./object-reader.ts";

const fewBlobs = 200;
/** Of all contents together, which are in memory at once. */
const maxTogetherBytes = 4 * 1024 * 1024;

/**
 * The blobs in the given order, from the process that a repository has anyway; null where they are many or large. To
 * start a process blocks the server while its page tables are copied: tens of milliseconds when it uses much memory.
 */
export async function readFewBlobs(
  directory: string,
  oids: readonly string[],
  { limitOf, signal }: { limitOf: (oid: string) => number; signal: AbortSignal | undefined },
): Promise<BlobContent[] | null> {
  if (oids.length > fewBlobs) return null;
  const headers = await Promise.all(oids.map((oid) => readObjectHeader(directory, oid, { signal })));
  let bytes = 0;
  for (const [at, oid] of oids.entries()) {
    const header = headers[at];
    if (header?.type === "blob" && header.size <= limitOf(oid)) bytes += header.size;
  }
  if (bytes > maxTogetherBytes) return null;
  return await Promise.all(
    oids.map(async (oid, at): Promise<BlobContent> => {
      if (headers[at]?.type !== "blob") return { oid, size: 0, bytes: null, isMissing: true };
      return await readOne(directory, oid, { maxBytes: limitOf(oid), signal });
    }),
  );
}

async function readOne(
  directory: string,
  oid: string,
  options: { maxBytes: number; signal: AbortSignal | undefined },
): Promise<BlobContent> {
  const found = await readObject(directory, oid, options);
  if (found === null) throw notFound("Blob");
  return { oid, size: found.size, bytes: found.bytes };
}
