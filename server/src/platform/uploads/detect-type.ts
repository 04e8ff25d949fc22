import { open } from "node:fs/promises";

import { uploadTypes, type UploadType } from "@cairn/contract/files";
import { fileTypeFromBuffer } from "file-type";

const sampleBytes = 4_100;

/** Endings of stored files, for people who look into the folder; the product does not derive the type from them. */
export const endings: Record<UploadType, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "application/pdf": "pdf",
};

/** By the first bytes and nothing else; null for what is not taken. */
export async function detectType(file: string): Promise<UploadType | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    const found = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
    // A moving PNG is a PNG with more after its first picture.
    const type = found?.mime === "image/apng" ? "image/png" : found?.mime;
    return uploadTypes.find((one) => one === type) ?? null;
  } finally {
    await handle.close();
  }
}
