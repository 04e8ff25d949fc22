import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { toLines } from "#server/engine/evidence/evidence.ts";
import { findEntry } from "#server/platform/git/objects/list-tree.ts";
import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { decodeText } from "#server/text/decode-text.ts";

/** Nothing larger is cited. */
const maxReadBytes = 4 * 1024 * 1024;

/** The id of a file's content at a commit; null where there is no such file, or no such commit any more. */
export async function findBlob(
  { signal }: Pick<Ctx, "signal">,
  directory: string,
  location: { commit: string; path: string },
): Promise<string | null> {
  const entry = await unlessMissing(findEntry(directory, { ...location, signal }));
  return entry?.type === "file" ? entry.oid : null;
}

/** The lines of a content by its id; null where it is no text, too large, or not there any more. */
export async function loadTextLines(
  { signal }: Pick<Ctx, "signal">,
  directory: string,
  oid: string,
): Promise<readonly string[] | null> {
  const object = await unlessMissing(readObject(directory, oid, { maxBytes: maxReadBytes, signal }));
  const bytes = object?.type === "blob" ? object.bytes : null;
  const decoded = bytes ? decodeText(bytes) : null;
  return decoded === null ? null : toLines(decoded.text);
}

/** What cannot be read, and will not be at the next try, is as good as missing. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && !error.isRetryable && error.code !== "cancelled") return null;
    throw error;
  }
}
