import { isUtf8 } from "node:buffer";

import { readObject } from "#server/platform/git/objects/object-reader.ts";
import { decodeAs, decodeText, detectEncoding } from "#server/text/decode-text.ts";

/** A line of a diff that is not ASCII, as git wrote it. */
export interface ForeignText {
  bytes: Buffer;
  /** The blob that contains it. */
  oid: string;
  /** Puts the decoded text where it belongs. */
  put: (text: string) => void;
}

/** The encoding of larger files is guessed by their lines alone. */
const maxReadBytes = 4 * 1024 * 1024;

/**
 * Decodes the lines of files that are not UTF-8 like the files themselves, so that a diff shows what the file view
 * shows.
 */
export async function decodeForeign(
  directory: string,
  texts: readonly ForeignText[],
  options: { signal?: AbortSignal | undefined },
): Promise<void> {
  const broken = new Set(texts.filter(({ bytes }) => !isUtf8(bytes)).map(({ oid }) => oid));
  const encodings = new Map<string, string | null>();
  for (const oid of broken) {
    const object = await readObject(directory, oid, { ...options, maxBytes: maxReadBytes });
    encodings.set(oid, object?.bytes ? detectEncoding(object.bytes) : null);
  }
  for (const { bytes, oid, put } of texts) {
    if (!broken.has(oid)) continue;
    const encoding = encodings.get(oid) ?? null;
    put(encoding === null ? (decodeText(bytes)?.text ?? bytes.toString("utf8")) : decodeAs(bytes, encoding));
  }
}
