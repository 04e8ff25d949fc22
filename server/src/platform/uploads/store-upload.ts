import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

import { AppError } from "@cairn/contract/errors";
import type { UploadType } from "@cairn/contract/files";

import { detectType, endings } from "./detect-type.ts";
import { encodeImage } from "./encode-image.ts";
import { readPdf, type PdfText } from "./read-pdf.ts";
import { requireFreeDisk } from "./require-free-disk.ts";
import { workGate } from "./work-gate.ts";

export interface StoredUpload {
  /** Random; the name of the stored file. */
  filename: string;
  contentType: UploadType;
  /** Bytes as stored. */
  size: number;
  /** Null for pictures. */
  pdf: PdfText | null;
}

/**
 * Stores an image or a PDF in the folder: images are encoded again, PDFs kept unchanged after their text was read. Any
 * other file is refused with a reason. On any failure nothing is left behind.
 */
export async function storeUpload(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<StoredUpload> {
  await requireFreeDisk(folder);
  const stem = randomUUID();
  const received = path.join(folder, `.${stem}.received`);
  const encoded = path.join(folder, `.${stem}.encoded`);
  try {
    await pipeline(bytes, createWriteStream(received, { flags: "wx", mode: 0o600, flush: true }));
    const contentType = await detectType(received);
    if (contentType === null) throw await explainUnknown(received);
    const isPdf = contentType === "application/pdf";
    const pdf = await workGate(signal, async () => {
      if (isPdf) return await readPdf(received);
      await encodeImage(received, encoded, contentType);
      return null;
    });
    const filename = `${stem}.${endings[contentType]}`;
    const size = await settle(isPdf ? received : encoded, path.join(folder, filename));
    return { filename, contentType, size, pdf };
  } finally {
    for (const left of [received, encoded]) await rm(left, { force: true });
  }
}

/** From here on it is there, whole, also after the power went; returns its size. */
async function settle(from: string, to: string): Promise<number> {
  await flush(from);
  const { size } = await stat(from);
  await rename(from, to);
  await flush(path.dirname(to));
  return size;
}

async function flush(location: string): Promise<void> {
  const handle = await open(location);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function explainUnknown(file: string): Promise<AppError> {
  const { size } = await stat(file);
  const message = size === 0 ? "It is empty." : "It is no JPEG, PNG, WebP or GIF image and no PDF.";
  return new AppError("unsupported_media", { message });
}
