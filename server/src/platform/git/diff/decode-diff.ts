import { isAscii } from "node:buffer";

import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { decodeAs, decodeText, detectEncoding } from "#server/text/decode-text.ts";

import type { ForeignLine } from "./parse-diff.ts";

/** The encoding of larger files is guessed by their lines alone. */
const maxReadBytes = 4 * 1024 * 1024;

/**
 * Decodes the lines of files that are not UTF-8 like the files themselves, so that a diff shows what the file view
 * shows.
 */
export async function decodeForeign(
  directory: string,
  foreign: readonly ForeignLine[],
  options: { signal?: AbortSignal | undefined },
): Promise<void> {
  const encodings = new Map<string, string | null>();
  for (const oid of new Set(foreign.map((one) => one.oid))) {
    const object = await readObject(directory, oid, { ...options, maxBytes: maxReadBytes });
    encodings.set(oid, object?.bytes ? detectEncoding(object.bytes) : null);
  }
  for (const { line, oid } of foreign) {
    const bytes = line.raw === undefined ? Buffer.from(line.content) : Buffer.from(line.raw, "latin1");
    delete line.raw;
    if (isAscii(bytes)) continue;
    const encoding = encodings.get(oid) ?? null;
    line.content = encoding === null ? (decodeText(bytes)?.text ?? bytes.toString("utf8")) : decodeAs(bytes, encoding);
  }
}
