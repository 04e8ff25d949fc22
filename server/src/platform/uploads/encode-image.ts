import { AppError } from "@cairn/contract/errors";
import type { UploadType } from "@cairn/contract/files";
import sharp, { type Sharp } from "sharp";

import { diskFullMessage } from "#server/platform/storage/is-disk-full.ts";

export type ImageType = Exclude<UploadType, "application/pdf">;

const maxMegapixels = 50;
const maxPixels = maxMegapixels * 1_000_000;
/** Of all frames of one that moves together; drawing them takes the longest of all. */
const maxMovingPixels = 20_000_000;
const maxFrames = 200;
const timeoutS = 15;
/** A larger picture is scaled down, whatever its shape: no screen and no model needs more. */
const maxKeptPixels = 16_000_000;

/** More effort would take seconds for a few percent of size. */
const formats = {
  "image/jpeg": { name: "jpeg", options: { quality: 85 } },
  "image/png": { name: "png", options: {} },
  "image/webp": { name: "webp", options: { effort: 2 } },
  "image/gif": { name: "gif", options: { effort: 2 } },
} as const satisfies Record<ImageType, object>;

// One thread a picture, nothing kept of it, and none of the many formats that nobody sends.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
  ],
});

/**
 * Draws a picture anew: what is written holds its pixels, upright, and nothing else that was in the file. Of one that
 * moves, as many frames are kept as fit.
 */
export async function encodeImage(source: string, target: string, type: ImageType): Promise<void> {
  try {
    await (await redraw(source, type)).timeout({ seconds: timeoutS }).toFile(target);
  } catch (cause) {
    throw explain(cause);
  }
}

async function redraw(source: string, type: ImageType): Promise<Sharp> {
  const { name, options } = formats[type];
  const input = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const { format, width, height, pages = 1, autoOrient } = await sharp(source, input).metadata();
  if (format !== name) throw unreadable();
  const frames = Math.min(pages, maxFrames, Math.floor(maxMovingPixels / (width * height)));
  // Turning a picture that moves is not possible; cameras make none.
  if (frames > 1) return sharp(source, { ...input, pages: frames }).toFormat(name, options);
  const scale = Math.min(1, Math.sqrt(maxKeptPixels / (width * height)));
  const upright = sharp(source, input).autoOrient();
  return upright.resize({ width: Math.ceil(autoOrient.width * scale) }).toFormat(name, options);
}

function explain(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const text = cause instanceof Error ? cause.message : "";
  if (/no space left|quota exceeded/i.test(text)) return new AppError("disk_full", { message: diskFullMessage, cause });
  if (text.includes("exceeds pixel limit")) {
    return new AppError("unprocessable", { message: `It has more than ${maxMegapixels} megapixels.`, cause });
  }
  if (/timeout/i.test(text)) return new AppError("unprocessable", { message: "Reading it takes too long.", cause });
  return unreadable(cause);
}

function unreadable(cause?: unknown): AppError {
  return new AppError("unprocessable", { message: "It is damaged, or no picture of its kind.", cause });
}
